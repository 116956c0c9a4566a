import { FEE_NAMES, LIMITS, recordOf } from '@purser/contract/terms';

/** Terms as staff write them. */
export const TERMS = {
  transfer_minimum: '1',
  transfer_fee_rate: '0.10',
  payment_fee_rate: '1.00',
  order_minimum: '0.01',
  order_maximum: '1000000',
  user_withdrawal_fee_rate: '0.50',
  adjustment_fee_rate: '0.00',
  usdt_recharge_fee_rate: '0.20',
  usdt_withdrawal_fee_rate: '0.50',
  fiat_withdrawal_fee_rate: '0.80',
  usdt_recharge_minimum: '100',
  usdt_withdrawal_minimum: '100',
  usdt_withdrawal_maximum: '100000',
  usdt_withdrawal_day_maximum: '500000',
  fiat_withdrawal_minimum: '100',
  refund_returns_fee: false,
};

/** A merchant's own, of which there are none. */
export const NO_TERMS = { ...recordOf([...FEE_NAMES, ...LIMITS], () => null), refund_returns_fee: null };
