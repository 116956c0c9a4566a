import { expect, it } from 'vitest';
import { typedAmount } from './typed-amount.ts';

it.each([
  ['12.50', '12.50'],
  [' 12,5 ', '12.5'],
  ['1.234,50', '1234.50'],
  ['100,123456', '100.123456'],
  // Some read it as twelve hundred, others as one and a bit.
  ['1,234', '1,234'],
  ['1,234.50', '1,234.50'],
  ['1234.567,50', '1234.567,50'],
  ['much', 'much'],
  ['', ''],
])('takes what is typed as %j for %j', (typed, taken) => {
  expect(typedAmount(typed)).toBe(taken);
});
