import { describe, expect, it } from 'vitest';
import { isReasonTooLong, mostOf, readSum, readUser } from './adjust-form.ts';

describe('the user', () => {
  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['50000001', 50_000_001],
    [' 5000 0001\n', 50_000_001],
    ['0', 'not_an_id'],
    ['-5', 'not_an_id'],
    ['Alice', 'not_an_id'],
    ['1234567890123456', 'not_an_id'],
  ])('%j', (text, read) => expect(readUser(text)).toBe(read));
});

describe('the amount', () => {
  const bounds = { decimals: 2, available: '100.00', feeRate: '0.00' };
  it.each([
    ['', 'required'],
    ['ten', 'not_a_number'],
    ['1,5', 'not_a_number'],
    ['1.005', 'too_many_decimals'],
    ['0', 'not_positive'],
    ['0.00', 'not_positive'],
    ['100.01', 'above_available'],
    ['9'.repeat(18), 'too_large'],
  ])('%j', (text, problem) => expect(readSum(text, bounds)).toBe(problem));

  it('says what becomes of it, the fee rounded up', () => {
    expect(readSum('100', bounds)).toEqual({ amount: '100.00', fee: '0.00', settlement: '100.00', after: '0.00' });
    expect(readSum(' 9.99 ', { ...bounds, feeRate: '2.50' })).toEqual({ amount: '9.99', fee: '0.25', settlement: '9.74', after: '90.01' });
  });

  it('has two decimals at most where the coin has more, and none where it has none', () => {
    const fine = { decimals: 6, available: '1.000000', feeRate: '0.00' };
    expect(readSum('0.001', fine)).toBe('too_many_decimals');
    expect(readSum('0.01', fine)).toMatchObject({ amount: '0.010000', after: '0.990000' });
    expect(readSum('1.5', { decimals: 0, available: '10', feeRate: '0.00' })).toBe('too_many_decimals');
  });

  it('must be more than its fee', () => {
    expect(readSum('1', { ...bounds, feeRate: '100.00' })).toBe('fee_exceeds');
  });

  it.each([
    ['100.00', '100.00'],
    ['1.239999', '1.23'],
    ['7', '7'],
  ])('all of %s is %s', (available, most) => expect(mostOf(available)).toBe(most));
});

it('a reason has two hundred characters, without the blanks around it', () => {
  expect(isReasonTooLong(` ${'x'.repeat(200)} `)).toBe(false);
  expect(isReasonTooLong('x'.repeat(201))).toBe(true);
});
