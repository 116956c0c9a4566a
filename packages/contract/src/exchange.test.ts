import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinOfUsdt, isPaidOut, isPaidOutIn, RATE_OF_USDT, usdtOfCoin } from './exchange.ts';

describe('exchange', () => {
  it.each([
    ['100 USDT at 7.1234 are 712.34 of a coin with two places', 100_000_000n, '7.1234', 2, 71_234n],
    ['a part of a minor unit is not paid', 100_000_000n, '7.12349', 2, 71_234n],
    ['0.000001 USDT is worth nothing in a coin with two places', 1n, '7.1234', 2, 0n],
    ['a coin without places', 1_000_000n, '25400.5', 0, 25_400n],
    ['a coin with more places than USDT', 1n, '1', 18, 1_000_000_000_000n],
    ['a rate far below one', 100_000_000n, '0.000000000000000001', 18, 100n],
    ['USDT itself', 123_456_789n, RATE_OF_USDT, 6, 123_456_789n],
  ])('%s', (_what, usdt, rate, decimals, coin) => {
    expect(coinOfUsdt(usdt, rate, decimals)).toBe(coin);
  });

  it.each([
    ['712.34 of a coin with two places are 100 USDT at 7.1234', 71_234n, '7.1234', 2, 100_000_000n],
    ['a part of a millionth is not paid', 1n, '7', 2, 1_428n],
    ['one of a coin without places', 1n, '25400', 0, 39n],
    ['USDT itself', 123_456_789n, RATE_OF_USDT, 6, 123_456_789n],
  ])('%s', (_what, coin, rate, decimals, usdt) => {
    expect(usdtOfCoin(coin, rate, decimals)).toBe(usdt);
  });

  it('there and back never makes more of it', () => {
    const rates = fc
      .tuple(fc.bigInt(0n, 10n ** 6n), fc.bigInt(1n, 10n ** 18n - 1n))
      .map(([whole, part]) => `${whole}.${part.toString().padStart(18, '0')}`);
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 17n), rates, fc.integer({ min: 0, max: 18 }), (minor, rate, decimals) => {
        expect(usdtOfCoin(coinOfUsdt(minor, rate, decimals), rate, decimals)).toBeLessThanOrEqual(minor);
        expect(coinOfUsdt(usdtOfCoin(minor, rate, decimals), rate, decimals)).toBeLessThanOrEqual(minor);
      }),
    );
  });

  it.each(['', '0', '0.000', '-1', '1e3', '1.', '1,5', ' 1', '1.0000000000000000001', '1234567890123456789'])('"%s" is no rate', (rate) => {
    expect(() => coinOfUsdt(1n, rate, 2)).toThrow(RangeError);
  });
});

it.each([
  ['a platform token in the currency of its market', { coin_name: 'CNYT', market: 'CNY' }, 'CNY', true, true],
  ['a platform token in another currency', { coin_name: 'CNYT', market: 'CNY' }, 'USD', true, false],
  ['USDT in any', { coin_name: 'USDT', market: null }, 'USD', true, true],
  ['another crypto coin in none', { coin_name: 'TRX', market: null }, 'USD', false, false],
])('banks are paid from %s, or not', (_, coin, currency, atAll, inIt) => {
  expect(isPaidOut(coin)).toBe(atAll);
  expect(isPaidOutIn(coin, currency)).toBe(inIt);
});
