import type pg from 'pg';
import { gathered, POSTINGS_OF_ENTRIES } from './on-nodes.ts';
import { bigintArray, textArray } from './sql-array.ts';
import type { AccountMark } from './verify-accounts.ts';
import { type Findings, isDistributed, looksAgain } from './verify-reader.ts';

const ENTRIES_AT_A_TIME = 10_000n;

export const ENTRY_CHECKS = {
  chain: 'entries of an account chain from zero without a gap',
  time: "an entry has its posting's time, and time never runs backwards within an account",
  hold: 'an entry names a hold where it changes frozen or pending funds, and only there',
  type: 'entries of a type are numbered without a gap',
  run: 'an entry says whether it is the first of its type in a row',
  posting: 'every entry has its posting, which says the same',
} as const;

/** A range of one account's entries; `place` names the account within the statement. */
interface Part extends AccountMark {
  readonly first: bigint;
  readonly last: bigint;
}

interface Row {
  kind: keyof typeof ENTRY_CHECKS | 'numbered';
  place: number;
  where_: string;
  found: string;
  type: string | null;
  least: string | null;
  most: string | null;
  count: string | null;
}

/** Reads each part with the entry before it, so that parts of one account chain to each other. */
const PARTS = `unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality as p(owner_id, coin, purpose, first, last, place)`;
const ENTRIES = `
  with part as (
    select * from ${PARTS}
  ), read as materialized (
    select part.place, part.first, e.*, p.posting_id as known_id, p.type as known_type, p.serial_number as known_serial_number, p.posted_at as known_at,
      format('account %s %s %s version %s', e.owner_id, e.coin, e.purpose, e.version) as where_
    from part
    join ledger.entry e on e.owner_id = part.owner_id and e.coin = part.coin and e.purpose = part.purpose
      and e.version between part.first - 1 and part.last
    left join ledger.posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id
  ), chained as materialized (
    select *, lag(version, 1, 0::bigint) over w as last_version, lag(available_after, 1, 0::bigint) over w as last_available,
      lag(frozen_after, 1, 0::bigint) over w as last_frozen, lag(pending_after, 1, 0::bigint) over w as last_pending,
      lag(posted_at, 1, '-infinity') over w as last_at, lag(type) over w as last_type, lag(type_version) over (partition by place, type order by version) as last_type_version
    from read window w as (partition by place order by version)
  ), mine as materialized (select * from chained where version >= first)
  select 'chain' as kind, place::integer, where_, format('after version %s with %s/%s/%s comes %s/%s/%s', last_version, last_available, last_frozen,
    last_pending, available_before, frozen_before, pending_before) as found, null as type, null as least, null as most, null as count
  from mine
  where version <> last_version + 1 or available_before <> last_available or frozen_before <> last_frozen or pending_before <> last_pending
  union all
  select 'time', place, where_, format('at %s, the entry before at %s, its posting at %s', posted_at, last_at, known_at), null, null, null, null
  from mine where known_id is not null and posted_at is distinct from greatest(known_at, last_at)
    or posted_at > clock_timestamp() + interval '5 minutes'
  union all
  select 'posting', place, where_, case when known_id is null then format('posting %s %s is missing', posting_owner_id, posting_id)
      else format('posting %s %s says %s %s, the entry %s %s', posting_owner_id, posting_id, known_type, known_serial_number, type, serial_number) end,
    null, null, null, null
  from mine where known_id is null or (known_type, known_serial_number) is distinct from (type, serial_number)
  union all
  select 'type', place, where_, format('type_version %s of %s comes after %s', type_version, type, last_type_version), null, null, null, null
  from (select *, lag(type_version) over (partition by place, type order by version) as before from mine) m
  where before is not null and type_version is distinct from before + 1
  union all
  select 'run', place, where_, format('begins a run: %s, with %s after %s', begins_run, type, last_type), null, null, null, null
  from mine where begins_run is distinct from (type_version is not null and type is distinct from last_type)
  union all
  select 'hold', place, where_, format('names hold %s, with frozen %s to %s and pending %s to %s', hold_id, frozen_before, frozen_after, pending_before,
    pending_after), null, null, null, null
  from mine where (hold_id is not null)::integer <> (frozen_before <> frozen_after)::integer + (pending_before <> pending_after)::integer
  union all
  select 'numbered', place, '', '', type, min(type_version)::text, max(type_version)::text, count(type_version)::text
  from mine group by place, type`;

const ENTRIES_ON_NODES = gathered(
  {
    entry: `
      select e.* from ${PARTS}
      join ledger.entry e on e.owner_id = p.owner_id and e.coin = p.coin and e.purpose = p.purpose and e.version between p.first - 1 and p.last`,
    posting: POSTINGS_OF_ENTRIES,
  },
  ENTRIES,
);

/** How far the numbers of each type have come within an account that is read in several parts. */
type Numbered = Map<string, bigint>;

/** Proves of a page of accounts that their entries chain, agree with their postings and are numbered. Returns how many were read. */
export async function verifyEntries(
  client: pg.ClientBase,
  accounts: readonly AccountMark[],
  findings: Findings,
  atATime = ENTRIES_AT_A_TIME,
): Promise<bigint> {
  let parts: Part[] = [];
  let waiting = 0n;
  let read = 0n;
  const numbered = new Map<string, Numbered>();
  const flush = async (): Promise<void> => {
    if (parts.length > 0) await verifyParts(client, parts, numbered, findings);
    parts = [];
    waiting = 0n;
  };
  for (const account of accounts) {
    for (let first = 1n; first <= account.version; first += atATime) {
      const last = first + atATime - 1n < account.version ? first + atATime - 1n : account.version;
      if (waiting + last - first + 1n > atATime) await flush();
      parts.push({ ...account, first, last });
      waiting += last - first + 1n;
      read += last - first + 1n;
    }
  }
  await flush();
  return read;
}

async function verifyParts(
  client: pg.ClientBase,
  parts: readonly Part[],
  numbered: Map<string, Numbered>,
  findings: Findings,
): Promise<void> {
  const columns = [
    bigintArray(parts.map(({ owner_id }) => owner_id)),
    textArray(parts.map(({ coin }) => coin)),
    textArray(parts.map(({ purpose }) => purpose)),
    bigintArray(parts.map(({ first }) => first)),
    bigintArray(parts.map(({ last }) => last)),
  ];
  const read = async () => (await client.query<Row>(isDistributed(client) ? ENTRIES_ON_NODES : ENTRIES, columns)).rows;
  const rows = isDistributed(client) ? await looksAgain(read, (some) => some.some(({ kind }) => kind !== 'numbered')) : await read();
  for (const row of rows) {
    if (row.kind === 'numbered') verifyNumbers(row, parts[row.place - 1] as Part, numbered, findings);
    else findings.add(ENTRY_CHECKS[row.kind], row.where_, row.found);
  }
}

/** Inside a part the numbers were compared one with the next; here the part's first is compared with what was before. */
function verifyNumbers(row: Row, { owner_id, coin, purpose }: Part, numbered: Map<string, Numbered>, findings: Findings): void {
  // The provider's own entries have no numbers.
  if (row.type === null || row.most === null || row.least === null) return;
  const where = `account ${owner_id} ${coin} ${purpose}`;
  const known = numbered.get(where) ?? new Map<string, bigint>();
  numbered.set(where, known);
  const before = known.get(row.type) ?? 0n;
  if (BigInt(row.least) !== before + 1n) findings.add(ENTRY_CHECKS.type, where, `${row.type} goes on with ${row.least} after ${before}`);
  known.set(row.type, BigInt(row.most));
}
