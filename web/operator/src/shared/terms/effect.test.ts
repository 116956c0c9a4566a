import { expect, it } from 'vitest';
import { effectOf } from './effect.ts';

it.each([
  ['1.00', 2, { amount: '100.00 EURT', fee: '1.00 EURT', settlement: '99.00 EURT' }],
  ['0', 2, { amount: '100.00 EURT', fee: '0.00 EURT', settlement: '100.00 EURT' }],
  ['0.01', 0, { amount: '100 EURT', fee: '1 EURT', settlement: '99 EURT' }],
  ['2.5', 6, { amount: '100.000000 EURT', fee: '2.500000 EURT', settlement: '97.500000 EURT' }],
])('a fee of %s %% is told on 100 coins of %i decimals, rounded up', (percent, decimals, effect) => {
  expect(effectOf(percent, decimals, 'EURT')).toEqual(effect);
});

it.each(['', '1,5', '1.234', '101', '-1'])('a fee of "%s" has no effect to tell', (percent) => {
  expect(effectOf(percent, 2, 'EURT')).toBeUndefined();
});
