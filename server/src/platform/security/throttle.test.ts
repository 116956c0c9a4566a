import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
