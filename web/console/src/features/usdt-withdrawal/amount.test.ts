import { expect, test } from 'vitest';
import { limitProblem, readAmount, shortUsdt } from './amount.ts';

const usdp = { decimals: 2, available: '1000.00' };

test('an amount is exact within the coin’s places and what is available', () => {
  expect(readAmount(' 12.5 ', usdp)).toBe(1250n);
  expect(readAmount('1000.00', usdp)).toBe(100_000n);
  expect(readAmount('1000.01', usdp)).toBe('above_available');
  expect(readAmount('12.345', usdp)).toBe('too_many_decimals');
  expect(readAmount('', usdp)).toBe('required');
  expect(readAmount('0', usdp)).toBe('required');
  for (const text of ['1,5', '-1', '1e3', 'abc']) expect(readAmount(text, usdp), text).toBe('not_a_number');
});

test('limits are about what it is worth', () => {
  const limits = { minimum: '100.000000', maximum: '1000.000000' };
  expect(limitProblem('99.999999', limits)).toBe('below_minimum');
  expect(limitProblem('100.000000', limits)).toBeUndefined();
  expect(limitProblem('1000.000000', limits)).toBeUndefined();
  expect(limitProblem('1000.000001', limits)).toBe('above_maximum');
});

test('a limit is written without the zeros at its end', () => {
  expect(shortUsdt('100.000000')).toBe('100');
  expect(shortUsdt('99.500000')).toBe('99.5');
});
