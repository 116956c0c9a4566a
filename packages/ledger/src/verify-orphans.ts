import type pg from 'pg';
import { bigintArray, textArray } from './sql-array.ts';
import { pages } from './verify-reader.ts';

interface Key {
  readonly owner_id: string;
  readonly coin: string;
  readonly purpose: string;
}

const FIRST: Key = { owner_id: '0', coin: '', purpose: '' };
/** Behind every account. */
const LAST: Key = { owner_id: '9223372036854775807', coin: '', purpose: '' };
/** Of each page of accounts so many are told. */
const MOST_OF_A_PAGE = 100;

const ACCOUNTS = `
  select owner_id::text, coin, purpose from ledger.account where (owner_id, coin, purpose) > ($1, $2, $3) order by owner_id, coin, purpose limit $4`;

/**
 * What a table on several nodes has of accounts that are not there. Nodes cannot walk from account to account in a table, but find what lies between
 * two accounts that follow each other.
 */
export async function orphansOnNodes(client: pg.ClientBase, table: string, accountsAtATime: number): Promise<Key[]> {
  const orphans: Key[] = [];
  let before = FIRST;
  for await (const rows of pages<Key>(client, ACCOUNTS, [0, '', ''], accountsAtATime, keyOf)) {
    orphans.push(...(await between(client, table, [before, ...rows])));
    before = rows.at(-1) ?? before;
  }
  return [...orphans, ...(await between(client, table, [before, LAST]))];
}

const keyOf = ({ owner_id, coin, purpose }: Key): readonly string[] => [owner_id, coin, purpose];

async function between(client: pg.ClientBase, table: string, keys: readonly Key[]): Promise<Key[]> {
  const columns = (some: readonly Key[]) => [
    bigintArray(some.map(({ owner_id }) => BigInt(owner_id))),
    textArray(some.map(({ coin }) => coin)),
    textArray(some.map(({ purpose }) => purpose)),
  ];
  const { rows: found } = await client.query<Key>(
    `select distinct k.owner_id::text, k.coin, k.purpose
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[]) as gap(owner_id, coin, purpose, to_owner_id, to_coin, to_purpose)
     join ledger.${table} k on (k.owner_id, k.coin, k.purpose) > (gap.owner_id, gap.coin, gap.purpose)
       and (k.owner_id, k.coin, k.purpose) < (gap.to_owner_id, gap.to_coin, gap.to_purpose)
     limit ${MOST_OF_A_PAGE}`,
    [...columns(keys.slice(0, -1)), ...columns(keys.slice(1))],
  );
  if (found.length === 0) return [];
  // Accounts may have been opened since.
  const { rows: there } = await client.query<Key>(
    `select a.owner_id::text, a.coin, a.purpose from unnest($1::bigint[], $2::text[], $3::text[]) as asked(owner_id, coin, purpose)
     join ledger.account a on a.owner_id = asked.owner_id and a.coin = asked.coin and a.purpose = asked.purpose`,
    columns(found),
  );
  const known = new Set(there.map((key) => JSON.stringify(keyOf(key))));
  return found.filter((key) => !known.has(JSON.stringify(keyOf(key))));
}
