import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refuse } from '../http/refusal.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Subjects } from './throttle.ts';

const MOST = 3;
const GUESSED: Subjects = [[{ scope: 'guess', most: MOST, rememberedS: 3600 }, 'somebody']];
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
beforeEach(() => app.sql('delete from throttle'));
afterAll(() => app.close());

const guess = (work: () => Promise<unknown>) => app.platform.throttle.attempt(GUESSED, ['wrong_credentials'], work);
const right = () => guess(() => Promise.resolve());
const wrong = () =>
  expect(guess(() => Promise.reject(refuse('wrong_credentials')))).rejects.toMatchObject({ outcome: 'wrong_credentials' });

/** Begins a right guess, and answers how to end it. */
async function begin(): Promise<() => Promise<unknown>> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>();
  const guessed = guess(() => {
    begins();
    return over;
  });
  await begun;
  return () => {
    end();
    return guessed;
  };
}

it('a wrong guess among right ones at the same time makes nobody wait once those are over', async () => {
  const ends = [await begin(), await begin()];
  await wrong();
  await expect(right()).rejects.toMatchObject({ outcome: 'too_many_requests' });
  for (const end of ends) await end();
  await right();
  expect(await app.sql('select failures, locks, locked_until from throttle')).toEqual([{ failures: 1, locks: 0, locked_until: null }]);
});

it('a right guess that ends late takes no wait away that was come by without it', async () => {
  const end = await begin();
  for (let n = 1; n < MOST; n += 1) await wrong();
  await app.sql('update throttle set locked_until = now()');
  await wrong();
  await end();
  await expect(right()).rejects.toMatchObject({ outcome: 'too_many_requests' });
  expect(await app.sql('select failures, locks from throttle')).toEqual([{ failures: MOST, locks: 2 }]);
});

it('what is looked up is not told where others have used the failures up meanwhile', async () => {
  const { promise: found, resolve: find } = Promise.withResolvers<string>();
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>();
  const look = app.platform.throttle.look(GUESSED, { failures: ['payee_unknown'], telling: [] }, () => {
    begins();
    return found;
  });
  await begun;
  for (let n = 0; n < MOST; n += 1) await app.platform.throttle.count(GUESSED);
  find('somebody');
  await expect(look).rejects.toMatchObject({ outcome: 'too_many_requests' });
});

describe('a window', () => {
  const WINDOW: Subjects = [[{ scope: 'window', most: MOST, rememberedS: 600, window: true }, 'somebody']];
  const count = () => app.platform.throttle.count(WINDOW);
  const waitS = (seconds: number) =>
    app.sql(
      'update throttle set locked_until = locked_until - make_interval(secs => $1), forget_at = forget_at - make_interval(secs => $1)',
      [seconds],
    );
  const kept = async () =>
    (
      await app.sql<{ failures: number; left_s: number }>(
        'select failures, ceil(extract(epoch from forget_at - now()))::int as left_s from throttle',
      )
    )[0];
  /** What is left is read a moment later than it was counted. */
  const about = (seconds: number) => expect.closeTo(seconds, -2);

  it('ends when it was to end, however often it is counted, and the count begins anew', async () => {
    await count();
    await waitS(540);
    await count();
    expect(await kept()).toEqual({ failures: 2, left_s: about(60) });
    await waitS(60);
    await count();
    expect(await kept()).toEqual({ failures: 1, left_s: about(600) });
  });

  it('makes nobody wait who comes steadily, and less often than it bears', async () => {
    for (let n = 0; n < 20; n += 1) {
      await count();
      await waitS(301);
    }
  });

  it.each([
    ['the first', 1],
    ['a later one', MOST - 1],
  ])('ends when it was to end, though right attempts come after %s that was wrong', async (_, wrongs) => {
    for (let n = 0; n < wrongs; n += 1) await count();
    await waitS(540);
    for (let n = 0; n < 3; n += 1) await app.platform.throttle.attempt(WINDOW, [], () => Promise.resolve());
    expect(await kept()).toEqual({ failures: wrongs, left_s: about(60) });
    await waitS(60);
    await count();
    expect(await kept()).toEqual({ failures: 1, left_s: about(600) });
  });

  it('that is used up makes one wait as long as ever from then on', async () => {
    await count();
    await waitS(540);
    for (let n = 1; n < MOST; n += 1) await count();
    await expect(count()).rejects.toMatchObject({ outcome: 'too_many_requests', values: { seconds: about(600) } });
    expect(await kept()).toEqual({ failures: MOST, left_s: about(600) });
    await waitS(300);
    await expect(count()).rejects.toMatchObject({ outcome: 'too_many_requests' });
    await waitS(300);
    await count();
    expect(await kept()).toEqual({ failures: 1, left_s: about(600) });
  });
});

it('without a window what is counted is remembered for as long as nothing was counted', async () => {
  await app.platform.throttle.count(GUESSED);
  await app.sql("update throttle set forget_at = now() + interval '1 second'");
  await app.platform.throttle.count(GUESSED);
  expect(await app.sql("select failures, forget_at > now() + interval '59 minutes' as remembered from throttle")).toEqual([
    { failures: 2, remembered: true },
  ]);
});
