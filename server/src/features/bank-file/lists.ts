import { bankFileOrderQuery, bankFileQuery } from '@purser/contract/features/bank-file';
import type { Queryable } from '@purser/ledger/accounts';
import { currencyAmount } from '../../domain/payout-currency.ts';
import { type StaffNames, staffNames } from '../../domain/staff-name.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list, type List } from '../../platform/lists/list.ts';

interface BesideOrders {
  readonly closed: ReadonlySet<bigint>;
  readonly names: StaffNames;
}

function nameOf(staffId: bigint | null, names: StaffNames): string | null {
  return staffId === null ? null : (names.get(staffId) ?? '');
}

/** What of a file has failed. */
export interface FailedOrders {
  readonly order_count: number;
  readonly total: bigint;
}

/** What of these files has failed; a file of which nothing has is not among it. */
export async function failedOf(db: Queryable, fileNos: readonly string[]): Promise<ReadonlyMap<string, FailedOrders>> {
  const { rows } = await db.query<{ file_no: string; order_count: number; total: string }>(
    `select file_no, count(*)::int as order_count, sum(amount)::text as total from bank_file_order
     where file_no = any ($1::text[]) and status = 'failed' group by file_no`,
    [fileNos],
  );
  return new Map(rows.map(({ file_no, order_count, total }) => [file_no, { order_count, total: BigInt(total) }]));
}

interface FileSums {
  readonly market: string;
  readonly order_count: number;
  readonly total: bigint;
}

/** A file's withdrawals: all, what of them is paid out, and what has failed. */
export function sumsOf(coins: Coins, { market, order_count, total }: FileSums, failed: FailedOrders = { order_count: 0, total: 0n }) {
  const shown = (count: number, sum: bigint) => ({ order_count: count, total: currencyAmount(coins, market, sum) });
  return {
    ...shown(order_count, total),
    pays: shown(order_count - failed.order_count, total - failed.total),
    failed: shown(failed.order_count, failed.total),
  };
}

interface BesideFiles {
  readonly names: StaffNames;
  readonly failed: ReadonlyMap<string, FailedOrders>;
}

/** Bank files, without what is in them. */
export function bankFiles(coins: Coins): List<typeof bankFileQuery> {
  return list(bankFileQuery, {
    from: 'bank_file',
    owner: 'file_no',
    key: 'file_no',
    columns: {
      total: (file) => sumsOf(coins, file).total,
      pays: (file, { failed }: BesideFiles) => sumsOf(coins, file, failed.get(file.file_no)).pays,
      failed: (file, { failed }: BesideFiles) => sumsOf(coins, file, failed.get(file.file_no)).failed,
      made_by: ({ made_by }, { names }: BesideFiles) => names.get(made_by) ?? '',
      create_time: 'created_at',
      paid_time: 'paid_at',
      paid_by: ({ paid_by }, { names }: BesideFiles) => nameOf(paid_by, names),
    },
    beside: async (db, rows): Promise<BesideFiles> => {
      await knowTokens(coins, rows, db);
      const names = await staffNames(
        db,
        rows.flatMap(({ made_by, paid_by }) => [made_by, paid_by]),
      );
      const failed = await failedOf(
        db,
        rows.map(({ file_no }) => file_no),
      );
      return { names, failed };
    },
  });
}

export const bankFilesFile = exportFile(bankFileQuery, {
  name: 'bank-files',
  title: 'bankFiles',
  titles: { paid_time: 'marked_time' },
  columns: {
    create_time: 24,
    file_no: 20,
    status: { width: 18, words: 'file_state' },
    market: 8,
    order_count: 14,
    total: 18,
    pays_count: { width: 16, kind: 'number', of: ({ pays }) => pays.order_count },
    pays_total: { width: 18, kind: 'decimal', of: ({ pays }) => pays.total },
    failed_count: { width: 16, kind: 'number', of: ({ failed }) => failed.order_count },
    failed_total: { width: 18, kind: 'decimal', of: ({ failed }) => failed.total },
    made_by: 20,
    paid_time: 24,
    paid_by: 20,
    xml_hash: 70,
    csv_hash: 70,
  },
});

/** The orders of all files. */
export function bankFileOrders(coins: Coins): List<typeof bankFileOrderQuery> {
  return list(bankFileOrderQuery, {
    from: 'bank_file_order',
    owner: 'owner_id',
    key: 'serial_number',
    ranges: ['status'],
    columns: {
      order_no: 'serial_number',
      owner_is_closed: ({ owner_id }, { closed }: BesideOrders) => closed.has(owner_id),
      decided_by: ({ decided_by }, { names }: BesideOrders) => nameOf(decided_by, names),
      amount: ({ market, amount }) => currencyAmount(coins, market, amount),
      account_number: 'shown_number',
      create_time: 'created_at',
      update_time: 'updated_at',
    },
    beside: async (db, rows): Promise<BesideOrders> => {
      await knowTokens(coins, rows, db);
      const { rows: closed } = await db.query<{ user_id: bigint }>(
        'select user_id from wallet_user where user_id = any ($1::bigint[]) and closed_at is not null',
        [rows.map(({ owner_id }) => owner_id)],
      );
      const names = await staffNames(
        db,
        rows.map(({ decided_by }) => decided_by),
      );
      return { closed: new Set(closed.map(({ user_id }) => user_id)), names };
    },
  });
}

export const bankFileOrdersFile = exportFile(bankFileOrderQuery, {
  name: 'bank-file-orders',
  title: 'filedOrders',
  titles: { owner_id: 'owner_number' },
  columns: {
    create_time: 24,
    file_no: 20,
    order_no: 20,
    status: { width: 16, words: 'filed_state' },
    market: 8,
    amount: 18,
    holder_name: 28,
    bank_name: 28,
    account_number: 24,
    owner_id: 14,
    reason: 40,
    decided_by: 20,
    update_time: 24,
  },
});

/** The tokens of these markets, whose decimals amounts are counted in. */
export async function knowTokens(coins: Coins, rows: readonly { readonly market: string }[], db: Queryable): Promise<undefined> {
  const { rows: tokens } = await db.query<{ code: string }>('select code from coin where market = any ($1::text[])', [
    [...new Set(rows.map(({ market }) => market))],
  ]);
  await coins.know(
    tokens.map(({ code }) => code),
    db,
  );
}
