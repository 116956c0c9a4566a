import { expect, test } from 'vitest';
import { readAmount } from './amount.ts';

const BOUNDS = { decimals: 2, minimum: '100.00', available: '500.00' };

test('an amount is read within its bounds', () => {
  expect(readAmount(' 100 ', BOUNDS)).toBe(10_000n);
  expect(readAmount('500.00', BOUNDS)).toBe(50_000n);
  for (const [text, problem] of [
    ['', 'required'],
    ['1,000', 'not_a_number'],
    ['100.001', 'too_many_decimals'],
    ['99.99', 'below_minimum'],
    ['500.01', 'above_available'],
  ] as const)
    expect(readAmount(text, BOUNDS), text).toBe(problem);
});

test('nothing is refused for a bound that is not known yet', () => {
  expect(readAmount('5', { decimals: 2, minimum: undefined, available: undefined })).toBe(500n);
  expect(readAmount('0', { decimals: 2, minimum: undefined, available: undefined })).toBe('below_minimum');
});
