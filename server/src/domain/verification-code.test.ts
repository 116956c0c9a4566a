import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { messageJobs } from '../features/message/jobs.ts';
import { forgetExpired } from '../platform/commands/forget.ts';
import { runJobQueue } from '../platform/commands/job-queue.ts';
import type { RunningJobs } from '../platform/commands/jobs.ts';
import { Mailbox } from '../platform/mailbox.ts';
import type { Refusal } from '../platform/http/refusal.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { tablesThatHold } from '../platform/testing/search-database.ts';
import { countGuess, sendCode, takeCode } from './verification-code.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [], settings: { mailbox } });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
afterEach(async () => {
  for (const table of ['verification_code', 'throttle', 'message']) await app.sql(`delete from ${table}`);
});
afterAll(async () => {
  await running.close();
  await app.close();
});

const PROOF = { purpose: 'register', channel: 'mail', to: 'alice@example.com' } as const;
const send = (wishes: object = {}) => sendCode(app.platform, { ...PROOF, ownerId: 1, language: 'en', ip: '203.0.113.7', ...wishes });
async function take(code: string, wishes: object = {}, work = async () => {}): Promise<void> {
  const proof = { ...PROOF, ...wishes };
  await countGuess(app.platform, proof);
  await app.platform.db.systemTransaction(async (tx) => {
    await takeCode(tx, app.platform, proof, code);
    await work();
  });
}
/** The code of the newest message, once it has arrived. */
async function sent(wishes: object = {}): Promise<string> {
  const before = mailbox.messages.length;
  await send(wishes);
  await eventually(() => expect(mailbox.messages.length).toBe(before + 1));
  return /\b(\d{6})\b/.exec(mailbox.messages[0]?.text ?? '')?.[1] ?? '';
}
/** Lets time go by for whatever was counted. */
const goBy = (seconds: number) =>
  app.sql(
    'update throttle set locked_until = locked_until - make_interval(secs => $1), forget_at = forget_at - make_interval(secs => $1)',
    [seconds],
  );
const WRONG = { outcome: 'verification_code_wrong' };

describe('a code', () => {
  it('is good once, and stands nowhere in the database', async () => {
    const code = await sent();
    expect(await tablesThatHold(app, code)).toEqual([]);
    await take(code);
    await expect(take(code)).rejects.toMatchObject(WRONG);
  });

  it('is still good when what it was taken for is undone, and a guess stays counted', async () => {
    const code = await sent();
    const undone = take(code, {}, async () => {
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await app.sql('select guesses from verification_code')).toEqual([{ guesses: 1 }]);
    await take(code);
  });

  it('may be guessed at five times, also at once; then the right one is good no more', async () => {
    const code = await sent();
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.allSettled(Array.from({ length: 10 }, () => take(wrong)));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await app.sql('select guesses from verification_code')).toEqual([{ guesses: 5 }]);
    await expect(take(code)).rejects.toMatchObject(WRONG);
  });

  it('is taken by one of two at the same moment', async () => {
    const code = await sent();
    const both = await Promise.allSettled([take(code), take(code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is good for ten minutes, for its own purpose, address and channel', async () => {
    const code = await sent();
    for (const other of [{ purpose: 'change' }, { to: 'bob@example.com' }, { channel: 'sms', to: '+84912345678' }]) {
      await expect(take(code, other)).rejects.toMatchObject(WRONG);
    }
    const [row] = await app.sql<{ minutes: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from verification_code`,
    );
    expect(row?.minutes).toBe(10);
    await app.sql('update verification_code set expires_at = now()');
    await expect(take(code)).rejects.toMatchObject(WRONG);
    await forgetExpired(app.platform.db);
    expect(await app.sql('select from verification_code')).toEqual([]);
  });

  it('is good for an address however its letters are written', async () => {
    await take(await sent({ to: 'Alice@Example.com' }), { to: 'alice@example.com' });
  });

  it('takes the place of the one before it', async () => {
    const first = await sent();
    await app.sql('delete from throttle');
    const second = await sent();
    if (first !== second) await expect(take(first)).rejects.toMatchObject(WRONG);
    await take(second);
  });
});

describe('codes are not sent', () => {
  it('to one address one after the other, for whatever purpose: each waits longer than the one before', async () => {
    await send();
    await expect(send({ purpose: 'login' })).rejects.toMatchObject({ outcome: 'too_many_requests', values: { seconds: 60 } });
    await app.sql('update throttle set locked_until = now()');
    await send();
    await expect(send()).rejects.toMatchObject({ outcome: 'too_many_requests', values: { seconds: 120 } });
    expect(await app.sql('select from message')).toHaveLength(2);
  });

  it('to one address more than seven times in a window of two hours, by whoever asks as soon as it is not refused', async () => {
    let [sent, passed] = [0, 0];
    while (passed < 4 * 3600) {
      try {
        await send({ ip: `203.0.113.${sent}` });
        sent += 1;
      } catch (error) {
        const { seconds } = (error as Refusal).values as { seconds: number };
        await goBy(seconds);
        passed += seconds;
      }
    }
    expect(sent).toBeLessThanOrEqual(14);
  });

  it('to one address more than eleven times in any two hours, by who waits for the end of a window', async () => {
    const wait = (): Promise<number> =>
      app
        .sql<{ wait: number }>(`select ceil(extract(epoch from locked_until - now()))::int as wait from throttle where scope = 'code:to'`)
        .then(([row]) => row?.wait ?? 0);
    await send({ ip: '203.0.113.0' });
    await goBy(2 * 3600 - 1920 - 1800);
    for (let sent = 1; sent <= 11; sent += 1) {
      await send({ ip: `203.0.113.${sent}` });
      if (sent < 11) await goBy(await wait());
    }
    expect(await wait()).toBeGreaterThan(1800);
  });

  it.each([30, 40])('too seldom for who signs in by one every %i minutes', async (minutes) => {
    for (let n = 0; n < 16; n += 1) {
      await send();
      await goBy(minutes * 60);
    }
  });

  it('from one place to any number of addresses', async () => {
    for (let index = 0; index < 20; index += 1) await send({ to: `a${index}@example.com` });
    await expect(send({ to: 'one-more@example.com' })).rejects.toMatchObject({ outcome: 'too_many_requests' });
    await send({ to: 'one-more@example.com', ip: '203.0.113.8' });
  });

  it('to what is no address', async () => {
    await expect(send({ to: 'nobody' })).rejects.toMatchObject({ outcome: 'message_address_wrong' });
    await expect(send({ channel: 'sms', to: '12345' })).rejects.toMatchObject({ outcome: 'message_address_wrong' });
  });
});
