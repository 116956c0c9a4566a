import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../platform/testing/eventually.ts';
import { newChallenge, promptOf, step, type Step } from './challenge.ts';
import { FaceEngine } from './engine.ts';
import { DESCRIPTOR_NUMBERS, type Look, type SeenFace } from './engine/messages.ts';
import { distance } from './measure.ts';
import { FRONT, MovingPortrait, portraitPath, POSES, type Pose, type PortraitName, type Shape } from './testing/moving-portrait.ts';

let engine: FaceEngine;

beforeAll(() => {
  engine = new FaceEngine();
});
afterAll(() => engine.close());

const still = async (name: PortraitName, change: (picture: Sharp) => Sharp = (picture) => picture): Promise<Buffer> =>
  change(sharp(portraitPath(name)))
    .jpeg()
    .toBuffer();
const seen = async (bytes: Buffer, kind: 'frame' | 'document' = 'frame'): Promise<SeenFace> => {
  const look = await engine.look({ bytes, kind });
  if (!('face' in look)) throw new Error(`no face was seen: ${look.problem}`);
  return look.face;
};

/** Confirms with what the engine really sees of a filmed portrait. */
async function film(name: PortraitName, shape: Shape, poseOf: (prompt: string, frame: number) => Pose): Promise<Step> {
  const portrait = await MovingPortrait.of(name, shape);
  let stepped: Step = { challenge: newChallenge(['left', 'down', 'right'], 0), hint: null };
  for (let frame = 1; frame <= 60; frame += 1) {
    const prompt = promptOf(stepped.challenge);
    if (prompt === null) break;
    const look = await engine.look({ bytes: await portrait.frame(poseOf(prompt, frame)), kind: 'frame' });
    stepped = step(stepped.challenge, look, frame * 400);
  }
  return stepped;
}

describe('the engine', () => {
  it('describes a person alike however they are photographed, and another otherwise', async () => {
    const one = await seen(await still('astronaut'));
    expect(one.descriptor).toHaveLength(DESCRIPTOR_NUMBERS);
    const changes: ((picture: Sharp) => Sharp)[] = [
      (picture) => picture.resize(640, 640).modulate({ brightness: 0.8 }).jpeg({ quality: 60 }),
      (picture) => picture.rotate(12),
      (picture) => picture.flop().blur(1.2),
    ];
    for (const change of changes)
      expect(distance(one.descriptor, (await seen(await still('astronaut', change))).descriptor)).toBeLessThan(0.4);
    expect(distance(one.descriptor, (await seen(await still('other'))).descriptor)).toBeGreaterThan(0.75);
  });

  it('finds the portrait on a document, of which it is a small part', async () => {
    const portrait = await sharp(portraitPath('astronaut')).resize(520).toBuffer();
    const document = await sharp({ create: { width: 1500, height: 950, channels: 3, background: '#dfe7ee' } })
      .composite([{ input: portrait, left: 80, top: 220 }])
      .jpeg()
      .toBuffer();
    const face = await seen(document, 'document');
    expect(distance(face.descriptor, (await seen(await still('astronaut'))).descriptor)).toBeLessThan(0.35);
  });

  it('says what is no face, two faces or no picture, and names the same picture alike', async () => {
    const empty = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer();
    expect(await engine.look({ bytes: empty, kind: 'frame' })).toMatchObject({ problem: 'no_face' });
    const one = await sharp(portraitPath('astronaut')).extract({ left: 100, top: 0, width: 256, height: 256 }).toBuffer();
    const two = await sharp({ create: { width: 512, height: 256, channels: 3, background: '#808080' } })
      .composite([
        { input: one, left: 0, top: 0 },
        { input: one, left: 256, top: 0 },
      ])
      .jpeg()
      .toBuffer();
    expect(await engine.look({ bytes: two, kind: 'frame' })).toMatchObject({ problem: 'many_faces' });
    for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(0)])
      expect(await engine.look({ bytes, kind: 'frame' })).toEqual({ problem: 'unreadable', pixels: '' });
    const names = [await engine.look({ bytes: empty, kind: 'frame' }), await engine.look({ bytes: empty, kind: 'frame' })].map(
      ({ pixels }) => pixels,
    );
    expect(names[0]).toBe(names[1]);
  });

  it('takes eight pictures behind the one that it looks at, and refuses one more', async () => {
    const bytes = await still('astronaut');
    const looks = await Promise.allSettled(Array.from({ length: 12 }, () => engine.look({ bytes, kind: 'frame' })));
    const refused = looks.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(3);
    expect(refused[0]?.reason).toMatchObject({ outcome: 'face_busy' });
    expect(
      looks.filter((one): one is PromiseFulfilledResult<Look> => one.status === 'fulfilled').every(({ value }) => 'face' in value),
    ).toBe(true);
  });

  it('says that it is busy, and nothing of the picture, when it takes too long', async () => {
    const slow = new FaceEngine(1, 0);
    const bytes = await still('astronaut');
    const looks = await Promise.allSettled([slow.look({ bytes, kind: 'document' }), slow.look({ bytes, kind: 'frame' })]);
    for (const look of looks) expect(look).toMatchObject({ status: 'rejected', reason: { outcome: 'face_busy' } });
    slow.close();
  });

  it('gives a new process the time to load its models, and no more to the next picture', async () => {
    const loading = new FaceEngine(1, 30_000);
    const bytes = await still('astronaut');
    expect(await loading.look({ bytes, kind: 'document' })).toHaveProperty('face');
    await expect(loading.look({ bytes, kind: 'document' })).rejects.toMatchObject({ outcome: 'face_busy' });
    loading.close();
  });

  it('goes on in a new process when the one that looked was killed, and knows nothing of our settings', async () => {
    const { pid } = engine;
    process.kill(pid ?? 0, 'SIGKILL');
    await eventually(() => expect(engine.pid).toBeUndefined());
    await seen(await still('astronaut'));
    expect(engine.pid).not.toBe(pid);
  });
});

/** Since 6.12 Linux lets a process choose how long it has a processor at once. */
const [major = 0, minor = 0] = release().split('.').map(Number);
const letsChoose = process.platform === 'linux' && (major > 6 || (major === 6 && minor >= 12)) && existsSync('/proc/self/sched');

it.runIf(letsChoose)(
  'takes the processor for slices so long that whoever wakes goes before it, and from nobody, with each of its threads',
  async () => {
    await seen(await still('astronaut'));
    const tasks = `/proc/${engine.pid}/task`;
    const scheduled = readdirSync(tasks).map((thread) => readFileSync(`${tasks}/${thread}/sched`, 'utf8'));
    const each = (what: RegExp) => new Set(scheduled.map((of) => what.exec(of)?.[1]));
    expect(scheduled.length).toBeGreaterThan(1);
    expect(each(/^se\.slice\s*:\s*(\d+)/m)).toEqual(new Set(['100000000']));
    expect(each(/^policy\s*:\s*(\d+)/m)).toEqual(new Set(['3']));
  },
);

describe('a filmed portrait', () => {
  const obeys = (prompt: string): Pose => (prompt === 'front' || prompt === 'centre' ? FRONT : POSES[prompt as keyof typeof POSES]);

  it.each(['astronaut', 'other'] as const)('of a head that does what it is asked passes: %s', async (name) => {
    expect((await film(name, 'head', obeys)).challenge).toMatchObject({ stage: 'passed', made: 3 });
  });

  it.each(['astronaut', 'other'] as const)('of a photograph that is turned about does not pass a movement: %s', async (name) => {
    const turned = (prompt: string, frame: number): Pose => {
      const angle = ((frame % 7) - 3) * 0.33;
      if (prompt === 'front') return FRONT;
      return frame % 2 === 0 ? { across: angle, down: 0 } : { across: angle, down: angle / 2 };
    };
    expect((await film(name, 'flat', turned)).challenge).toMatchObject({ stage: 'failed', made: 0 });
  });

  it.each(['astronaut', 'other'] as const)('of a photograph that is bent does not pass: %s', async (name) => {
    const turned = (prompt: string, frame: number): Pose => {
      if (prompt === 'front' || prompt === 'centre') return FRONT;
      const angle = 0.2 + (frame % 6) * 0.1;
      return { across: prompt === 'right' ? -angle : angle, down: 0 };
    };
    const { challenge } = await film(name, 'bent', turned);
    expect(challenge.stage).toBe('failed');
    expect(challenge.made).toBeLessThan(2);
  });
});
