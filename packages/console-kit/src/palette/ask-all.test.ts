import { expect, test } from 'vitest';
import { askAll } from './ask-all.ts';
import type { LookUp } from './entry.ts';

const { signal } = new AbortController();
const order = { kind: 'order', number: 'A-1', place: { to: '/orders' } };
const finds: LookUp = () => Promise.resolve([order]);
const findsNothing: LookUp = () => Promise.resolve([]);
const fails: LookUp = () => Promise.reject(new Error('no answer'));

test('what any question finds is found, also where another was not answered', async () => {
  expect(await askAll([findsNothing, finds, fails])?.(signal)).toEqual([order]);
  expect(await askAll([findsNothing, findsNothing])?.(signal)).toEqual([]);
});

test('an unanswered question is a failure, not "nothing found"', async () => {
  await expect(askAll([findsNothing, fails])?.(signal)).rejects.toThrow('no answer');
});

test('without a question nothing is asked', () => {
  expect(askAll([])).toBeUndefined();
});
