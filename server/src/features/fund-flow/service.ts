import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { COIN_CODES, type CoinCode, decimalsOf } from '@purser/contract/coin';
import type { assetFlowExport, assetFlowQuery, assetFlowStats } from '@purser/contract/features/fund-flow';
import { EXPORT_LIMIT_ROWS } from '@purser/contract/list-call';
import { formatAmount } from '@purser/contract/money';
import type { Entry } from '@purser/ledger/entry';
import { type EntryFilter, InvalidCursorError } from '@purser/ledger/entry-ranges';
import { countEntries, queryEntries, streamEntries } from '@purser/ledger/fund-flow';
import { sumEntries } from '@purser/ledger/fund-flow-totals';
import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import { nameOfMerchant, StreamReader } from './queries.ts';

type Page = OutputOf<typeof assetFlowQuery>;
export type FundFlowRow = Page['list'][number];
type Filters = Pick<ParsedInputOf<typeof assetFlowExport>, 'coin_name' | 'transaction_type' | 'serial_number' | 'time_from' | 'time_to'>;

/** Rows of one portion of an export: few enough to format between two requests without anyone noticing. */
const PORTION_ROWS = 500;

export async function queryFundFlow(db: Database, merchantId: number, input: ParsedInputOf<typeof assetFlowQuery>): Promise<Page> {
  const { page, page_size, cursor, sort_order } = input;
  const query = { ...filterOf(merchantId, input), order: sort_order, page, page_size, cursor };
  return db.scoped(merchantId, async (tx) => {
    const name = await nameOfMerchant(tx, merchantId);
    const { rows, total, total_is_exact, next_cursor } = await queryEntries(tx, query).catch((error: unknown) => {
      throw error instanceof InvalidCursorError
        ? refuse('invalid_input', { field: 'cursor' }, { fields: [{ field: 'cursor', problem: error.message }] })
        : error;
    });
    return { list: rows.map((entry) => rowOf(entry, name)), total, total_is_exact, next_cursor };
  });
}

export async function sumFundFlow(
  db: Database,
  merchantId: number,
  input: ParsedInputOf<typeof assetFlowStats>,
): Promise<OutputOf<typeof assetFlowStats>> {
  await checkTimeZone(db, input.time_zone);
  const filter = { ...filterOf(merchantId, input), ...(input.by_day && { day_zone: input.time_zone }) };
  const totals = await db.scoped(merchantId, (tx) => sumEntries(tx, filter));
  return {
    list: totals.map(({ day, coin, type, count, amount_in_minor, amount_out_minor, charge_minor }) => {
      const decimals = decimalsOf(coin);
      return {
        day,
        coin_name: coin as CoinCode,
        transaction_type: type,
        count,
        amount_in: formatAmount(amount_in_minor, decimals),
        amount_out: formatAmount(amount_out_minor, decimals),
        charge: formatAmount(charge_minor, decimals),
      };
    }),
  };
}

export interface ExportRows {
  /** How many rows will come, exactly. */
  readonly count: number;
  readonly portions: AsyncGenerator<readonly FundFlowRow[], void, undefined>;
}

/** All rows that the filters let through, as of now, newest first; refuses with export_too_large. */
export async function exportFundFlow(db: Database, merchantId: number, filters: Filters): Promise<ExportRows> {
  const filter = filterOf(merchantId, filters);
  return db.scopedSnapshot(merchantId, async (tx) => {
    const count = await countEntries(tx, filter);
    if (count > EXPORT_LIMIT_ROWS) throw refuse('export_too_large', { limit: EXPORT_LIMIT_ROWS });
    const name = await nameOfMerchant(tx, merchantId);
    const reader = new StreamReader(db, merchantId, tx);
    const portions = streamEntries(reader, { ...filter, chunk_size: PORTION_ROWS });
    // The first portion decides, in this snapshot, which entries belong to the file; entries never change afterwards.
    const first = await portions.next();
    reader.leave();
    return { count, portions: rowsOf(first, portions, name) };
  });
}

async function* rowsOf(
  first: IteratorResult<readonly Entry[], void>,
  rest: AsyncGenerator<readonly Entry[], void, undefined>,
  merchantName: string,
): AsyncGenerator<readonly FundFlowRow[], void, undefined> {
  if (first.done) return;
  yield first.value.map((entry) => rowOf(entry, merchantName));
  for await (const entries of rest) yield entries.map((entry) => rowOf(entry, merchantName));
}

function filterOf(merchantId: number, filters: Filters): EntryFilter {
  const { coin_name, transaction_type, serial_number, time_from, time_to } = filters;
  return {
    owner_id: merchantId,
    coins: coin_name === undefined ? COIN_CODES : [coin_name],
    type: transaction_type,
    serial_number,
    time_from: time_from === undefined ? undefined : new Date(time_from),
    time_to: time_to === undefined ? undefined : new Date(time_to),
  };
}

function rowOf(entry: Entry, merchantName: string): FundFlowRow {
  const decimals = decimalsOf(entry.coin);
  return {
    serial_number: entry.serial_number,
    merchant_name: merchantName,
    merchant_id: entry.owner_id,
    coin_name: entry.coin as CoinCode,
    available_before_number: formatAmount(entry.available_before_minor, decimals),
    available_after_number: formatAmount(entry.available_after_minor, decimals),
    frozen_before_number: formatAmount(entry.frozen_before_minor, decimals),
    frozen_after_number: formatAmount(entry.frozen_after_minor, decimals),
    pending_before_number: formatAmount(entry.pending_before_minor, decimals),
    pending_after_number: formatAmount(entry.pending_after_minor, decimals),
    transaction_number: formatAmount(entry.change_minor, decimals),
    charge: formatAmount(entry.charge_minor, decimals),
    transaction_type: entry.type,
    time: entry.posted_at.toISOString(),
  };
}
