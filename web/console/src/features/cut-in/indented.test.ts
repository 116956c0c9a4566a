import { expect, test } from 'vitest';
import { indented } from './indented.ts';

test('sets JSON out over lines', () => {
  const values = [{ type: 'ping', data: {} }, { a: [1, { b: null }], c: 'x,y:{"z"}\\' }, [], {}, [[], {}], 'text', 12, { ключ: 'đồng\n' }];
  for (const value of values) expect(indented(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

test('leaves the digits of a number as they were sent', () => {
  expect(indented('{"amount":12345678901234567890.10}')).toBe('{\n  "amount": 12345678901234567890.10\n}');
});

test('leaves what is no JSON as it is', () => {
  expect(indented('not { json')).toBe('not { json');
});
