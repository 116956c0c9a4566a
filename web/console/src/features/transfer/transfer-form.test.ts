import { minorOf } from '@purser/contract/money';
import { merchantAddress } from '@purser/contract/address';
import { expect, test } from 'vitest';
import { feeOf, isRemarkTooLong, lessOf, readAmount, readRecipient } from './transfer-form.ts';

const OWN = 10_000_001;
const usdt = { decimals: 6, minimum: 1_000_000n, available: 25_000_000n };

test('a recipient is a merchant id or a receiving address, pasted with blanks or in small letters', () => {
  expect(readRecipient('10000002', OWN)).toBe(10_000_002);
  expect(readRecipient(' 1000 0002 ', OWN)).toBe(10_000_002);
  expect(readRecipient(merchantAddress(10_000_002), OWN)).toBe(10_000_002);
  expect(readRecipient(`  ${merchantAddress(10_000_002).toLowerCase()}\n`, OWN)).toBe(10_000_002);
});

test('a mistyped address is told apart from a text that is no address', () => {
  const address = merchantAddress(10_000_002);
  const lastDigit = Number(address.at(-1));
  expect(readRecipient(address.slice(0, -1) + ((lastDigit + 1) % 10), OWN)).toBe('bad_address');
  expect(readRecipient('PM', OWN)).toBe('bad_address');
  expect(readRecipient('0x52908400098527886E0F7030069857D2E4169EE7', OWN)).toBe('not_an_id');
  expect(readRecipient('-5', OWN)).toBe('not_an_id');
  expect(readRecipient('0', OWN)).toBe('not_an_id');
  expect(readRecipient('1'.repeat(16), OWN)).toBe('not_an_id');
  expect(readRecipient('  ', OWN)).toBe('required');
});

test('one’s own id and address are refused before anything is asked', () => {
  expect(readRecipient(String(OWN), OWN)).toBe('self');
  expect(readRecipient(merchantAddress(OWN), OWN)).toBe('self');
});

test('an amount is exact within the coin’s places', () => {
  expect(readAmount('12.345678', usdt)).toBe(12_345_678n);
  expect(readAmount(' 12 ', usdt)).toBe(12_000_000n);
  expect(readAmount('12.3456789', usdt)).toBe('too_many_decimals');
  expect(readAmount('12.50000000', usdt)).toBe(12_500_000n);
});

test('what cannot be read for certain is not guessed', () => {
  for (const text of ['1,234.50', '1.234,50', '12,5', '1e3', '+5', '-5', '.5', '5.', '٣', 'abc']) {
    expect(readAmount(text, usdt), text).toBe('not_a_number');
  }
  expect(readAmount('', usdt)).toBe('required');
  expect(readAmount('9'.repeat(18), usdt)).toBe('too_large');
});

test('an amount lies between the minimum and what is available', () => {
  expect(readAmount('0.999999', usdt)).toBe('below_minimum');
  expect(readAmount('1', usdt)).toBe(1_000_000n);
  expect(readAmount('25', usdt)).toBe(25_000_000n);
  expect(readAmount('25.000001', usdt)).toBe('above_available');
  expect(readAmount('0', { ...usdt, minimum: 0n })).toBe('below_minimum');
  expect(readAmount('25.000001', { ...usdt, available: undefined })).toBe(25_000_001n);
});

test('what the confirmation shows adds up to the last place', () => {
  expect(lessOf('1000000.10', '0.01', 2)).toBe('1000000.09');
  expect(lessOf('5.00', '7.50', 2)).toBe('-2.50');
  expect(feeOf({ transfer_fee: '0.10', internal_transfer_fee: '0.25' }, 2)).toBe('0.35');
  expect(feeOf({ transfer_fee: null, internal_transfer_fee: null }, 2)).toBeUndefined();
  expect(minorOf('-0.000001', 6)).toBe(-1n);
  expect(lessOf('9223372036854.775807', '0.000001', 6)).toBe('9223372036854.775806');
  for (const money of ['1.234', '1', '', '1,00', '--1.00', '1.00 ']) expect(() => minorOf(money, 2), money).toThrow(RangeError);
});

test('a remark is as long as the contract allows, blanks around it not counted', () => {
  expect(isRemarkTooLong(` ${'x'.repeat(200)} `)).toBe(false);
  expect(isRemarkTooLong('x'.repeat(201))).toBe(true);
});
