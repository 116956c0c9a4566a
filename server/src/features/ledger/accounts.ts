import { ledgerAccountQuery } from '@purser/contract/features/ledger';
import { isProvider, LAST_PROVIDER_OWNER_ID, ofProvider } from '@purser/ledger/account';
import type { Queryable } from '@purser/ledger/accounts';
import type { Coins } from '../../platform/database/coins.ts';
import { instantText } from '../../platform/lists/cursor.ts';
import { allRows } from '../../platform/export/all-rows.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import type { Filters, List, WireRow } from '../../platform/lists/list.ts';
import { cutPage, MOST_COUNTED, type PageInput, totalOf, type Window, windowOf } from '../../platform/lists/page.ts';
import { partiesOf } from './queries.ts';

type Narrowing = Filters<typeof ledgerAccountQuery>;
type Account = WireRow<typeof ledgerAccountQuery>;

interface Row {
  readonly owner_id: bigint;
  readonly owner_name: string | null;
  readonly coin: string;
  readonly purpose: string;
  readonly available: bigint;
  readonly frozen: bigint;
  readonly pending: bigint;
  readonly version: bigint;
  readonly opened_at: Date;
  readonly last_posted_at: Date | null;
  /** The time of opening, to the microsecond. */
  readonly place: string;
}

/** Accounts of all owners. An account is named by owner, coin and purpose together, so the SQL is written here. */
export const accounts: List<typeof ledgerAccountQuery> = {
  call: ledgerAccountQuery,
  page: (db, input) => {
    const window = windowAsked(input);
    return db.transaction('system', async (tx) => {
      const { rows, next_cursor } = cutPage(await read(tx, input, window), window, partsOf);
      const total = totalOf(await count(tx, input, MOST_COUNTED));
      return { list: await shown(tx, rows, db.coins), ...total, next_cursor };
    });
  },
  all: (db, filters) =>
    allRows(db, 'system', {
      window: windowAsked,
      read: (source, window) => read(source, filters, window),
      placeOf: partsOf,
      count: (source, most) => count(source, filters, most),
      shown: (source, rows) => shown(source, rows, db.coins),
    }),
};

export const accountsFile = exportFile(ledgerAccountQuery, {
  name: 'ledger-accounts',
  title: 'ledgerAccounts',
  titles: { owner_id: 'owner_number', last_time: 'last_entry_time' },
  columns: {
    open_time: 24,
    owner_id: 14,
    owner_name: { width: 28, of: ({ owner_name }, t) => owner_name ?? t('owner_kind.provider') },
    owner_kind: 20,
    purpose: 16,
    coin_name: 8,
    available_asset: 20,
    freeze_asset: 18,
    pending_asset: 18,
    total_asset: 20,
    entries: 12,
    last_time: 24,
  },
});

function windowAsked(input: PageInput): Window {
  return windowOf(ledgerAccountQuery, input, 'open_time', ['instant', 'natural', 'text', 'text']);
}

const partsOf = ({ place, owner_id, coin, purpose }: Row): string[] => [place, String(owner_id), coin, purpose];

/** What parties have accounts for; every other purpose is the provider's own. */
const OF_PARTIES: ReadonlySet<string> = new Set(['main', 'reward']);

function narrowed({ owner_id, coin_name, purpose, owner_kind, time_from, time_to }: Narrowing): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const bound = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    owner_id !== undefined && `a.owner_id = ${bound(owner_id)}`,
    coin_name !== undefined && `a.coin = ${bound(coin_name)}`,
    purpose !== undefined && `a.purpose = ${bound(purpose)}`,
    owner_kind === 'party' && `a.owner_id > ${LAST_PROVIDER_OWNER_ID}`,
    (owner_kind === 'provider' || (purpose !== undefined && !OF_PARTIES.has(purpose))) && ofProvider('a.owner_id'),
    time_from !== undefined && `a.opened_at >= ${bound(time_from)}::timestamptz`,
    time_to !== undefined && `a.opened_at < ${bound(time_to)}::timestamptz`,
  ].filter((condition) => condition !== false);
  return { where: conditions.length === 0 ? 'true' : conditions.join(' and '), values };
}

async function read(db: Queryable, filters: Narrowing, { after, direction, offset, limit }: Window): Promise<Row[]> {
  const { where, values } = narrowed(filters);
  const n = values.length;
  const order = ['opened_at', 'owner_id', 'coin', 'purpose'].map((name) => `a.${name} ${direction}`).join(', ');
  const beyond = after
    ? `and (a.opened_at, a.owner_id, a.coin::text, a.purpose::text) ${direction === 'desc' ? '<' : '>'}
       ($${n + 1}::timestamptz, $${n + 2}::bigint, $${n + 3}::text collate "C", $${n + 4}::text collate "C")`
    : '';
  const { rows } = await db.query<Row>(
    `with a as materialized (select * from ledger.account a where ${where} ${beyond} order by ${order} limit ${limit} offset ${offset})
     select a.owner_id, party.name as owner_name, a.coin::text, a.purpose::text, a.available, a.frozen, a.pending,
       a.version, a.opened_at, case when a.version > 0 then a.last_posted_at end as last_posted_at, ${instantText('a.opened_at')} as place
     from a left join ${partiesOf('a')} as party on party.owner_id = a.owner_id
     order by ${order}`,
    [...values, ...(after ?? [])],
  );
  return rows;
}

async function count(db: Queryable, filters: Narrowing, most: number): Promise<number> {
  const { where, values } = narrowed(filters);
  const { rows } = await db.query<{ total: bigint }>(
    `select count(*) as total from (select 1 from ledger.account a where ${where} limit ${most}) as counted`,
    values,
  );
  return Number(rows[0]?.total ?? 0n);
}

async function shown(db: Queryable, rows: readonly Row[], coins: Coins): Promise<Account[]> {
  await coins.know(
    rows.map(({ coin }) => coin),
    db,
  );
  return rows.map((row) => toWire(row, coins));
}

function toWire(row: Row, coins: Coins): Account {
  const { coin, available, frozen, pending } = row;
  const money = (minor: bigint) => coins.format(minor, coin);
  return {
    owner_id: Number(row.owner_id),
    owner_kind: isProvider(Number(row.owner_id)) ? 'provider' : 'party',
    owner_name: row.owner_name,
    coin_name: coin,
    purpose: row.purpose,
    available_asset: money(available),
    freeze_asset: money(frozen),
    pending_asset: money(pending),
    total_asset: money(available + frozen + pending),
    entries: Number(row.version),
    open_time: row.opened_at.toISOString(),
    last_time: row.last_posted_at?.toISOString() ?? null,
  };
}
