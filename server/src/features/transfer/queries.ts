import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { type CoinCode, decimalsOf } from '@purser/contract/coin';
import { merchantAddress } from '@purser/contract/address';
import type { transferQuery, transferRecord } from '@purser/contract/features/transfer';
import { TOTAL_COUNTED_UP_TO } from '@purser/contract/list-call';
import { formatAmount } from '@purser/contract/money';
import type { Queryable } from '@purser/ledger/accounts';
import type { Posting } from '@purser/ledger/posting';
import { type Selectable, sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { instantText, type Place, readCursor, writeCursor } from '../../platform/database/list-cursor.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { CoinTerms, TransferParty } from './terms.ts';

/** A transfer that the ledger has posted; amounts in minor units. */
export interface NewTransfer {
  readonly posting: Posting;
  readonly serialNumber: string;
  readonly from: number;
  readonly fromName: string;
  readonly to: number;
  readonly toName: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly settlement: bigint;
  readonly remark: string;
  readonly createTime: Date;
}

export async function coinTerms(db: Queryable, coins: readonly string[]): Promise<Map<string, CoinTerms>> {
  const { rows } = await db.query<CoinTerms & { code: string }>({
    name: 'transfer-coin-terms',
    text: 'select code, transfer_minimum, transfer_fee_bp from coin where code = any($1)',
    values: [[...new Set(coins)]],
  });
  return new Map(rows.map((row) => [row.code, row]));
}

export async function parties(db: Queryable, merchantIds: readonly number[]): Promise<Map<number, TransferParty>> {
  const { rows } = await db.query<{ merchant_id: bigint; name: string; status: 'normal' | 'suspended'; coins: string[] }>({
    name: 'transfer-parties',
    text: `
      select merchant_id, name, status,
             array(select coin::text from ledger.account where owner_id = merchant_id and purpose = 'main') as coins
      from merchant where merchant_id = any($1::bigint[])`,
    values: [[...new Set(merchantIds)]],
  });
  return new Map(rows.map(({ merchant_id, name, status, coins }) => [Number(merchant_id), { name, status, coins: new Set(coins) }]));
}

/** The merchant's available balance of a coin, in minor units; zero where it has no account. */
export async function availableOf(db: Database, merchantId: number, coin: string): Promise<bigint> {
  return db.scoped(merchantId, async (tx) => {
    const { rows } = await tx.query<{ available: bigint }>(
      `select available from ledger.account where owner_id = $1 and coin = $2 and purpose = 'main'`,
      [merchantId, coin],
    );
    return rows[0]?.available ?? 0n;
  });
}

/** Writes both sides of each transfer. */
export async function insertTransfers(tx: Tx, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const column = <Value>(pick: (transfer: NewTransfer) => Value) => transfers.map(pick);
  await tx.query({
    name: 'insert-transfers',
    text: `
      insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
                                     transfer_amount, transfer_fee, settlement_amount, remark, create_time)
      select side.merchant_id, serial_number, side.transfer_type, side.counterparty_id, side.own_name, side.counterparty_name, coin,
             amount, fee, settlement, remark, create_time
      from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
                  $10::text[], $11::timestamptz[])
        as transfer (serial_number, sender, sender_name, recipient, recipient_name, coin, amount, fee, settlement, remark, create_time)
      cross join lateral (values
        (sender, 'transfer', recipient, sender_name, recipient_name),
        (recipient, 'receive', sender, recipient_name, sender_name)
      ) as side (merchant_id, transfer_type, counterparty_id, own_name, counterparty_name)`,
    values: [
      column((t) => t.serialNumber),
      column((t) => t.from),
      column((t) => t.fromName),
      column((t) => t.to),
      column((t) => t.toName),
      column((t) => t.coin),
      column((t) => t.amount),
      column((t) => t.fee),
      column((t) => t.settlement),
      column((t) => t.remark),
      column((t) => t.createTime),
    ],
  });
}

type ListInput = ParsedInputOf<typeof transferQuery>;
const SORTS = {
  create_time: { type: 'timestamptz', place: instantText('create_time') },
  transfer_amount: { type: 'bigint', place: 'transfer_amount::text' },
} as const;

export async function listTransfers(tx: Tx, merchantId: number, input: ListInput): Promise<OutputOf<typeof transferQuery>> {
  const filtered = tx
    .selectFrom('merchant_transfer')
    .where('merchant_id', '=', BigInt(merchantId))
    .$if(input.serial_number !== undefined, (query) => query.where('serial_number', '=', input.serial_number ?? ''))
    .$if(input.coin_name !== undefined, (query) => query.where('coin', '=', input.coin_name ?? ''))
    .$if(input.transfer_type !== undefined, (query) => query.where('transfer_type', '=', input.transfer_type ?? 'transfer'))
    .$if(input.merchant_id !== undefined, (query) => query.where('counterparty_id', '=', BigInt(input.merchant_id ?? 0)))
    .$if(input.time_from !== undefined, (query) => query.where('create_time', '>=', new Date(input.time_from ?? 0)))
    .$if(input.time_to !== undefined, (query) => query.where('create_time', '<', new Date(input.time_to ?? 0)));
  const counted = await tx
    .selectFrom(
      filtered
        .select(sql<number>`1`.as('one'))
        .limit(TOTAL_COUNTED_UP_TO + 1)
        .as('counted'),
    )
    .select((expression) => expression.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const sortBy = input.sort_by ?? 'create_time';
  const { type, place } = SORTS[sortBy];
  const order = `${sortBy}.${input.sort_order}`;
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor, order, type === 'bigint' ? 'integer' : 'instant');
  const found = await filtered
    .selectAll()
    .select(sql.raw<string>(place).as('place'))
    .$if(after !== undefined, (query) => query.where(beyond(after as Place, sortBy, input.sort_order)))
    .orderBy(sortBy, input.sort_order)
    .orderBy('serial_number', input.sort_order)
    // One more than asked for tells whether anything follows.
    .limit(input.page_size + 1)
    .offset(after ? 0 : (input.page - 1) * input.page_size)
    .execute();
  const rows = found.slice(0, input.page_size);
  const last = rows.at(-1);
  const total = Number(counted.total);
  return {
    list: rows.map(recordOfRow),
    total: Math.min(total, TOTAL_COUNTED_UP_TO),
    total_is_exact: total <= TOTAL_COUNTED_UP_TO,
    next_cursor: last && found.length > rows.length ? writeCursor(order, { value: last.place, key: last.serial_number }) : null,
  };
}

type Row = Selectable<Schema['merchant_transfer']>;

function beyond({ value, key }: Place, sortBy: keyof typeof SORTS, order: 'asc' | 'desc') {
  const type = sql.raw(SORTS[sortBy].type);
  return sql<SqlBool>`(${sql.ref(sortBy)}, serial_number) ${sql.raw(order === 'desc' ? '<' : '>')} (${value}::${type}, ${key})`;
}

function recordOfRow(row: Row): z.infer<typeof transferRecord> {
  const decimals = decimalsOf(row.coin);
  const own = { id: Number(row.merchant_id), name: row.own_name };
  const other = { id: Number(row.counterparty_id), name: row.counterparty_name };
  const [payment, receipt] = row.transfer_type === 'transfer' ? [own, other] : [other, own];
  return {
    serial_number: row.serial_number,
    payment_merchant_id: payment.id,
    payment_merchant_name: payment.name,
    receipt_merchant_id: receipt.id,
    receipt_merchant_name: receipt.name,
    payment_address: merchantAddress(payment.id),
    receipt_address: merchantAddress(receipt.id),
    coin_name: row.coin as CoinCode,
    transfer_amount: formatAmount(row.transfer_amount, decimals),
    transfer_fee: formatAmount(row.transfer_fee, decimals),
    internal_transfer_fee: formatAmount(row.internal_transfer_fee, decimals),
    settlement_amount: formatAmount(row.settlement_amount, decimals),
    transfer_type: row.transfer_type,
    transfer_status: row.transfer_status,
    remark: row.remark,
    create_time: row.create_time.toISOString(),
  };
}
