import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { InputOf, OutputOf } from './call.ts';
import { CALLS } from './calls.ts';
import { assetFlowExport, assetFlowQuery } from './features/fund-flow.ts';
import { orderQuery, type orderRecord } from './features/order.ts';
import { transferQuery } from './features/transfer.ts';
import { type FieldsOfKind, kindOf, tagged } from './field-kind.ts';
import { exportCall, listCall, type ListCall } from './list-call.ts';

const LISTS = CALLS.filter((call): call is ListCall => 'row' in call);

it('the lists are the calls that page, and nothing pages beside them', () => {
  const paged = CALLS.filter(({ input }) => input instanceof z.ZodObject && 'page' in input.shape);
  expect(LISTS.map(({ path }) => path)).toEqual(paged.map(({ path }) => path));
  expect(LISTS.length).toBeGreaterThanOrEqual(5);
});

it.each(LISTS.map((list) => [list.path, list] as const))(
  '%s sorts by fields of its row, first of all by the instant of its time range',
  (_, { row, sort, input }) => {
    expect(kindOf(row.shape[sort[0]] as z.ZodType)).toBe('instant');
    for (const field of sort) expect(['instant', 'money']).toContain(kindOf(row.shape[field] as z.ZodType));
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(['page', 'page_size', 'cursor', 'sort_by', 'time_from', 'time_to']));
  },
);

describe('the kind of a field', () => {
  it('is told by its tag or by its schema, whether or not it may be null', () => {
    const { shape } = orderQuery.row;
    expect(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, kindOf(schema)]))).toEqual({
      create_time: 'instant',
      order_id: 'id',
      serial_number: 'id',
      payment_id: 'id',
      nick: 'text',
      external_account: 'text',
      coin_name: 'coin',
      amount: 'money',
      handling_fee: 'money',
      settlement_amount: 'money',
      order_type: 'choice',
      order_from: 'choice',
      order_status: 'choice',
      cancelled_by: 'choice',
      expire_time: 'instant',
      update_time: 'instant',
      paid_time: 'instant',
      refunded_amount: 'money',
    });
  });

  it('survives optional and default, and is not inherited by another schema', () => {
    const number = tagged('id', z.string());
    expect([number, number.optional(), number.nullable().optional(), number.default('')].map(kindOf)).toEqual(['id', 'id', 'id', 'id']);
    expect([number.max(5), z.number().int(), z.array(number)].map(kindOf)).toEqual(['text', 'number', 'other']);
  });

  it('is known to the type checker', () => {
    expectTypeOf<FieldsOfKind<typeof orderRecord, 'money'>>().toEqualTypeOf<
      'amount' | 'handling_fee' | 'settlement_amount' | 'refunded_amount'
    >();
    expectTypeOf<FieldsOfKind<typeof orderRecord, 'instant'>>().toEqualTypeOf<
      'create_time' | 'expire_time' | 'update_time' | 'paid_time'
    >();
    expectTypeOf<FieldsOfKind<typeof orderRecord, 'choice'>>().toEqualTypeOf<
      'order_type' | 'order_from' | 'order_status' | 'cancelled_by'
    >();
    expectTypeOf<InputOf<typeof transferQuery>['transfer_type']>().toEqualTypeOf<'transfer' | 'receive' | undefined>();
    expectTypeOf<InputOf<typeof transferQuery>['sort_by']>().toEqualTypeOf<'create_time' | 'transfer_amount' | undefined>();
    expectTypeOf<OutputOf<typeof transferQuery>['list'][number]['transfer_amount']>().toEqualTypeOf<string>();
  });
});

it('what is filtered is the list of filters and no position', () => {
  expect(Object.keys(transferQuery.filters)).toEqual([
    'serial_number',
    'coin_name',
    'transfer_type',
    'merchant_id',
    'time_from',
    'time_to',
  ]);
});

it('an export stands beside its list, takes the same filters and no position, and comes as a file', () => {
  expect(assetFlowExport).toMatchObject({ path: '/v1/merchant/asset_flow/export', answer: 'file', caller: 'merchant' });
  expect(Object.keys(assetFlowExport.input.shape)).toEqual(['format', ...Object.keys(assetFlowQuery.filters)]);
  const list = listCall({ path: '/v1/x/query', caller: 'payer', summary: '', row: assetFlowQuery.row, sort: ['time'], filters: {} });
  expect(exportCall(list, 'X')).toMatchObject({ path: '/v1/x/export', caller: 'payer', errors: ['busy', 'export_too_large'] });
  expect(() => exportCall(list, 'X').input.parse({ format: 'csv', page: 1 })).toThrow('page');
});
