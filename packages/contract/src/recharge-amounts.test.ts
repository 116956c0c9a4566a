import { expect, it } from 'vitest';
import { reckonRecharge } from './recharge-amounts.ts';

const CNYT = {
  coin_name: 'CNYT',
  decimals: 2,
  price_type: 'fixed',
  rate: '7.1',
  usdt_recharge_fee: '0.20',
  usdt_recharge_minimum: '100.000000',
} as const;

it('reckons as the server does: the fee rounded up, what arrives rounded down', () => {
  expect(reckonRecharge(' 1000 ', CNYT)).toEqual({ sent: '1000.000000', exchanged: '7100.00', fee: '14.20', count: '7085.80' });
  expect(reckonRecharge('100.009999', CNYT)).toEqual({ sent: '100.009999', exchanged: '710.07', fee: '1.43', count: '708.64' });
});

it.each([
  ['', 'required'],
  ['1,000', 'wrong'],
  ['100.0000001', 'wrong'],
  ['-100', 'wrong'],
  ['99.999999', 'below'],
])('"%s" is %s', (typed, problem) => {
  expect(reckonRecharge(typed, CNYT)).toBe(problem);
});

it('knows nothing without a rate', () => {
  expect(reckonRecharge('1000', { ...CNYT, rate: null })).toBeUndefined();
});
