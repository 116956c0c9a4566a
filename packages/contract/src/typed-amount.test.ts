import { expect, it } from 'vitest';
import { readings, readTyped, typedAmount } from './typed-amount.ts';

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
  ['12。5', '12.5'],
  // Something says what the comma is.
  ['0,500', '0.500'],
  ['1234,567', '1234.567'],
  ['1.234,567', '1234.567'],
  ['25 000', '25000'],
  ['1\u00a0234,50', '1234.50'],
  ['1\u202f234.567', '1234.567'],
  // As keypads for figures make it.
  ['.5', '0.5'],
  [',5', '0.5'],
  ['.125', '0.125'],
  ['12.', '12'],
  ['12,', '12'],
  ['.', '.'],
  ['1.2.', '1.2.'],
  ['12 34', '12 34'],
  ['1 2', '1 2'],
  // A sign may be meant.
  ['¥100', '¥100'],
  ['100 USDT', '100 USDT'],
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
  ['7,245.00 USDP', '7245.00'],
  ['7.245,00\u00a0USDP', '7245.00'],
  ['usdp 12,5', '12.5'],
  ['USDP', ''],
  // Another coin may be meant.
  ['12.50 CNYT', '12.50 CNYT'],
  ['$12.50', '$12.50'],
])('takes %j, of a coin that is named with it, for %j', (typed, taken) => {
  expect(typedAmount(typed, 'USDP')).toBe(taken);
});

it.each([
  ['25.000', 2, 'unclear'],
  ['1.234', 0, 'unclear'],
  ['1,234', 2, 'unclear'],
  ['25.00', 2, 2500n],
  ['25000', 2, 2_500_000n],
  ['0.000', 2, 0n],
  ['1234.500', 2, 123_450n],
  // Of a coin with as many places a point is what it says, and a comma is not.
  ['1.234', 6, 1_234_000n],
  ['1,234', 6, 'unclear'],
  ['0.001', 2, 'too_many_decimals'],
  ['9'.repeat(32), 2, 'too_large'],
  ['¥100', 2, 'not_a_number'],
  ['', 2, 'not_a_number'],
])('reads %s of a coin with %i places as %s', (typed, decimals, read) => {
  expect(readTyped(typed, decimals)).toBe(read);
});

it.each([
  ['25.000', 2, '25000', '25'],
  ['25,500', 2, '25500', '25.5'],
  ['1.234', 2, '1234', '1.23'],
  ['1.234', 0, '1234', '1'],
  ['1,234', 6, '1234', '1.234'],
  ['100,000', 6, '100000', '100'],
])('says both ways in which %s of a coin with %i places may be meant, so that each is clear', (typed, decimals, thousands, units) => {
  expect(readings(typed, decimals)).toEqual({ thousands, units });
  expect(readTyped(thousands, decimals)).toBeTypeOf('bigint');
  expect(readTyped(units, decimals)).toBeTypeOf('bigint');
});
