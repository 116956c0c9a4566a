import { expect, it } from 'vitest';
import { currencyText } from './payout-currency.ts';

it.each([
  ['CNY', 2, 120_000n, '1200.00'],
  ['VND', 2, 12_900_000n, '129000'],
  // Usual in cash without decimals, and so in CLDR; banks have two.
  ['HUF', 2, 10_050n, '100.50'],
  ['IDR', 2, 10_050n, '100.50'],
  ['KWD', 3, 100_500n, '100.500'],
  ['KWD', 2, 10_050n, '100.50'],
  ['POINTS', 3, 1n, '0.001'],
])('an amount of %s, whose token has %i places, is written as banks have it', (market, decimals, minor, text) => {
  expect(currencyText(market, decimals, minor)).toBe(text);
});
