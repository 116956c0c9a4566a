import { expect, it } from 'vitest';
import type { OrderDetail, OrderRow } from './api.ts';
import { stepsOf, stepText } from './steps.ts';

const [made, paid, first, second] = ['09:00', '09:01', '10:00', '11:00'].map((time) => `2026-03-02T${time}:00.000Z`) as [
  string,
  string,
  string,
  string,
];

it('each refund of an order is a step of its own, in the order in which they were made', () => {
  const order = { order_status: 'paid', create_time: made, update_time: second, coin_name: 'USDP' } as OrderRow;
  const refunds: OrderDetail['refunds'] = [
    { serial_number: 'RF2', amount: '1000.00', create_time: second },
    { serial_number: 'RF1', amount: '2.50', create_time: first },
  ];
  const t = (key: string, said?: object): string => [key.replace('orders.happened.', ''), ...Object.values(said ?? {})].join(' ');
  const steps = stepsOf(order, { scanned_time: null, paid_time: paid, refunds });
  expect(steps.map((step) => [stepText(step, order, t as never), step.time])).toEqual([
    ['created', made],
    ['paid', paid],
    ['refunded 2.50 USDP', first],
    ['refunded 1,000.00 USDP', second],
  ]);
  expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
});
