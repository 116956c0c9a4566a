import { PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import { expect, test } from 'vitest';
import type { Order, OrderRecord } from './api.ts';
import { stepsOf } from './steps.ts';

const order = (order_status: OrderRecord['order_status'], cancelled_by: OrderRecord['cancelled_by'] = null) =>
  ({ order_status, cancelled_by, create_time: 'first', update_time: 'last' }) as OrderRecord;
const whole = (order_status: Order['order_status'], times: Partial<Order>) => ({ ...order(order_status), ...times }) as Order;
const steps = (of: OrderRecord) => stepsOf(of).map(({ step, time }) => `${step} ${time ?? ''}`.trim());

test('an unpaid order waits, at the end', () => {
  expect(steps(order('created'))).toEqual(['created first', 'waiting']);
  expect(steps(order('scanned'))).toEqual(['created first', 'scanned last', 'waiting']);
});

test('an order that ended says how, and who ended it', () => {
  expect(steps(order('paid'))).toEqual(['created first', 'paid last']);
  expect(steps(order('cancelled', 'payer'))).toEqual(['created first', 'cancelledByPayer last']);
  expect(steps(order('cancelled', 'merchant'))).toEqual(['created first', 'cancelledByMerchant last']);
  expect(steps(order('expired'))).toEqual(['created first', 'expired last']);
});

test('an order whole says when each step was', () => {
  const times = { scanned_time: 'second', paid_time: 'third' };
  expect(steps(whole('paid', times))).toEqual(['created first', 'scanned second', 'paid third']);
  expect(steps(whole('expired', { scanned_time: 'second', paid_time: null }))).toEqual(['created first', 'scanned second', 'expired last']);
  expect(steps(whole('created', { scanned_time: null, paid_time: null }))).toEqual(['created first', 'waiting']);
});

test('every state has its steps', () => {
  for (const state of PAYMENT_ORDER_STATES) expect(stepsOf(order(state)).length, state).toBeGreaterThan(1);
});
