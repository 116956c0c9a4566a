import type pg from 'pg';
import { type AccountKey, ofProvider, PROVIDER_OWNER_ID, UNBOUNDED_PURPOSES } from './account.ts';
import { orphansOnNodes } from './verify-orphans.ts';
import { Findings, isDistributed, looksAgain, pages } from './verify-reader.ts';

const ACCOUNTS_AT_A_TIME = 500;

export const ACCOUNT_CHECKS = {
  balance: 'each balance equals its last entry',
  holds: 'the frozen and the pending funds of an account are the sums of its holds',
  floor: 'nothing is below its floor',
  flag: "only the provider's accounts that face the outside world may be below zero",
  time: 'an account knows the time of its last entry, which is not ahead of the clock',
  type: 'an account knows the type of its last entry',
  coins: 'per coin all accounts sum to zero',
  orphans: 'nothing is left of an account that is not there',
  sealedTail: 'everything that was sealed is there',
  constraints: "the tables' constraints are in force",
} as const;

export const ACCOUNT = `format('account %s %s %s', owner_id, coin, purpose)`;

/** An account up to its last entry at the time it was looked at. */
export interface AccountMark extends AccountKey {
  readonly version: bigint;
}

interface Row {
  owner_id: string;
  coin: string;
  purpose: string;
  version: string;
  state: string;
  last: string | null;
  balance_wrong: boolean;
  held: string;
  held_wrong: boolean;
  below: boolean;
  lifted: boolean;
  time_wrong: boolean;
  times: string;
  type_wrong: boolean;
  types: string;
  sealed: string | null;
}

const MAY_BE_UNBOUNDED = `((a.owner_id = ${PROVIDER_OWNER_ID} and (a.purpose in (${[...UNBOUNDED_PURPOSES].map((purpose) => `'${purpose}'`).join(', ')}) or a.purpose like 'custody\\_%'))
  or (${ofProvider('a.owner_id')} and a.purpose = 'clearing'))`;

const STATES = `
  select a.owner_id::text, a.coin, a.purpose, a.version::text,
    format('%s/%s/%s at version %s', a.available, a.frozen, a.pending, a.version) as state,
    case when e.version is not null then format('%s/%s/%s at version %s', e.available_after, e.frozen_after, e.pending_after, e.version) end as last,
    (a.version, a.available, a.frozen, a.pending) is distinct from
      (coalesce(e.version, 0), coalesce(e.available_after, 0), coalesce(e.frozen_after, 0), coalesce(e.pending_after, 0)) as balance_wrong,
    format('%s frozen and %s pending', h.frozen, h.pending) as held, (a.frozen, a.pending) is distinct from (h.frozen, h.pending) as held_wrong,
    (a.available < 0 and not ${MAY_BE_UNBOUNDED}) or a.frozen < 0 or a.pending < 0 as below,
    a.unbounded and not ${MAY_BE_UNBOUNDED} as lifted,
    a.last_posted_at is distinct from coalesce(e.posted_at, '-infinity') or a.last_posted_at > clock_timestamp() + interval '5 minutes' as time_wrong,
    format('account says %s, the last entry %s', a.last_posted_at, e.posted_at) as times,
    (a.last_type, a.last_type_version) is distinct from (e.type, e.type_version) as type_wrong,
    format('account says %s %s, the last entry %s %s', a.last_type, a.last_type_version, e.type, e.type_version) as types,
    s.to_version::text as sealed`;

/** Each row is one account with its last entry as of one moment. */
const accounts = (which: string): string => `
  ${STATES}
  from (select * from ledger.account where ${which}) a
  left join lateral (
    select * from ledger.entry e where e.owner_id = a.owner_id and e.coin = a.coin and e.purpose = a.purpose order by e.version desc limit 1
  ) e on true
  cross join lateral (
    select coalesce(sum(h.remaining) filter (where h.bucket = 'frozen'), 0) as frozen,
      coalesce(sum(h.remaining) filter (where h.bucket = 'pending'), 0) as pending
    from ledger.hold h where h.owner_id = a.owner_id and h.coin = a.coin and h.purpose = a.purpose
  ) h
  left join lateral (
    select s.to_version from ledger.seal s where s.owner_id = a.owner_id and s.coin = a.coin and s.purpose = a.purpose
    order by s.to_version desc limit 1
  ) s on true
  order by a.owner_id, a.coin, a.purpose`;
const ACCOUNTS = accounts('(owner_id, coin, purpose) > ($1, $2, $3) order by owner_id, coin, purpose limit $4');
const ONE_ACCOUNT = accounts('owner_id = $1 and coin = $2 and purpose = $3');

/**
 * The same of a page on several nodes, each of which sees its accounts as of one moment. The entry that an account ends with is looked for from the version
 * on that the account says.
 */
const ACCOUNTS_ON_NODES = `
  with page as materialized (
    select owner_id, coin, purpose from ledger.account where (owner_id, coin, purpose) > ($1, $2, $3) order by owner_id, coin, purpose limit $4
  )
  ${STATES.replaceAll(/h\.(frozen|pending)/g, 'coalesce(h.$1, 0)')}
  from page
  join ledger.account a on a.owner_id = page.owner_id and a.coin = page.coin and a.purpose = page.purpose
  left join lateral (
    select e.owner_id, max(e.version) as version from ledger.entry e
    where e.owner_id = a.owner_id and e.coin = a.coin and e.purpose = a.purpose and e.version >= a.version group by e.owner_id
  ) newest on true
  left join ledger.entry e on e.owner_id = a.owner_id and e.coin = a.coin and e.purpose = a.purpose and e.version = newest.version
  left join lateral (
    select h.owner_id, sum(h.remaining) filter (where h.bucket = 'frozen') as frozen, sum(h.remaining) filter (where h.bucket = 'pending') as pending
    from ledger.hold h where h.owner_id = a.owner_id and h.coin = a.coin and h.purpose = a.purpose group by h.owner_id
  ) h on true
  left join lateral (
    select s.owner_id, max(s.to_version) as to_version from ledger.seal s
    where s.owner_id = a.owner_id and s.coin = a.coin and s.purpose = a.purpose group by s.owner_id
  ) s on true
  order by a.owner_id, a.coin, a.purpose`;

export interface AccountCounts {
  accounts: bigint;
  unsealed: bigint;
}

/** Compares accounts with their last entries, a page at a time, and gives each page with how far its accounts had come. */
export async function* verifyAccounts(client: pg.ClientBase, findings: Findings, counts: AccountCounts): AsyncGenerator<AccountMark[]> {
  const keyOf = ({ owner_id, coin, purpose }: Row) => [owner_id, coin, purpose];
  const sql = isDistributed(client) ? ACCOUNTS_ON_NODES : ACCOUNTS;
  for await (const rows of pages<Row>(client, sql, [0, '', ''], ACCOUNTS_AT_A_TIME, keyOf)) {
    for (const row of rows) compare(isDistributed(client) ? await alone(client, row) : row, findings);
    counts.accounts += BigInt(rows.length);
    for (const { version, sealed } of rows) counts.unsealed += max(BigInt(version) - BigInt(sealed ?? 0), 0n);
    yield rows.map(({ owner_id, coin, purpose, version }) => ({ owner_id: Number(owner_id), coin, purpose, version: BigInt(version) }));
  }
}

/** An account that something is wrong with, as one node sees it. */
async function alone(client: pg.ClientBase, row: Row): Promise<Row> {
  const found = new Findings();
  compare(row, found);
  if (found.breaks.length === 0) return row;
  const { rows } = await client.query<Row>(ONE_ACCOUNT, [row.owner_id, row.coin, row.purpose]);
  return rows[0] ?? row;
}

function compare(row: Row, findings: Findings): void {
  const where = `account ${row.owner_id} ${row.coin} ${row.purpose}`;
  if (row.balance_wrong)
    findings.add(ACCOUNT_CHECKS.balance, where, `account says ${row.state}, the last entry ${row.last ?? 'is missing'}`);
  if (row.held_wrong) findings.add(ACCOUNT_CHECKS.holds, where, `account says ${row.state}, its holds ${row.held}`);
  if (row.below) findings.add(ACCOUNT_CHECKS.floor, where, row.state);
  if (row.lifted) findings.add(ACCOUNT_CHECKS.flag, where, 'unbounded');
  if (row.time_wrong) findings.add(ACCOUNT_CHECKS.time, where, row.times);
  if (row.type_wrong) findings.add(ACCOUNT_CHECKS.type, where, row.types);
  if (BigInt(row.sealed ?? 0) > BigInt(row.version)) {
    findings.add(ACCOUNT_CHECKS.sealedTail, where, `sealed up to version ${row.sealed}, and the account ends at ${row.version}`);
  }
}

/** What has an account in its key. */
const TABLES_OF_ACCOUNTS = ['entry', 'seal', 'running_total', 'rollup'] as const;

/** So often accounts on several nodes are summed up: nodes answer within moments of each other, and money that moves then is seen on one of them alone. */
const MOST_SUMS = 20;
const SUMMED_AGAIN_AFTER_MS = 50;

/** Coins that do not sum to zero, each as it was seen last. On several nodes those that never did. */
async function sums(client: pg.ClientBase): Promise<{ where_: string; found: string }[]> {
  const read = async () =>
    (
      await client.query<{ where_: string; found: string }>(
        `select format('coin %s', coin) as where_, sum(available::numeric + frozen + pending)::text as found
         from ledger.account group by coin having sum(available::numeric + frozen + pending) <> 0`,
      )
    ).rows;
  let wrong = await read();
  if (!isDistributed(client)) return wrong;
  return looksAgain(
    async () => {
      const now = new Map((await read()).map((row) => [row.where_, row]));
      wrong = wrong.flatMap(({ where_ }) => now.get(where_) ?? []);
      return wrong;
    },
    (still) => still.length > 0,
    { looks: MOST_SUMS, afterMs: SUMMED_AGAIN_AFTER_MS },
  );
}

/** What concerns all accounts at once. */
export async function verifyWhole(client: pg.ClientBase, findings: Findings): Promise<void> {
  findings.addAll(ACCOUNT_CHECKS.coins, await sums(client));
  for (const table of TABLES_OF_ACCOUNTS) await verifyOrphans(client, table, findings);
  await verifyHeldNowhere(client, findings);
  await verifyConstraints(client, findings);
}

/** Walks over the accounts that a table knows of, from each to the next without reading what lies between. */
async function verifyOrphans(client: pg.ClientBase, table: (typeof TABLES_OF_ACCOUNTS)[number], findings: Findings): Promise<void> {
  const tell = ({ owner_id, coin, purpose }: { owner_id: string; coin: string; purpose: string }) =>
    findings.add(ACCOUNT_CHECKS.orphans, `account ${owner_id} ${coin} ${purpose}`, `ledger.${table} knows it`);
  if (isDistributed(client)) return (await orphansOnNodes(client, table, ACCOUNTS_AT_A_TIME)).forEach(tell);
  const first = `(select owner_id, coin, purpose from ledger.${table} where (owner_id, coin, purpose) > (KEY) order by owner_id, coin, purpose limit 1)`;
  const sql = `
    with recursive known as (
      ${first.replace('KEY', '$1::bigint, $2::text, $3::text')}
      union all
      select n.* from known k cross join lateral ${first.replace('KEY', 'k.owner_id, k.coin, k.purpose')} n
    ), page as materialized (select owner_id, coin::text, purpose::text from known limit $4)
    select s.owner_id::text, s.coin, s.purpose,
      not exists (select from ledger.account a where a.owner_id = s.owner_id and a.coin = s.coin and a.purpose = s.purpose) as orphan
    from page s order by s.owner_id, s.coin collate "C", s.purpose collate "C"`;
  type Known = { owner_id: string; coin: string; purpose: string; orphan: boolean };
  const keyOf = ({ owner_id, coin, purpose }: Known) => [owner_id, coin, purpose];
  for await (const rows of pages<Known>(client, sql, [0, '', ''], ACCOUNTS_AT_A_TIME, keyOf)) {
    for (const row of rows) if (row.orphan) tell(row);
  }
}

/** Holds are few: one for each order that waits for somebody. */
async function verifyHeldNowhere(client: pg.ClientBase, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ where_: string; found: string }>(
    `select format('account %s %s %s', h.owner_id, h.coin, h.purpose) as where_, format('hold %s is on it', h.hold_id) as found
     from ledger.hold h
     where not exists (select from ledger.account a where a.owner_id = h.owner_id and a.coin = h.coin and a.purpose = h.purpose)
     order by h.owner_id, h.hold_id limit 100`,
  );
  findings.addAll(ACCOUNT_CHECKS.orphans, rows);
}

const CONSTRAINTS = [
  'account_floor',
  'only_the_provider_is_unbounded',
  'only_the_provider_counts_no_types',
  'account_ceiling',
  'account_pkey',
  'posting_pkey',
  'entry_pkey',
  'hold_pkey',
  'hold_holds_something',
  'hold_bucket',
  'seal_pkey',
  'crossing_pkey',
  'crossing_end_pkey',
];

/** A constraint that was dropped lets in what every other check would only find afterwards. */
async function verifyConstraints(client: pg.ClientBase, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ where_: string; found: string }>(
    `select format('constraint %s', name) as where_, case when c.conname is null then 'missing' else 'not validated' end as found
     from unnest($1::text[]) as name
     left join pg_constraint c on c.conname = name and c.connamespace = 'ledger'::regnamespace
     where c.conname is null or not c.convalidated`,
    [CONSTRAINTS],
  );
  findings.addAll(ACCOUNT_CHECKS.constraints, rows);
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
