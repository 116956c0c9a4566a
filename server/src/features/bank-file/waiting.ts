import type { OutputOf } from '@purser/contract/call';
import type { bankFileAdd, bankFileWaiting } from '@purser/contract/features/bank-file';
import { currencyAmount } from '../../domain/payout-currency.ts';
import { ORDERS_WITH_FILES, WAITS_FOR_FILE } from '../../domain/waits-for-file.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import { knowTokens } from './lists.ts';
import type { BankAccount } from './pain001.ts';

interface WaitingRow {
  readonly market: string;
  readonly order_count: number;
  readonly total: string;
  readonly oldest: Date | null;
  readonly payout_account: BankAccount | null;
}

/** What waits for a bank file in each currency, of one moment. */
export function waitingForFiles(platform: Platform): Promise<OutputOf<typeof bankFileWaiting>> {
  return readAsStaff(platform, async (tx) => {
    const { rows } = await tx.query<WaitingRow>(
      `with w as (
         select o.other_coin, count(*) as order_count, sum(o.other_amount) as total, min(o.audit_time) as oldest
         from ${ORDERS_WITH_FILES} where ${WAITS_FOR_FILE} group by o.other_coin
       )
       select token.market, coalesce(w.order_count, 0)::int as order_count, coalesce(w.total, 0)::text as total, w.oldest,
         case when a.market is not null then jsonb_build_object('holder_name', a.holder_name, 'bank_name', a.bank_name, 'bank_code', a.bank_code,
           'account_number', a.account_number) end as payout_account
       from coin token
       left join payout_account a on a.market = token.market
       left join w on w.other_coin = token.code
       where token.market is not null order by token.position, token.code`,
    );
    await knowTokens(tx.coins, rows, tx);
    return {
      list: rows.map(({ market, order_count, total, oldest, payout_account }) => ({
        market,
        order_count,
        total: currencyAmount(tx.coins, market, BigInt(total)),
        oldest_time: oldest?.toISOString() ?? null,
        payout_account,
      })),
    };
  });
}

/** One file as the list shows it. */
export async function shownFile(tx: Tx, fileNo: string): Promise<OutputOf<typeof bankFileAdd>> {
  const file = await tx
    .selectFrom('bank_file')
    .innerJoin('staff', 'staff.staff_id', 'bank_file.made_by')
    .leftJoin('staff as payer', 'payer.staff_id', 'bank_file.paid_by')
    .select([
      'file_no',
      'market',
      'bank_file.status',
      'order_count',
      'total',
      'xml_hash',
      'csv_hash',
      'staff.name',
      'bank_file.created_at',
      'paid_at',
      'payer.name as paid_by',
    ])
    .where('file_no', '=', fileNo)
    .executeTakeFirstOrThrow();
  await knowTokens(tx.coins, [file], tx);
  const { file_no, market, status, order_count, total, xml_hash, csv_hash, name, created_at, paid_at, paid_by } = file;
  return {
    file_no,
    market,
    status,
    order_count,
    total: currencyAmount(tx.coins, market, total),
    xml_hash,
    csv_hash,
    made_by: name,
    create_time: created_at.toISOString(),
    paid_time: paid_at?.toISOString() ?? null,
    paid_by,
  };
}
