import { CallRefused, NoAnswer } from '@purser/client/transport';
import { accessKeyAdd } from '@purser/contract/features/access-key';
import { orderClose } from '@purser/contract/features/order';
import { expect, test } from 'vitest';
import { ActKeys, isRefusedForGood, keysOf, mayHaveBeenDone } from './act-key.ts';

const refused = (msg: string, http: number) => new CallRefused({ code: 1, msg, detail: '', data: null, request_id: '' }, http);

/** Attempts an act that ends so, and gives the key that it was sent under. */
async function keyOf(keys: ActKeys, contents: string, ending: unknown = 'done'): Promise<string> {
  let sent = '';
  const attempt = keys.attempt(contents, async (key) => {
    sent = key;
    if (ending !== 'done') throw ending;
  });
  await (ending === 'done' ? attempt : expect(attempt).rejects.toBe(ending));
  return sent;
}
const lost = new NoAnswer('network');
const busy = refused('busy', 429);

test('the same act tried again keeps its key until it is done, whatever happened in between', async () => {
  const keys = new ActKeys();
  const first = await keyOf(keys, '100 to Ann', lost);
  expect(keys.isOpen('100 to Ann')).toBe(true);
  expect(await keyOf(keys, '100 to Ann', busy)).toBe(first);
  expect(keys.isOpen('100 to Ann')).toBe(true);
  expect(await keyOf(keys, '100 to Ann')).toBe(first);
});

test('an act that was only refused for now is not open, and keeps its key', async () => {
  const keys = new ActKeys();
  const first = await keyOf(keys, '100 to Ann', busy);
  expect(keys.isOpen('100 to Ann')).toBe(false);
  expect(await keyOf(keys, '100 to Ann')).toBe(first);
});

test('once done or refused for good, the same contents are a new act', async () => {
  const keys = new ActKeys();
  const first = await keyOf(keys, '100 to Ann', lost);
  await keyOf(keys, '100 to Ann');
  expect(keys.isOpen('100 to Ann')).toBe(false);
  const second = await keyOf(keys, '100 to Ann', refused('insufficient_balance', 200));
  const third = await keyOf(keys, '100 to Ann');
  expect(new Set([first, second, third]).size).toBe(3);
});

test('other contents never travel under the key of an open act', async () => {
  const keys = new ActKeys();
  const first = await keyOf(keys, '100 to Ann', lost);
  expect(await keyOf(keys, '200 to Ann', busy)).not.toBe(first);
  expect(keys.isOpen('200 to Ann')).toBe(false);
});

test('an open act keeps its key while others are done or fail meanwhile', async () => {
  const keys = new ActKeys();
  const first = await keyOf(keys, '100 to Ann', lost);
  await keyOf(keys, '200 to Ben');
  const third = await keyOf(keys, '300 to Cem', lost);
  expect(keys.isOpen('100 to Ann')).toBe(true);
  expect(await keyOf(keys, '100 to Ann')).toBe(first);
  expect(keys.isOpen('300 to Cem')).toBe(true);
  expect(await keyOf(keys, '300 to Cem')).toBe(third);
});

test('an act that ends late does not end the one that was begun meanwhile', async () => {
  const keys = new ActKeys();
  let answer = (): void => {};
  const late = keys.attempt('100 to Ann', () => new Promise<void>((resolve) => (answer = resolve)));
  const second = await keyOf(keys, '200 to Ann', lost);
  answer();
  await late;
  expect(keys.isOpen('200 to Ann')).toBe(true);
  expect(await keyOf(keys, '200 to Ann')).toBe(second);
});

test('what is forgotten is tried anew under another key, also where an attempt at it ends late', async () => {
  const keys = new ActKeys();
  const first = await keyOf(keys, 'closed', lost);
  keys.forget();
  expect(keys.isOpen('closed')).toBe(false);
  let lose = (): void => {};
  const late = keys.attempt('open', () => new Promise<void>((_, reject) => (lose = () => reject(lost))));
  keys.forget();
  lose();
  await expect(late).rejects.toBe(lost);
  expect(keys.isOpen('open')).toBe(false);
  expect(await keyOf(keys, 'closed')).not.toBe(first);
});

test('an open act is told of at contents that differ in what moves by itself alone', async () => {
  const keys = new ActKeys();
  const contents = (amount: string, rate: string, count?: string) => JSON.stringify({ amount, rate, ...(count && { count }), to: 'Ann' });
  const moving = ['rate', 'count'];
  await keyOf(keys, contents('100', '7.1', '14'), lost);
  expect(keys.isOpenApartFrom(moving, contents('100', '7.2'))).toBe(true);
  expect(keys.isOpenApartFrom(moving, contents('100', '7.1', '14'))).toBe(false);
  expect(keys.isOpenApartFrom(moving, contents('200', '7.2'))).toBe(false);
  expect(keys.isOpenApartFrom([], contents('100', '7.2'))).toBe(false);
  await keyOf(keys, contents('100', '7.1', '14'));
  expect(keys.isOpenApartFrom(moving, contents('100', '7.2'))).toBe(false);
});

test('what differs in what moves by itself is told of until the same is done at another rate', async () => {
  const keys = new ActKeys();
  const contents = (amount: string, rate: string) => JSON.stringify({ amount, rate });
  await keyOf(keys, contents('100', '7.1'), lost);
  await keyOf(keys, contents('200', '7.1'), lost);
  await keyOf(keys, contents('100', '7.2'));
  keys.endApartFrom(['rate'], contents('100', '7.2'));
  expect(keys.isOpenApartFrom(['rate'], contents('100', '7.3'))).toBe(false);
  expect(keys.isOpenApartFrom(['rate'], contents('200', '7.3'))).toBe(true);
});

test('a call has one set of keys, wherever it is asked', () => {
  expect(keysOf(orderClose)).toBe(keysOf(orderClose));
  expect(keysOf(orderClose)).not.toBe(keysOf(accessKeyAdd));
});

test('a lost answer, a broken server and a twin under way leave open whether it was done', () => {
  expect(mayHaveBeenDone(new NoAnswer('timeout'))).toBe(true);
  expect(mayHaveBeenDone(new NoAnswer('network'))).toBe(true);
  expect(mayHaveBeenDone(refused('internal', 500))).toBe(true);
  expect(mayHaveBeenDone(refused('request_in_progress', 200))).toBe(true);
});

test('a refusal says that nothing was done', () => {
  expect(mayHaveBeenDone(refused('insufficient_balance', 200))).toBe(false);
  expect(mayHaveBeenDone(refused('busy', 429))).toBe(false);
  expect(mayHaveBeenDone(new TypeError('a mistake of ours'))).toBe(false);
});

test('a refusal that the server keeps ends the act; one that says "not now" or asks for another code does not', () => {
  expect(isRefusedForGood(refused('insufficient_balance', 200))).toBe(true);
  expect(isRefusedForGood(refused('recipient_unknown', 200))).toBe(true);
  for (const [outcome, http] of [
    ['busy', 429],
    ['wrong_google_code', 200],
    ['google_code_used', 200],
    ['maintenance', 200],
    ['request_in_progress', 200],
    ['too_late', 503],
    ['outcome_unknown', 503],
    ['never heard of', 200],
  ] as const) {
    expect(isRefusedForGood(refused(outcome, http))).toBe(false);
  }
  expect(isRefusedForGood(new NoAnswer('network'))).toBe(false);
});
