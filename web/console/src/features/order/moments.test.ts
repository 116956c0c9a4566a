import { PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import { expect, test } from 'vitest';
import type { Delivery } from '../../shared/record-api.ts';
import type { Order, RefundRecord } from './api.ts';
import { momentsOf } from './moments.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 21, 8, 0, second)).toISOString();
const order = (change: Partial<Order>) =>
  ({ create_time: at(0), scanned_time: null, paid_time: null, update_time: at(9), cancelled_by: null, ...change }) as Order;
const delivery = (delivery_id: string, second: number) => ({ delivery_id, create_time: at(second) }) as Delivery;
const keys = (of: Order, deliveries: readonly Delivery[] = []) => momentsOf(of, deliveries).map(({ key }) => key);

test('a paid order: each step before the event that tells of it', () => {
  const paid = order({ order_status: 'paid', scanned_time: at(4), paid_time: at(9) });
  expect(keys(paid, [delivery('told of payment', 9), delivery('told of creation', 0), delivery('again', 30)])).toEqual([
    'created',
    'told of creation',
    'scanned',
    'paid',
    'told of payment',
    'again',
  ]);
});

test('an event that was written down before the commit of its step still comes after it', () => {
  const paid = order({ order_status: 'paid', paid_time: at(9) });
  const told = { ...delivery('told of payment', 8), event_type: 'order.paid' } as Delivery;
  expect(keys(paid, [told, delivery('other', 8)])).toEqual(['created', 'other', 'paid', 'told of payment']);
});

test('each refund comes before the event that tells of it, and after the payment', () => {
  const paid = order({ order_status: 'paid', paid_time: at(5) });
  const refunds = [
    { serial_number: 'RF2', create_time: at(9) } as RefundRecord,
    { serial_number: 'RF1', create_time: at(7) } as RefundRecord,
  ];
  const told = (serial: string, second: number) =>
    ({ ...delivery(`told of ${serial}`, second), event_type: 'order.refunded', payload: `{"serial_number":"${serial}"}` }) as Delivery;
  const deliveries = [told('RF1', 6), { ...told('RF1', 8), delivery_id: 'again' }, told('RF2', 8)];
  expect(momentsOf(paid, deliveries, refunds).map(({ key }) => key)).toEqual([
    'created',
    'paid',
    'RF1',
    'told of RF1',
    'again',
    'RF2',
    'told of RF2',
  ]);
});

test('an unpaid order waits, after everything else', () => {
  expect(keys(order({ order_status: 'scanned', scanned_time: at(4) }), [delivery('late', 30)])).toEqual([
    'created',
    'scanned',
    'late',
    'waiting',
  ]);
});

test('a cancelled order says who cancelled it', () => {
  expect(keys(order({ order_status: 'cancelled', cancelled_by: 'payer' }))).toEqual(['created', 'cancelledByPayer']);
  expect(keys(order({ order_status: 'cancelled', cancelled_by: 'merchant' }))).toEqual(['created', 'cancelledByMerchant']);
});

test('every state has a timeline', () => {
  for (const order_status of PAYMENT_ORDER_STATES)
    expect(keys(order({ order_status, paid_time: at(9) })).length, order_status).toBeGreaterThan(1);
});
