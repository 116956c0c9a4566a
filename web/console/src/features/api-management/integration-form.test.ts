import { expect, test } from 'vitest';
import { changedFields, contentsOf, draftOf, fieldOfRefusal, wrongFields } from './integration-form.ts';

const saved = { webhook_address: 'https://shop.example/hooks', return_address: '', order_lifetime_min: 15 };
const draft = draftOf(saved);

test('an address is a whole web address or empty', () => {
  for (const address of ['', '  ', 'https://shop.example/hooks?x=1', ' http://127.0.0.1:3000/ ']) {
    expect(wrongFields({ ...draft, webhook_address: address, return_address: address }), address).toEqual([]);
  }
  for (const address of [
    'shop.example',
    'https://',
    'ftp://shop.example',
    'javascript:alert(1)',
    'https://a b.example',
    '//shop.example',
  ]) {
    expect(wrongFields({ ...draft, webhook_address: address, return_address: address }), address).toEqual([
      'webhook_address',
      'return_address',
    ]);
  }
});

test('an order lives for a whole number of minutes within the limits', () => {
  for (const lifetime of ['1', '15', ' 1440 ']) expect(wrongFields({ ...draft, order_lifetime_min: lifetime }), lifetime).toEqual([]);
  for (const lifetime of ['', '0', '1441', '1.5', '-5', 'ten']) {
    expect(wrongFields({ ...draft, order_lifetime_min: lifetime }), lifetime).toEqual(['order_lifetime_min']);
  }
});

test('only what differs is a change', () => {
  expect(changedFields(saved, contentsOf({ ...draft, webhook_address: ` ${saved.webhook_address} ` }))).toEqual([]);
  expect(changedFields(saved, contentsOf({ ...draft, return_address: 'https://shop.example/', order_lifetime_min: '30' }))).toEqual([
    'return_address',
    'order_lifetime_min',
  ]);
});

test('a refusal is shown at the field it concerns', () => {
  expect(fieldOfRefusal({ outcome: 'webhook_address_refused', data: null })).toBe('webhook_address');
  expect(fieldOfRefusal({ outcome: 'invalid_input', data: { fields: [{ field: 'return_address' }] } })).toBe('return_address');
  expect(fieldOfRefusal({ outcome: 'invalid_input', data: { fields: [{ field: 'other' }] } })).toBeUndefined();
  expect(fieldOfRefusal({ outcome: 'busy', data: null })).toBeUndefined();
});
