import { walletChallenge, walletLogin } from '@purser/contract/features/wallet';
import { SLIDER_TRAVEL, SLIDER_WAIT_S } from '@purser/contract/slider';
import { randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secrets } from '../../platform/security/secrets.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { walletRoutes } from './routes.ts';
import { openChallenge, sliderPictures } from './slider.ts';
import { likenessOf } from './slider-track.ts';
import { answerOf } from './testing/slider.ts';

let app: TestApp;
let user: TestUser;
let lastIp = 0;
let ip: string;

beforeAll(async () => {
  app = await createTestApp({ routes: walletRoutes, pages: [sliderPictures] });
  user = await makeUser(app);
});
afterAll(() => app.close());
beforeEach(() => {
  lastIp += 1;
  ip = `203.0.113.${lastIp}`;
});

const fresh = async () => dataOf(await app.call(walletChallenge, {}));
async function login(slider: { challenge: string; position: number; track?: string; waited?: boolean }) {
  const { username: identity, password } = user;
  return (await app.call(walletLogin, { identity_kind: 'username', identity, password, slider }, { ip })).msg;
}

/** A challenge as it was made some seconds ago. */
function madeAgo(seconds: number): string {
  const { secrets, clock } = app.platform;
  const made = { left: 120, top: 40, nonce: randomBytes(12).toString('base64url'), made_at: clock.now().getTime() - seconds * 1000 };
  return secrets.seal('slider', JSON.stringify(made)).toString('base64url');
}

/** A hand's way to a place: quicker in the middle, of 21 points in half a second. */
function handTo(position: number): string {
  return Array.from({ length: 21 }, (_none, n) => `${n * 25}:${Math.round((position * (1 - Math.cos((n / 20) * Math.PI))) / 2)}`).join(' ');
}

describe('a challenge', () => {
  it('tells no place: only whoever has the key opens it', async () => {
    const challenge = await fresh();
    expect(Object.keys(challenge).toSorted()).toEqual(['challenge', 'expires_at', 'picture']);
    const opened = openChallenge(app.platform.secrets, challenge.challenge);
    expect(opened?.left).toBeLessThanOrEqual(SLIDER_TRAVEL);
    expect(openChallenge(new Secrets(randomBytes(32)), challenge.challenge)).toBeUndefined();
    expect(Buffer.from(challenge.challenge, 'base64url').toString('latin1')).not.toContain('left');
    expect(await app.sql("select 1 from single_use where kind = 'slider'")).toEqual([]);
  });

  it('has a picture, the same each time, in which the gap is darker and nothing else is', async () => {
    const { challenge, picture } = await fresh();
    const [one, other] = await Promise.all([app.fastify.inject({ url: picture }), app.fastify.inject({ url: picture })]);
    expect(one.statusCode).toBe(200);
    expect(one.headers['content-type']).toBe('image/png');
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
    expect(one.rawPayload.length).toBeLessThan(40_000);
    const { left, top } = openChallenge(app.platform.secrets, challenge) ?? { left: 0, top: 0 };
    const dark = darkDots(one.rawPayload);
    expect(Math.min(...dark.map(([x]) => x))).toBe(left * 2);
    expect(Math.max(...dark.map(([x]) => x))).toBe((left + 44) * 2 - 1);
    expect(Math.max(...dark.map(([, y]) => y))).toBe((top + 44) * 2 - 1);
  });

  it('has no picture once it is over, nor when it was made up', async () => {
    for (const of of [madeAgo(601), 'AAAA', '', 'x'.repeat(600)]) {
      expect((await app.fastify.inject({ url: `/wallet/slider.png?of=${of}` })).statusCode, of).toBe(404);
    }
    expect((await app.fastify.inject({ url: '/wallet/slider.png?of=a&of=b' })).statusCode).toBe(404);
  });
});

describe('an answer', () => {
  it('is good once, with the way of a hand and without any', async () => {
    const later = answerOf(app.platform, madeAgo(2));
    expect(await login({ ...later, track: handTo(later.position) })).toBe('ok');
    expect(await login({ ...later, track: handTo(later.position) })).toBe('slider_failed');
    expect(await login(answerOf(app.platform, (await fresh()).challenge))).toBe('ok');
  });

  it('beside the gap, too late, or with a way that leads elsewhere or back in time: slider_failed, and the challenge is used up', async () => {
    const there = () => answerOf(app.platform, madeAgo(5));
    const cases = [
      { ...there(), position: 126 },
      { ...there(), position: 114 },
      answerOf(app.platform, madeAgo(601)),
      { ...there(), track: handTo(60) },
      { ...there(), track: '0:0 90:40 80:80 200:110 210:115 220:120' },
      { ...there(), track: '0:0 9000:40 9100:80 9200:110 9210:115 9220:120' },
    ];
    for (const wrong of cases) {
      expect(await login(wrong), JSON.stringify(wrong)).toBe('slider_failed');
      expect(await login({ challenge: wrong.challenge, position: 120 })).toBe('slider_failed');
    }
    expect(await login({ ...there(), position: 125 })).toBe('ok');
  });

  it('without the way of a hand is taken sixty times in ten minutes from one address', async () => {
    await app.sql(`insert into throttle (scope, subject, failures, forget_at) values ('slider:plain', $1, 58, now() + interval '9 min')`, [
      ip,
    ]);
    const plain = () => login(answerOf(app.platform, madeAgo(1)));
    expect([await plain(), await plain(), await plain()]).toEqual(['ok', 'ok', 'too_many_requests']);
    expect(await login({ ...answerOf(app.platform, madeAgo(2)), track: handTo(120) })).toBe('ok');
  });

  it('of who waits is taken after twenty seconds, and the challenge stays good until then', async () => {
    const early = madeAgo(SLIDER_WAIT_S - 5);
    expect(await login({ challenge: early, position: 0, waited: true })).toBe('slider_too_early');
    expect(await login({ challenge: early, position: 120 })).toBe('ok');
    const waited = { challenge: madeAgo(SLIDER_WAIT_S), position: 0, waited: true };
    expect(await login(waited)).toBe('ok');
    expect(await login(waited)).toBe('slider_failed');
    expect(await login({ challenge: madeAgo(601), position: 0, waited: true })).toBe('slider_failed');
  });

  it('of who waits is taken twenty times in an hour from one address', async () => {
    await app.sql(
      `insert into throttle (scope, subject, failures, forget_at) values ('slider:waited', $1, 19, now() + interval '50 min')`,
      [ip],
    );
    const waited = () => login({ challenge: madeAgo(30), position: 0, waited: true });
    expect([await waited(), await waited()]).toEqual(['ok', 'too_many_requests']);
  });
});

describe('the way of the piece', () => {
  it('is a hand’s when it takes its time, in steps that differ', () => {
    expect(likenessOf({ position: 120, track: handTo(120) }, 3000)).toBe('hand');
  });

  it('is nobody’s when it is missing, short, at once, one leap, or even as no hand is', () => {
    const even = Array.from({ length: 21 }, (_none, n) => `${n * 25}:${n * 6}`).join(' ');
    const atOnce = handTo(120).replaceAll(/\d+:/g, (at) => `${Math.floor(Number(at.slice(0, -1)) / 10)}:`);
    for (const track of [undefined, '', '0:120', even, atOnce, '0:0 30:1 70:118 160:119 190:119 240:120']) {
      expect(likenessOf({ position: 120, track }, 3000), track).toBe('none');
    }
  });
});

/** The dots of a challenge's picture that have a dark shade: those of the gap. */
function darkDots(png: Buffer): [x: number, y: number][] {
  const at = png.indexOf('IDAT');
  const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const lineBytes = 1 + (280 + 44);
  const dots: [number, number][] = [];
  for (let y = 0; y < 240; y += 1) {
    for (let x = 0; x < 560; x += 1) {
      const two = lines[y * lineBytes + 1 + (x >> 1)] as number;
      const shade = x % 2 === 0 ? two >> 4 : two & 15;
      if (shade >= 7 && shade < 14) dots.push([x, y]);
    }
  }
  return dots;
}
