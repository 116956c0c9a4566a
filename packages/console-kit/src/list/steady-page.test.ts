import { expect, test } from 'vitest';
import { inputAt, inputSince, momentAfter, release, take } from './steady-page.ts';

interface Row {
  readonly id: string;
  readonly create_time: string;
  readonly state: 'open' | 'paid' | 'expired';
}
const row = (id: string, state: Row['state'] = 'open'): Row => ({ id, state, create_time: '2026-11-21T08:00:00.000Z' });
const page = (...list: Row[]) => ({ list, total: list.length, total_is_exact: true });
const ids = (shown: { page: { list: readonly Row[] } }) => shown.page.list.map(({ id }) => id);
const keyOf = ({ id }: Row) => id;
const TIME = 'create_time';
const FOLLOWS = { follows: true, keyOf };
const STEADY = { follows: false, keyOf };

test('the first page takes new rows in and says which they are', () => {
  const before = take(undefined, 'page 1', page(row('B'), row('A')), FOLLOWS);
  expect([...before.arrived]).toEqual([]);
  const after = take(before, 'page 1', page(row('C'), row('B')), FOLLOWS);
  expect(ids(after)).toEqual(['C', 'B']);
  expect([...after.arrived]).toEqual(['C']);
});

test('nothing slides in when another page or filter is looked at', () => {
  const before = take(undefined, 'page 1', page(row('B')), FOLLOWS);
  expect([...take(before, 'page 1, paid', page(row('A')), FOLLOWS).arrived]).toEqual([]);
});

test('a later page keeps its rows in place and shows in place what changed about them', () => {
  const before = take(undefined, 'page 3', page(row('B'), row('A')), STEADY);
  const paid = take(before, 'page 3', page(row('B'), row('A', 'paid')), STEADY);
  expect(paid.page.list[1]?.state).toBe('paid');
  expect(paid.waiting).toBeUndefined();

  const moved = take(paid, 'page 3', page(row('C'), row('B', 'expired')), STEADY);
  expect(ids(moved)).toEqual(['B', 'A']);
  expect(moved.page.list[0]?.state).toBe('expired');
  expect(moved.waiting?.list[0]?.id).toBe('C');
  expect(ids(release(moved))).toEqual(['C', 'B']);
});

test('an answer with the same rows again ends the waiting', () => {
  const before = take(undefined, 'page 3', page(row('B'), row('A')), STEADY);
  const moved = take(before, 'page 3', page(row('A')), STEADY);
  expect(moved.waiting).toBeDefined();
  expect(take(moved, 'page 3', page(row('B'), row('A')), STEADY).waiting).toBeUndefined();
});

test('a later page holds the list just after the newest row of the first page', () => {
  const until = momentAfter({ page: 1 }, TIME, page(row('B'), row('A')));
  expect(until).toBe('2026-11-21T08:00:00.001Z');
  expect(inputAt({ page: 3 }, TIME, until)).toEqual({ page: 3, time_to: until });
  expect(inputSince({ page: 3, coin_name: 'USDP' }, TIME, until)).toEqual({ page: 1, page_size: 1, coin_name: 'USDP', time_from: until });
});

test('where a period is still running, a later page holds the list at the same moment', () => {
  const today = { time_from: '2026-11-21T00:00:00.000Z', time_to: '2026-11-22T00:00:00.000Z' };
  const until = momentAfter({ page: 1, ...today }, TIME, page(row('B'), row('A')));
  expect(until).toBe('2026-11-21T08:00:00.001Z');
  expect(inputAt({ page: 3, ...today }, TIME, until)).toEqual({ page: 3, ...today, time_to: until });
  expect(inputSince({ page: 3, ...today }, TIME, until)).toEqual({ page: 1, page_size: 1, time_from: until, time_to: today.time_to });
});

test('the first page, another order and an end before it need no such moment', () => {
  const until = '2026-11-21T08:00:00.001Z';
  for (const input of [{ page: 1 }, { page: 2, sort_by: 'amount' as const }, { page: 2, time_to: '2026-11-20T00:00:00.000Z' }]) {
    expect(inputAt(input, TIME, until)).toBe(input);
    expect(inputSince(input, TIME, until)).toBeUndefined();
  }
  expect(inputAt({ page: 2 }, TIME, 'nonsense')).toEqual({ page: 2 });
  expect(momentAfter({ page: 1 }, TIME, page())).toBeUndefined();
  expect(momentAfter({ page: 1, sort_order: 'asc' }, TIME, page(row('A')))).toBeUndefined();
});
