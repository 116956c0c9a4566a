import { orderQuery } from '@purser/contract/features/order';
import { presetSpan, type SpanPreset } from '@purser/ui/time-span';
import { expect, it } from 'vitest';
import { keptSearchOf, sameFields, viewSearchOf, withView } from './view-search.ts';

const address = { order_status: 'created', sort_by: 'amount', page: '7', open: 'PO1', tab: 'links' };

it('keeps what narrows and sorts a list, and neither where one is in it nor what is beside it', () => {
  expect(viewSearchOf(orderQuery, address)).toEqual({ order_status: 'created', sort_by: 'amount' });
});

it('puts a view in the place of what the list showed, from its first page on', () => {
  expect(withView(orderQuery, address, { coin_name: 'USDP', strange: 'x' })).toEqual({ tab: 'links', coin_name: 'USDP' });
});

it('knows when two show the same', () => {
  expect(sameFields({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
  expect(sameFields({ a: '1' }, { a: '1', b: '2' })).toBe(false);
  expect(sameFields({ a: '1' }, { a: '2' })).toBe(false);
});

const endsOf = (preset: SpanPreset, day: Date) => {
  const { from = '', to = '' } = presetSpan(preset, day);
  return { time_from: from, time_to: to };
};
const spanOn = (day: Date, preset: SpanPreset = 'today') => ({ ...endsOf(preset, day), time_span: preset });
const saturday = new Date('2026-11-28T00:30:00+07:00');
const sunday = new Date(saturday.getTime() + 86_400_000);

it('keeps a usual span of time by the name it was chosen by, so that a view of today shows each day its own', () => {
  const kept = keptSearchOf(orderQuery, { order_status: 'created', ...spanOn(saturday), page: '2' }, saturday);
  expect(kept).toEqual({ order_status: 'created', time_span: 'today' });
  expect(withView(orderQuery, {}, kept, saturday)).toEqual({ order_status: 'created', ...spanOn(saturday) });
  expect(withView(orderQuery, {}, kept, sunday)).toEqual({ order_status: 'created', ...spanOn(sunday) });
});

it('keeps this month as that on the day on which the last 30 days are the same', () => {
  const monday = new Date(2026, 10, 30, 12);
  for (const preset of ['thisMonth', 'last30Days'] as const)
    expect(keptSearchOf(orderQuery, spanOn(monday, preset), monday)).toEqual({ time_span: preset });
});

it('keeps days of the calendar as they are, also today, and what was today when it was chosen', () => {
  expect(keptSearchOf(orderQuery, endsOf('today', saturday), saturday)).toEqual(endsOf('today', saturday));
  expect(keptSearchOf(orderQuery, spanOn(saturday), sunday)).toEqual(endsOf('today', saturday));
  expect(withView(orderQuery, spanOn(saturday), endsOf('lastMonth', saturday), sunday)).toEqual(endsOf('lastMonth', saturday));
});

it('keeps any other span as it is, and forgets one that no list knows', () => {
  const own = { time_from: '2026-11-03T05:00:00.000Z', time_to: '2026-11-04T05:30:00.000Z' };
  expect(keptSearchOf(orderQuery, own, saturday)).toEqual(own);
  expect(keptSearchOf(orderQuery, { time_from: own.time_from }, saturday)).toEqual({ time_from: own.time_from });
  expect(withView(orderQuery, {}, own, sunday)).toEqual(own);
  expect(withView(orderQuery, {}, { time_span: 'some day' }, sunday)).toEqual({});
});
