import type { ParsedInputOf } from '@purser/contract/call';
import { ledgerAccountQuery } from '@purser/contract/features/ledger';
import { isProvider, LAST_PROVIDER_OWNER_ID, ofProvider } from '@purser/ledger/account';
import type { Queryable } from '@purser/ledger/accounts';
import type { Coins } from '../../platform/database/coins.ts';
import { instantText } from '../../platform/lists/cursor.ts';
import type { List, WireRow } from '../../platform/lists/list.ts';
import { cutPage, MOST_COUNTED, totalOf, type Window, windowOf } from '../../platform/lists/page.ts';
import { partiesOf } from './queries.ts';

type Input = ParsedInputOf<typeof ledgerAccountQuery>;
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
export const accounts: Pick<List<typeof ledgerAccountQuery>, 'call' | 'page'> = {
  call: ledgerAccountQuery,
  page: (db, input) => {
    const window = windowOf(ledgerAccountQuery, input, 'open_time', ['instant', 'natural', 'text', 'text']);
    return db.transaction('system', async (tx) => {
      const { rows, next_cursor } = cutPage(await read(tx, input, window), window, partsOf);
      const total = totalOf(await count(tx, input));
      await db.coins.know(
        rows.map(({ coin }) => coin),
        tx,
      );
      return { list: rows.map((row) => toWire(row, db.coins)), ...total, next_cursor };
    });
  },
};

const partsOf = ({ place, owner_id, coin, purpose }: Row): string[] => [place, String(owner_id), coin, purpose];

/** What parties have accounts for; every other purpose is the provider's own. */
const OF_PARTIES: ReadonlySet<string> = new Set(['main', 'reward']);

function narrowed({ owner_id, coin_name, purpose, owner_kind, time_from, time_to }: Input): { where: string; values: unknown[] } {
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

async function read(db: Queryable, input: Input, { after, direction, offset, limit }: Window): Promise<Row[]> {
  const { where, values } = narrowed(input);
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

async function count(db: Queryable, input: Input): Promise<number> {
  const { where, values } = narrowed(input);
  const { rows } = await db.query<{ total: bigint }>(
    `select count(*) as total from (select 1 from ledger.account a where ${where} limit ${MOST_COUNTED}) as counted`,
    values,
  );
  return Number(rows[0]?.total ?? 0n);
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
