import { newSerialNumber } from '@purser/contract/serial';
import type { Permission } from '@purser/contract/staff';
import { expect, test } from 'vitest';
import { questionsOf } from './numbers.ts';

const asked = (text: string, ...permissions: Permission[]) => questionsOf(text, (one) => permissions.includes(one)).map(({ kind }) => kind);
const ALL = ['party.read', 'order.read'] as const;

test('digits are looked for among parties and merchants’ own numbers', () => {
  expect(asked('10000001', ...ALL)).toEqual(['merchant', 'user', 'order']);
  expect(asked('0', ...ALL)).toEqual(['order']);
  expect(asked('1234567890123456', ...ALL)).toEqual(['order']);
});

test('a serial number, a TXID and an address are looked for among orders of every kind', () => {
  for (const text of [
    newSerialNumber('payment').toLowerCase(),
    newSerialNumber('refund'),
    `0x${'5e'.repeat(32)}`,
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    '0198c2f0-5a3b-7c1d-9e2f-0a1b2c3d4e5f',
  ])
    expect(asked(text, ...ALL)).toEqual(['order']);
  expect(asked('two words', ...ALL)).toEqual([]);
});

test('nothing is asked for that the role may not see', () => {
  expect(asked('10000001')).toEqual([]);
  expect(asked('10000001', 'party.read')).toEqual(['merchant', 'user']);
  expect(asked(newSerialNumber('fiat_withdrawal'), 'order.read')).toEqual(['order']);
  expect(asked(newSerialNumber('payment'), 'party.read')).toEqual([]);
});
