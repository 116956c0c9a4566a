import { orderQuery } from '@purser/contract/features/order';
import { expect, it } from 'vitest';
import { sameFields, viewSearchOf, withView } from './view-search.ts';

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
