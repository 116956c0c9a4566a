import { webhookUpdate } from '@purser/contract/features/webhook';
import { expect, test } from 'vitest';
import { problemsBySchema } from '@purser/console-kit/confirmed-form';
import { changedFields, contentsOf, draftOf, isWebAddress } from './integration-form.ts';

const saved = { return_address: 'https://shop.example/back', order_lifetime_min: 15 };
const draft = draftOf(saved);

test('an address is a whole web address or empty', () => {
  for (const address of ['', 'https://shop.example/hooks?x=1', 'http://127.0.0.1:3000/']) expect(isWebAddress(address), address).toBe(true);
  for (const address of [
    'shop.example',
    'https://',
    'ftp://shop.example',
    'javascript:alert(1)',
    'https://a b.example',
    '//shop.example',
  ]) {
    expect(isWebAddress(address), address).toBe(false);
  }
});

test('an order lives for a whole number of minutes within the limits of the contract', () => {
  const problemsOf = (order_lifetime_min: string) =>
    problemsBySchema(webhookUpdate, contentsOf({ ...draft, order_lifetime_min }), { order_lifetime_min: 'wrong' });
  for (const lifetime of ['1', '15', ' 1440 ']) expect(problemsOf(lifetime), lifetime).toEqual({});
  for (const lifetime of ['', '0', '1441', '1.5', '-5', 'ten'])
    expect(problemsOf(lifetime), lifetime).toEqual({ order_lifetime_min: 'wrong' });
});

test('only what differs is a change', () => {
  expect(changedFields(saved, contentsOf({ ...draft, return_address: ` ${saved.return_address} ` }))).toEqual([]);
  expect(changedFields(saved, contentsOf({ ...draft, return_address: 'https://shop.example/', order_lifetime_min: '30' }))).toEqual([
    'return_address',
    'order_lifetime_min',
  ]);
});
