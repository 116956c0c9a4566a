import { expect, test } from 'vitest';
import type { Order, OrdersPage } from './api.ts';
import { inputAt, inputSince, momentAfter, release, take } from './steady-page.ts';

const order = (serial_number: string, order_status: Order['order_status'] = 'created'): Order => ({
  create_time: '2026-11-21T08:00:00.000Z',
  order_id: serial_number,
  serial_number,
  payment_id: null,
  nick: null,
  external_account: '',
  coin_name: 'USDP',
  amount: '1.00',
  handling_fee: '0.01',
  settlement_amount: '0.99',
  order_type: 'collection',
  order_from: 'api',
  order_status,
  cancelled_by: null,
  expire_time: '2026-11-21T08:15:00.000Z',
  update_time: '2026-11-21T08:00:00.000Z',
});
const page = (...list: Order[]): OrdersPage => ({ list, total: list.length, total_is_exact: true, next_cursor: null });
const serials = (shown: { page: OrdersPage }) => shown.page.list.map((row) => row.serial_number);

test('the first page takes new orders in and says which they are', () => {
  const before = take(undefined, 'page 1', page(order('B'), order('A')), true);
  expect([...before.arrived]).toEqual([]);
  const after = take(before, 'page 1', page(order('C'), order('B')), true);
  expect(serials(after)).toEqual(['C', 'B']);
  expect([...after.arrived]).toEqual(['C']);
});

test('nothing slides in when another page or filter is looked at', () => {
  const before = take(undefined, 'page 1', page(order('B')), true);
  expect([...take(before, 'page 1, paid', page(order('A')), true).arrived]).toEqual([]);
});

test('a later page keeps its rows in place and shows in place what changed about them', () => {
  const before = take(undefined, 'page 3', page(order('B'), order('A')), false);
  const paid = take(before, 'page 3', page(order('B'), order('A', 'paid')), false);
  expect(paid.page.list[1]?.order_status).toBe('paid');
  expect(paid.waiting).toBeUndefined();

  const moved = take(paid, 'page 3', page(order('C'), order('B', 'expired')), false);
  expect(serials(moved)).toEqual(['B', 'A']);
  expect(moved.page.list[0]?.order_status).toBe('expired');
  expect(moved.waiting?.list[0]?.serial_number).toBe('C');
  expect(serials(release(moved))).toEqual(['C', 'B']);
});

test('an answer with the same rows again ends the waiting', () => {
  const before = take(undefined, 'page 3', page(order('B'), order('A')), false);
  const moved = take(before, 'page 3', page(order('A')), false);
  expect(moved.waiting).toBeDefined();
  expect(take(moved, 'page 3', page(order('B'), order('A')), false).waiting).toBeUndefined();
});

test('a later page holds the list just after the newest order of the first page', () => {
  const until = momentAfter({ page: 1 }, page(order('B'), order('A')));
  expect(until).toBe('2026-11-21T08:00:00.001Z');
  expect(inputAt({ page: 3 }, until)).toEqual({ page: 3, time_to: until });
  expect(inputSince({ page: 3, coin_name: 'USDP' }, until)).toEqual({ page: 1, page_size: 1, coin_name: 'USDP', time_from: until });
});

test('the first page, another order and an end of one’s own need no such moment', () => {
  const until = '2026-11-21T08:00:00.001Z';
  for (const input of [{ page: 1 }, { page: 2, sort_by: 'amount' as const }, { page: 2, time_to: '2026-11-20T00:00:00.000Z' }]) {
    expect(inputAt(input, until)).toBe(input);
    expect(inputSince(input, until)).toBeUndefined();
  }
  expect(inputAt({ page: 2 }, 'nonsense')).toEqual({ page: 2 });
  expect(momentAfter({ page: 1 }, page())).toBeUndefined();
  expect(momentAfter({ page: 1, sort_order: 'asc' }, page(order('A')))).toBeUndefined();
});
