import { newSerialNumber } from '@purser/contract/serial';
import type { Permission } from '@purser/contract/staff';
import { expect, test } from 'vitest';
import { questionsOf } from './numbers.ts';

const asked = (text: string, ...permissions: Permission[]) => questionsOf(text, (one) => permissions.includes(one)).map(({ kind }) => kind);
const ALL = ['party.read', 'order.read', 'review.read'] as const;

test('digits are looked for among parties and merchants’ own numbers', () => {
  expect(asked('10000001', ...ALL)).toEqual(['merchant', 'user', 'order']);
  expect(asked('0', ...ALL)).toEqual(['order']);
  expect(asked('1234567890123456', ...ALL)).toEqual(['order']);
});

test('a serial number is looked for where its kind stands', () => {
  expect(asked(newSerialNumber('payment').toLowerCase(), ...ALL)).toEqual(['order', 'order']);
  expect(asked(newSerialNumber('transfer'), ...ALL)).toEqual(['transfer', 'order']);
  for (const kind of ['user_withdrawal', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal', 'user_adjustment'] as const)
    expect(asked(newSerialNumber(kind), ...ALL)).toEqual(['review', 'order']);
});

test('nothing is asked for that the role may not see', () => {
  expect(asked('10000001')).toEqual([]);
  expect(asked('10000001', 'party.read')).toEqual(['merchant', 'user']);
  expect(asked(newSerialNumber('fiat_withdrawal'), 'order.read')).toEqual(['order']);
  expect(asked(newSerialNumber('payment'), 'review.read')).toEqual([]);
});
