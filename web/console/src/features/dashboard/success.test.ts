import { expect, it } from 'vitest';
import { successText } from './success.ts';

it.each([
  [0, 0, '–'],
  [5, 0, '0%'],
  [5, 5, '100%'],
  [3, 2, '66.7%'],
  [8, 1, '12.5%'],
  [2000, 1999, '99.9%'],
  [2000, 1, '0.1%'],
  [100_000, 50_001, '50.0%'],
])('of %s orders that ended %s were paid: %s', (orders_ended, orders_succeeded, text) => {
  expect(successText({ orders_ended, orders_succeeded })).toBe(text);
});
