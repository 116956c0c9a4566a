import type { OutputOf } from '@purser/contract/call';
import {
  type bankFileAdd,
  type bankFileWaiting,
  type LeftOutWhy,
  MOST_LEFT_OUT_SHOWN,
  MOST_ORDERS_OF_FILE,
} from '@purser/contract/features/bank-file';
import { currencyAmount } from '../../domain/payout-currency.ts';
import { LEFT_OUT_WHY, ORDERS_WITH_FILES, WAITS_FOR_FILE, WITH_ACCOUNTS_AND_OWNERS } from '../../domain/waits-for-file.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import { failedOf, knowTokens, sumsOf } from './lists.ts';
import type { BankAccount } from './pain001.ts';

interface WaitingRow {
  readonly market: string;
  readonly order_count: number;
  readonly total: string;
  readonly oldest: Date | null;
  readonly next_count: number | null;
  readonly next_total: string | null;
  readonly orders_hash: string | null;
  readonly payout_account: BankAccount | null;
}

interface LeftOutRow {
  readonly owner_id: bigint;
  readonly serial_number: string;
  readonly market: string;
  readonly other_amount: bigint;
  readonly why: LeftOutWhy;
  readonly in_all: number;
}

/** What waits for a bank file in each currency, and what files leave out, of one moment. */
export function waitingForFiles(platform: Platform): Promise<OutputOf<typeof bankFileWaiting>> {
  return readAsStaff(platform, async (tx) => {
    const { rows } = await tx.query<WaitingRow>(
      `with one as (
         select o.other_coin, o.other_amount, o.audit_time, o.serial_number,
           row_number() over (partition by o.other_coin order by o.create_time, o.serial_number) as place
         from ${ORDERS_WITH_FILES} ${WITH_ACCOUNTS_AND_OWNERS} where ${WAITS_FOR_FILE} and ${LEFT_OUT_WHY} is null
       ), w as (
         select other_coin, count(*) as order_count, sum(other_amount) as total, min(audit_time) as oldest,
           count(*) filter (where place <= ${MOST_ORDERS_OF_FILE}) as next_count,
           sum(other_amount) filter (where place <= ${MOST_ORDERS_OF_FILE}) as next_total,
           encode(sha256(convert_to(string_agg(serial_number, ' ' order by place) filter (where place <= ${MOST_ORDERS_OF_FILE}), 'UTF8')), 'hex')
             as orders_hash
         from one group by other_coin
       )
       select token.market, coalesce(w.order_count, 0)::int as order_count, coalesce(w.total, 0)::text as total, w.oldest,
         w.next_count::int, w.next_total::text, w.orders_hash,
         case when a.market is not null then jsonb_build_object('holder_name', a.holder_name, 'bank_name', a.bank_name, 'bank_code', a.bank_code,
           'account_number', a.account_number) end as payout_account
       from coin token
       left join payout_account a on a.market = token.market
       left join w on w.other_coin = token.code
       where token.market is not null order by token.position, token.code`,
    );
    await knowTokens(tx.coins, rows, tx);
    const { rows: leftOut } = await tx.query<LeftOutRow>(
      `with one as (
         select o.owner_id, o.serial_number, o.create_time, o.destination ->> 'market' as market, o.other_amount, ${LEFT_OUT_WHY} as why
         from ${ORDERS_WITH_FILES} ${WITH_ACCOUNTS_AND_OWNERS} where ${WAITS_FOR_FILE} and ${LEFT_OUT_WHY} is not null
       )
       select *, (select count(*) from one)::int as in_all from one order by create_time, serial_number limit ${MOST_LEFT_OUT_SHOWN}`,
    );
    return {
      left_out: leftOut.map(({ owner_id, serial_number, market, other_amount, why }) => ({
        owner_id: Number(owner_id),
        order_no: serial_number,
        market,
        amount: currencyAmount(tx.coins, market, BigInt(other_amount)),
        why,
      })),
      left_out_total: leftOut[0]?.in_all ?? 0,
      list: rows.map(({ market, order_count, total, oldest, next_count, next_total, orders_hash, payout_account }) => ({
        market,
        order_count,
        total: currencyAmount(tx.coins, market, BigInt(total)),
        oldest_time: oldest?.toISOString() ?? null,
        next_file:
          next_count === null || next_total === null || orders_hash === null
            ? null
            : { order_count: next_count, total: currencyAmount(tx.coins, market, BigInt(next_total)), orders_hash },
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
  const { file_no, market, status, xml_hash, csv_hash, name, created_at, paid_at, paid_by } = file;
  const failed = await failedOf(tx, [file_no]);
  return {
    file_no,
    market,
    status,
    ...sumsOf(tx.coins, file, failed.get(file_no)),
    xml_hash,
    csv_hash,
    made_by: name,
    create_time: created_at.toISOString(),
    paid_time: paid_at?.toISOString() ?? null,
    paid_by,
  };
}
