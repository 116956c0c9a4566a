import { PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import { expect, test } from 'vitest';
import type { OrderRecord } from './api.ts';
import { historyOf } from './history.ts';

const order = (order_status: OrderRecord['order_status'], cancelled_by: OrderRecord['cancelled_by'] = null) =>
  ({ order_status, cancelled_by, create_time: 'first', update_time: 'last' }) as OrderRecord;
const steps = (of: OrderRecord) => historyOf(of).map(({ step, time }) => `${step} ${time ?? ''}`.trim());

test('an order that is open waits, at the end', () => {
  expect(steps(order('created'))).toEqual(['created first', 'waiting']);
  expect(steps(order('scanned'))).toEqual(['created first', 'scanned last', 'waiting']);
});

test('an order that ended says how, and who ended it', () => {
  expect(steps(order('paid'))).toEqual(['created first', 'paid last']);
  expect(steps(order('cancelled', 'payer'))).toEqual(['created first', 'cancelledByPayer last']);
  expect(steps(order('cancelled', 'merchant'))).toEqual(['created first', 'cancelledByMerchant last']);
  expect(steps(order('expired'))).toEqual(['created first', 'expired last']);
});

test('every state has a history', () => {
  for (const state of PAYMENT_ORDER_STATES) expect(historyOf(order(state)).length, state).toBeGreaterThan(1);
});
