import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import type { ImageRequest } from './image-messages.ts';
import { Images } from './images.ts';

const images = new Images();
afterAll(() => images.close());

const picture = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: '#08f' } })
    .png()
    .toBuffer();
const asked = async (edge: number): Promise<ImageRequest> => ({
  bytes: await picture(edge),
  type: 'image/png',
  longestEdge: 3_000,
  shortestEdge: 16,
  mostPixels: 50_000_000,
});
const children = (): number[] => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

describe.runIf(process.platform === 'linux')('the process that decodes pictures', () => {
  it('knows nothing of our settings', async () => {
    const before = children();
    await images.rewrite(() => asked(40));
    const child = children().find((pid) => !before.includes(pid));
    const names = readFileSync(`/proc/${child}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => line.split('=')[0]);
    expect(names.toSorted()).toEqual(['MALLOC_ARENA_MAX', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']);
  });

  it('may die of a picture: that one cannot be read, and the next one can', async () => {
    const own = new Images();
    const before = children();
    const request = await asked(6_500);
    const answer = own.rewrite(async () => request);
    const child = await eventually(() => {
      const pid = children().find((each) => !before.includes(each));
      expect(pid).toBeDefined();
      return pid as number;
    });
    process.kill(child, 'SIGKILL');
    expect(await answer).toBe('unreadable');
    expect(Buffer.isBuffer(await own.rewrite(() => asked(40)))).toBe(true);
    own.close();
    await eventually(() => expect(children().filter((pid) => !before.includes(pid))).toEqual([]));
  });

  it('is two at the most, however many pictures wait, and too many are refused', async () => {
    const own = new Images();
    const before = children().length;
    const small = await asked(200);
    const answers = await Promise.allSettled(
      Array.from({ length: 80 }, () =>
        own.rewrite(async () => {
          expect(children().length - before).toBeLessThanOrEqual(2);
          return small;
        }),
      ),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { outcome: string }).outcome)).toEqual(Array.from({ length: 14 }, () => 'busy'));
    expect(answers.filter((answer) => answer.status === 'fulfilled' && Buffer.isBuffer(answer.value)).length).toBe(66);
    own.close();
  });
});
