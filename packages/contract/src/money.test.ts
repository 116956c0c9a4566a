import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeOf, formatAmount, formatRate, LARGEST_AMOUNT_MINOR, minorOf, parseAmount, placesOf } from './money.ts';

const minor = fc.bigInt({ min: 0n, max: LARGEST_AMOUNT_MINOR });
const decimals = fc.integer({ min: 0, max: 8 });

describe('parseAmount and formatAmount', () => {
  it('give back exactly what was put in, with every number of places', () => {
    fc.assert(fc.property(minor, decimals, (value, places) => parseAmount(formatAmount(value, places), places) === value));
  });

  it('format what is below zero as its opposite with a sign', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n }), decimals, (value, places) => {
        expect(formatAmount(-value, places)).toBe(`-${formatAmount(value, places)}`);
      }),
    );
  });

  it('take zeros beyond the places, which change nothing', () => {
    expect(parseAmount('1.500', 2)).toBe(150n);
    expect(parseAmount('1.5000000000', 2)).toBe(150n);
    expect(parseAmount('7.000', 0)).toBe(7n);
  });

  it('refuse what is finer than the minor unit, however small', () => {
    expect(parseAmount('0.001', 2)).toBe('too_many_decimals');
    expect(parseAmount('1.000000001', 8)).toBe('too_many_decimals');
    expect(parseAmount('1.1', 0)).toBe('too_many_decimals');
  });

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '.5',
    '1.',
    '01',
    '1e3',
    '0x10',
    '1,000',
    '1 000',
    ' 1',
    '1\n',
    '１',
    'NaN',
    'Infinity',
    '1_0',
    '1.2.3',
    '1\0',
  ])('refuse %j as no plain decimal', (text) => expect(parseAmount(text, 2)).toBe('not_a_number'));

  it('refuse more than one command may carry, to the minor unit', () => {
    expect(LARGEST_AMOUNT_MINOR).toBe(100_000_000_000_000_000n);
    expect(parseAmount(formatAmount(LARGEST_AMOUNT_MINOR, 2), 2)).toBe(LARGEST_AMOUNT_MINOR);
    expect(parseAmount(formatAmount(LARGEST_AMOUNT_MINOR + 1n, 2), 2)).toBe('too_large');
    expect(parseAmount('999999999999999999', 6)).toBe('too_large');
    expect(parseAmount('1234567890123456789', 2)).toBe('too_large');
    expect(parseAmount('9'.repeat(200), 2)).toBe('too_large');
  });

  it('never answer a wrong number: any text is refused or read exactly', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.-+e, '), maxLength: 24 });
    fc.assert(
      fc.property(text, decimals, (given, places) => {
        const amount = parseAmount(given, places);
        if (typeof amount !== 'bigint') return;
        const [whole = '', fraction = ''] = given.split('.');
        expect(amount).toBe(BigInt(whole) * 10n ** BigInt(places) + BigInt(fraction.slice(0, places).padEnd(places, '0') || '0'));
        expect(fraction.slice(places)).toMatch(/^0*$/);
      }),
    );
  });
});

describe('feeOf', () => {
  const rate = fc.integer({ min: 0, max: 10_000 });

  it('is the exact product rounded up: never less than the rate says, never a whole unit more', () => {
    fc.assert(
      fc.property(minor, rate, (amount, points) => {
        const fee = feeOf(amount, points);
        const exact = amount * BigInt(points);
        expect(fee * 10_000n >= exact && (fee - 1n) * 10_000n < exact).toBe(true);
      }),
    );
  });

  it('never exceeds the amount and never shrinks as the amount grows', () => {
    fc.assert(
      fc.property(minor, minor, rate, (a, b, points) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(feeOf(less, points) <= feeOf(more, points) && feeOf(more, points) <= more).toBe(true);
      }),
    );
  });

  it('is nothing for nothing, and at least one unit for anything at any rate above zero', () => {
    expect(feeOf(0n, 10)).toBe(0n);
    expect(feeOf(1n, 0)).toBe(0n);
    expect(feeOf(1n, 1)).toBe(1n);
    expect(feeOf(100n, 10)).toBe(1n);
    expect(feeOf(1_000n, 10)).toBe(1n);
    expect(feeOf(1_001n, 10)).toBe(2n);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the rate %d', (points) => {
    expect(() => feeOf(100n, points)).toThrow(RangeError);
  });
});

it('formatRate writes basis points as a percentage', () => {
  expect([0, 5, 10, 100, 10_000].map(formatRate)).toEqual(['0.00', '0.05', '0.10', '1.00', '100.00']);
});

describe('money as it is sent', () => {
  it('is read back exactly, below zero and beyond what one command carries', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), decimals, (value, places) => {
        const money = formatAmount(value, places);
        expect([minorOf(money, places), minorOf(money), placesOf(money)]).toEqual([value, value, places]);
      }),
    );
  });

  it('is nothing else, nor of other places than said', () => {
    for (const money of ['1.234', '1', '', '1,00', '--1.00', '1.00 ', '.00']) expect(() => minorOf(money, 2), money).toThrow(RangeError);
    for (const money of ['', '1,00', '1e3', '+1', '1.']) expect(() => minorOf(money), money).toThrow(RangeError);
  });
});
