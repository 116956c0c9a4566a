import type { ListCall } from '@purser/contract/list-call';
import { bankFileOrderQuery, bankFileQuery } from '@purser/contract/features/bank-file';
import { chainDepositQuery } from '@purser/contract/features/chain-deposit';
import { chainSweepQuery } from '@purser/contract/features/chain-sweep';
import { fiatWithdrawalQuery } from '@purser/contract/features/fiat-withdrawal';
import { reviewQuery } from '@purser/contract/features/review';
import { submissionQuery } from '@purser/contract/features/submission';
import { payoutQuery } from '@purser/contract/features/payout';
import { quickRechargeQuery, usdtRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { usdtWithdrawalQuery } from '@purser/contract/features/usdt-withdrawal';
import { describe, expect, it } from 'vitest';
import { bankFileOrdersFile, bankFilesFile } from '../features/bank-file/lists.ts';
import { depositsFile } from '../features/chain-deposit/list.ts';
import { fiatWithdrawalsFile } from '../features/fiat-withdrawal/list.ts';
import { reviewsFile } from '../features/review/list.ts';
import { submissionsFile } from '../features/submission/list.ts';
import { quickRechargesFile, rechargesFile } from '../features/usdt-recharge/list.ts';
import { payoutsFile, usdtWithdrawalsFile } from '../features/usdt-withdrawal/list.ts';
import { sweepsFile } from '../features/usdt-withdrawal/sweep-list.ts';
import type { ExportFile } from '../platform/export/export-file.ts';
import { canReadXlsx, readXlsx } from '../platform/testing/read-xlsx.ts';

type AnyFile = Pick<ExportFile<ListCall>, 'write'>;
const file = (of: unknown) => of as AnyFile;

/**
 * Each file with its columns of amounts in another coin than the row's, of rates and of percentages, and what one would hold; with the status that a
 * row has where something has arrived.
 */
const FILES: readonly (readonly [
  name: string,
  call: ListCall,
  file: AnyFile,
  values: Readonly<Record<string, string>>,
  status: string | null,
])[] = [
  [
    'USDT withdrawals',
    usdtWithdrawalQuery,
    file(usdtWithdrawalsFile),
    { count: '99.500000', rate: '0.000039412345', usdt_withdrawal_fee: '0.50' },
    'settled',
  ],
  [
    'fiat withdrawals',
    fiatWithdrawalQuery,
    file(fiatWithdrawalsFile),
    { count: '25300.50', rate: '25300.5', currency_withdrawal_fee: '0.80' },
    'paid_out',
  ],
  ['payouts', payoutQuery, file(payoutsFile), { count: '99.500000', rate: '0.000039412345', usdt_withdrawal_fee: '0.50' }, 'settled'],
  ['USDT recharges', usdtRechargeQuery, file(rechargesFile), { trade_count: '100.000000', rate: '1.25', usdt_recharge_fee: '0.20' }, null],
  [
    'quick recharges',
    quickRechargeQuery,
    file(quickRechargesFile),
    { trade_count: '100.000000', rate: '1.25', usdt_recharge_fee: '0.20' },
    null,
  ],
  ['reviews', reviewQuery, file(reviewsFile), { other_amount: '8000.000000' }, null],
  ['submissions', submissionQuery, file(submissionsFile), { other_amount: '8000.000000' }, null],
  ['orders in bank files', bankFileOrderQuery, file(bankFileOrdersFile), { amount: '1200.500' }, null],
  ['sweeps', chainSweepQuery, file(sweepsFile), { usdt: '75.500000', fuel: '0.0025' }, null],
  ['deposits on chains', chainDepositQuery, file(depositsFile), { trade_count: '250.000000' }, null],
];

async function written(of: AnyFile, row: Readonly<Record<string, unknown>>) {
  async function* portions() {
    yield [row];
  }
  const pieces: Buffer[] = [];
  for await (const piece of of.write('xlsx', portions() as never, 'en').pieces) pieces.push(Buffer.from(piece));
  return readXlsx(Buffer.concat(pieces)).rows[1] ?? [];
}

describe.skipIf(!canReadXlsx)('a spreadsheet adds up what is exported', () => {
  it.each(FILES)(
    'of %s: amounts in other coins, rates and percentages are numbers with all of their places',
    async (_, { row }, of, values, status) => {
      const empty = Object.fromEntries(Object.keys(row.shape).map((field) => [field, null]));
      const kind = 'kind' in empty && { kind: 'usdt_recharge' };
      const cells = await written(of, { ...empty, ...('status' in empty && { status }), ...kind, ...values });
      for (const value of Object.values(values)) {
        const format = `#,##0.${'0'.repeat(value.split('.')[1]?.length ?? 0)}`;
        expect(cells).toContainEqual(expect.objectContaining({ type: null, text: value, format }));
      }
      expect(await written(of, empty)).not.toContainEqual(expect.objectContaining({ text: 'null' }));
    },
  );

  it('of bank files: what is left of them is a number, although it is in no field of its own', async () => {
    const empty = Object.fromEntries(Object.keys(bankFileQuery.row.shape).map((field) => [field, null]));
    const counted = { order_count: 3, total: '992.500' };
    const cells = await written(file(bankFilesFile), { ...empty, status: 'made', ...counted, pays: counted, failed: counted });
    const [amount, count] = [
      { text: '992.500', format: '#,##0.000' },
      { text: '3', format: '#,##0' },
    ];
    for (const number of [amount, count]) {
      expect(cells.filter(({ type, text, format }) => type === null && text === number.text && format === number.format)).toHaveLength(3);
    }
  });
});
