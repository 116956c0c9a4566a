import { expect, it } from 'vitest';
import { mayBeThousands, typedAmount } from './typed-amount.ts';

it.each([
  ['12.50', '12.50'],
  [' 12,5 ', '12.5'],
  ['1.234,50', '1234.50'],
  ['100,123456', '100.123456'],
  // As the pages themselves write it in English and Chinese.
  ['1,234.50', '1234.50'],
  ['100,000,000.00', '100000000.00'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['１２．５０', '12.50'],
  ['１，２３４．５', '1234.5'],
  // Some read it as twelve hundred, others as one and a bit.
  ['1,234', '1,234'],
  ['12,34.50', '12,34.50'],
  ['1,234.567.890', '1,234.567.890'],
  ['1234.567,50', '1234.567,50'],
  ['much', 'much'],
  ['', ''],
])('takes what is typed as %j for %j', (typed, taken) => {
  expect(typedAmount(typed)).toBe(taken);
});

it.each([
  ['25.000', 2, true],
  ['1.234', 0, true],
  ['25.00', 2, false],
  ['25000', 2, false],
  ['0.000', 2, false],
  ['1234.500', 2, false],
  // Of a coin with as many places it is what it says.
  ['1.234', 6, false],
])('says whether %j of a coin with %i places may be meant as thousands: %j', (typed, decimals, may) => {
  expect(mayBeThousands(typed, decimals)).toBe(may);
});
