import { expect, test } from 'vitest';
import { orderQuery } from '@purser/contract/features/order';
import { filtersOf, readListSearch, writeListSearch } from './list-search.ts';

const read = (search: Record<string, string>) => readListSearch(orderQuery, search);

test('reads numbers, texts and choices as the call wants them', () => {
  expect(read({ page: '3', page_size: '50', payment_id: '50000001', order_id: '1001', order_status: 'paid' })).toEqual({
    page: 3,
    page_size: 50,
    payment_id: 50_000_001,
    order_id: '1001',
    order_status: 'paid',
  });
});

test('drops what the call would refuse and what it does not know', () => {
  expect(read({ page: '0', order_status: 'lost', time_from: 'yesterday', nonsense: '1', cursor: 'abc', sort_by: 'secret' })).toEqual({});
});

test('a changed filter goes back to page 1; a changed page keeps the filters', () => {
  expect(writeListSearch({ page: '4', coin_name: 'USDP' }, { order_status: 'paid' })).toEqual({ coin_name: 'USDP', order_status: 'paid' });
  expect(writeListSearch({ coin_name: 'USDP' }, { page: 2, page_size: 20 })).toEqual({ coin_name: 'USDP', page: '2' });
});

test('what is as usual stays out of the address', () => {
  expect(writeListSearch({ page: '2' }, { page: 1, page_size: 20 })).toEqual({});
  expect(writeListSearch({ sort_by: 'amount', sort_order: 'asc' }, { sort_by: undefined, sort_order: 'desc' })).toEqual({});
  expect(writeListSearch({ coin_name: 'USDP' }, { coin_name: undefined })).toEqual({});
});

test('the name of a usual span of time goes with its ends', () => {
  const span = { time_from: '2026-11-01T00:00:00.000Z', time_to: '2026-12-01T00:00:00.000Z', time_span: 'thisMonth' };
  expect(writeListSearch({ page: '2' }, span)).toEqual(span);
  expect(writeListSearch(span, { coin_name: 'USDP' })).toEqual({ ...span, coin_name: 'USDP' });
  expect(writeListSearch(span, { time_from: undefined, time_to: undefined })).toEqual({});
  expect(read(span)).toEqual({ time_from: span.time_from, time_to: span.time_to });
});

test('tells filters from position', () => {
  expect(filtersOf({ page: 2, sort_by: 'amount', coin_name: 'USDP' })).toEqual({ coin_name: 'USDP' });
});
