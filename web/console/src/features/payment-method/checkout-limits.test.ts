import { expect, it } from 'vitest';
import { limitsOf } from './checkout-limits.ts';

const allowed = { decimals: 2, minimum: null, maximum: null, order_minimum: '5.00', order_maximum: '100.00' };

it.each([
  [{}, { minimum: '5.00', maximum: '100.00' }],
  [
    { minimum: '9.50', maximum: '20.00' },
    { minimum: '9.50', maximum: '20.00' },
  ],
  // The provider has narrowed its own since.
  [
    { minimum: '1.00', maximum: '1000.00' },
    { minimum: '5.00', maximum: '100.00' },
  ],
  [
    { minimum: '200.00', maximum: '300.00' },
    { minimum: '5.00', maximum: '100.00' },
  ],
])('own limits hold where they are allowed: %o', (own, limits) => {
  expect(limitsOf({ ...allowed, ...own })).toEqual(limits);
});
