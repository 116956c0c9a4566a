import { orderQuery } from '@purser/contract/features/order';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { expect, test } from 'vitest';
import { candidatesOf, understand } from './search.ts';

const FIELDS = ['order_id', 'serial_number', 'payment_id', 'external_account'];
const fieldsOf = (text: string) => candidatesOf(orderQuery, FIELDS, text).map(({ field }) => field);

test('a text may be every number that the call would take it for', () => {
  expect(fieldsOf('50000001')).toEqual(FIELDS);
  expect(candidatesOf(orderQuery, FIELDS, '50000001')[2]).toEqual({ field: 'payment_id', value: 50_000_001 });
  expect(fieldsOf('HB-30-9')).toEqual(['order_id', 'serial_number', 'external_account']);
  expect(fieldsOf('0')).not.toContain('payment_id');
  expect(fieldsOf('x'.repeat(33))).toEqual(['order_id', 'external_account']);
  expect(fieldsOf('x'.repeat(65))).toEqual([]);
});

test('where a list has one kind of number nothing is asked, and what it would refuse finds nothing', async () => {
  expect(await understand(assetFlowQuery, ['serial_number'], 'PO2MYMMJGW5RFV')).toEqual({
    field: 'serial_number',
    value: 'PO2MYMMJGW5RFV',
  });
  const cut = await understand(assetFlowQuery, ['serial_number'], 'x'.repeat(40));
  expect(cut).toEqual({ field: 'serial_number', value: 'x'.repeat(32) });
  expect(assetFlowQuery.input.safeParse({ serial_number: cut?.value }).success).toBe(true);
});
