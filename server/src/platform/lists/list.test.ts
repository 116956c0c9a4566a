import { coinName, instant, money } from '@purser/contract/fields';
import { orderQuery } from '@purser/contract/features/order';
import { chainSweepQuery } from '@purser/contract/features/chain-sweep';
import { ledgerRunQuery } from '@purser/contract/features/ledger';
import { transferQuery } from '@purser/contract/features/transfer';
import { listCall } from '@purser/contract/list-call';
import { formatAmount } from '@purser/contract/money';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportFile } from '../export/export-file.ts';
import { list } from './list.ts';
import { rowReader } from './row.ts';

/** A list over columns that payment_order has. */
const made = <Row extends z.ZodObject, Filters extends z.ZodRawShape>(row: Row, filters: Filters) =>
  listCall({ path: '/v1/made/query', caller: 'merchant', summary: '', row, sort: ['create_time'] as never, filters });
const table = { from: 'payment_order', owner: 'merchant_id', key: 'serial_number' } as const;

describe('a list that is declared wrongly is refused when the program starts:', () => {
  it('money whose coin no field of the row tells', () => {
    const call = made(z.strictObject({ create_time: instant, amount: money }), {});
    expect(() => list(call, table)).toThrow('amount is money, so its row needs one coin');
  });

  it('money in a row of two coins', () => {
    const call = made(z.strictObject({ create_time: instant, amount: money, coin: coinName, other: coinName }), {});
    expect(() => list(call, { ...table, columns: { other: 'coin' } })).toThrow('amount is money, so its row needs one coin');
  });

  it('a range over a filter that may be anything', () => {
    const call = made(z.strictObject({ create_time: instant, order_id: z.string() }), { order_id: z.string().optional() });
    expect(() => list(call, { ...table, ranges: ['order_id'] })).toThrow('order_id has no listed values');
  });

  it('a filter over a field that is made of the row', () => {
    const call = made(z.strictObject({ create_time: instant, order_id: z.string() }), { order_id: z.string().optional() });
    expect(() => list(call, { ...table, columns: { order_id: () => '' } })).toThrow('order_id is made of a row');
  });
});

it('does not compile without a column for each field, a source for each filter, and a text for each column of a file', () => {
  const unchecked = () => {
    // @ts-expect-error payment_order has no column nick or coin_name
    list(orderQuery, { ...table, columns: { payment_id: 'payer_id', order_status: 'status' } });
    // @ts-expect-error payer is no column
    list(made(z.strictObject({ create_time: instant }), {}), { ...table, columns: { create_time: 'payer' } });
    // @ts-expect-error merchant_id narrows, and is no field of the row: where it is must be said
    list(transferQuery, { from: 'merchant_transfer', owner: 'merchant_id', key: 'serial_number', columns: {} as never });
    // @ts-expect-error the files' texts have no title for a run's step
    exportFile(ledgerRunQuery, { name: 'x', title: 'transfer', columns: { step: 20 } });
    // @ts-expect-error the files' texts have no words for a sweep's state
    exportFile(chainSweepQuery, { name: 'x', title: 'transfer', columns: { state: 20 } });
  };
  expect(unchecked).toBeTypeOf('function');
});

it('maps money by its coin, times in UTC, whole numbers and what may be null', () => {
  const row = z.strictObject({
    create_time: instant,
    expire_time: instant.nullable(),
    coin_name: coinName,
    amount: money,
    fee: money.nullable(),
    payer: z.number().nullable(),
    note: z.string(),
  });
  const read = rowReader<string>(made(row, {}), {
    coin_name: 'coin',
    note: (from: { payer: bigint }, beside: string) => `${from.payer} ${beside}`,
  });
  const coins = { format: (minor: bigint, coin: string) => formatAmount(minor, coin === 'USDT' ? 6 : 2) };
  const from = { create_time: new Date(0), expire_time: null, coin: 'USDT', amount: -1_500_000n, fee: null, payer: 7n };
  expect(read(from, 'beside', coins)).toEqual({
    create_time: '1970-01-01T00:00:00.000Z',
    expire_time: null,
    coin_name: 'USDT',
    amount: '-1.500000',
    fee: null,
    payer: 7,
    note: '7 beside',
  });
  expect(read({ ...from, coin: 'USDP', fee: 5n }, '', coins)).toMatchObject({ amount: '-15000.00', fee: '0.05' });
});
