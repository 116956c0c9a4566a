import { CallRefused, NoAnswer } from '@purser/client/transport';
import { expect, test } from 'vitest';
import { ActKeys, isRefusedForGood, mayHaveBeenDone } from './act-key.ts';

const refused = (msg: string, http: number) => new CallRefused({ code: 1, msg, detail: '', data: null, request_id: '' }, http);

test('the same act tried again keeps its key until it is done, whatever happened in between', () => {
  const keys = new ActKeys();
  const first = keys.keyFor('100 to Ann');
  keys.leaveOpen();
  expect(keys.isOpen('100 to Ann')).toBe(true);
  expect(keys.keyFor('100 to Ann')).toBe(first);
  expect(keys.isOpen('100 to Ann')).toBe(true);
});

test('an act that was only refused is not open', () => {
  const keys = new ActKeys();
  const first = keys.keyFor('100 to Ann');
  expect(keys.isOpen('100 to Ann')).toBe(false);
  expect(keys.keyFor('100 to Ann')).toBe(first);
});

test('once done, the same contents are a new act', () => {
  const keys = new ActKeys();
  const first = keys.keyFor('100 to Ann');
  keys.leaveOpen();
  keys.end();
  expect(keys.isOpen('100 to Ann')).toBe(false);
  expect(keys.keyFor('100 to Ann')).not.toBe(first);
});

test('other contents never travel under the key of an open act', () => {
  const keys = new ActKeys();
  const first = keys.keyFor('100 to Ann');
  keys.leaveOpen();
  expect(keys.keyFor('200 to Ann')).not.toBe(first);
  expect(keys.isOpen('200 to Ann')).toBe(false);
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
