import { createSecretKey, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { FEE_SLOTS, ofProvider } from './account.ts';
import { contentMac, storedPosting, type StoredPosting } from './content-mac.ts';
import { inSlot } from './fee-slots.ts';
import { firstOf, secondOf } from './halves.ts';
import { gathered } from './on-nodes.ts';
import type { Posting } from './posting.ts';
import { reversalId } from './review-postings.ts';
import { bigintArray, uuidArray } from './sql-array.ts';
import { type Findings, isDistributed, type LedgerBreak } from './verify-reader.ts';

/** What is found beside traffic is looked at again: between groups of shards nothing is as of one moment. */
const LOOKED_AGAIN_AFTER_MS = 250;

export const CROSSING_CHECKS = {
  first: 'every first half is under way, has its second half, or was turned back, and only one of these',
  second: 'every second half is the one that its first half promises',
  clearing: 'per coin the clearing accounts sum to what is under way',
} as const;

/** Proves of a page of postings that the halves among them fit together. */
export async function verifyHalves(client: pg.ClientBase, key: Buffer, rows: readonly StoredPosting[], findings: Findings): Promise<void> {
  const halves = rows.filter(({ note }) => typeof note === 'object' && note !== null && ('second_half' in note || 'first_half' in note));
  const found = await twice(halves, (some) => lookAtHalves(client, key, some));
  for (const { check, where, found: what } of found) findings.add(check, where, what);
}

/** What does not hold, and still does not a moment later. */
async function twice(
  halves: readonly StoredPosting[],
  look: (halves: readonly StoredPosting[]) => Promise<LedgerBreak[]>,
): Promise<LedgerBreak[]> {
  if (halves.length === 0) return [];
  const breaks = await look(halves);
  if (breaks.length === 0) return [];
  await delay(LOOKED_AGAIN_AFTER_MS);
  const places = new Set(breaks.map(({ where }) => where));
  return look(halves.filter((half) => places.has(placeOf(half))));
}

function placeOf({ owner_id, posting_id }: Pick<StoredPosting, 'owner_id' | 'posting_id'>): string {
  return `posting ${owner_id} ${posting_id}`;
}

async function lookAtHalves(client: pg.ClientBase, key: Buffer, halves: readonly StoredPosting[]): Promise<LedgerBreak[]> {
  const breaks: LedgerBreak[] = [];
  const firsts: { readonly first: Posting; readonly second: Posting }[] = [];
  const seconds: { readonly second: Posting; readonly first: ReturnType<typeof firstOf> }[] = [];
  for (const half of halves) {
    const posting = storedPosting(half, []);
    const promised = readable(() => secondOf(posting));
    const named = readable(() => firstOf(posting));
    if (promised) firsts.push({ first: posting, second: promised });
    else if (named) seconds.push({ second: posting, first: named });
    else breaks.push({ check: CROSSING_CHECKS.first, where: placeOf(half), found: 'its note cannot be read' });
  }
  return [...breaks, ...(await lookAtFirsts(client, key, firsts)), ...(await lookAtSeconds(client, seconds))];
}

/** A note that somebody wrote into the table may be anything. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const NAMED_BY_FIRSTS = `unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::bigint[], $5::uuid[])
  with ordinality as n(owner_id, posting_id, reversal_id, second_owner_id, second_posting_id, place)`;
const FIRSTS = `
  select s.posting_id is not null as second_there, s.content_mac as second_mac, r.posting_id is not null as is_turned_back,
    c.posting_id is not null as is_under_way, coalesce(e.refusal is not null, false) as is_refused
  from ${NAMED_BY_FIRSTS}
  left join ledger.posting s on s.owner_id = n.second_owner_id and s.posting_id = n.second_posting_id
    and s.note -> 'first_half' = jsonb_build_array(n.owner_id, n.posting_id)
  left join ledger.posting r on r.owner_id = n.owner_id and r.posting_id = n.reversal_id
  left join ledger.crossing c on c.owner_id = n.owner_id and c.posting_id = n.posting_id
  left join ledger.crossing_end e on e.owner_id = n.second_owner_id and e.first_owner_id = n.owner_id and e.first_posting_id = n.posting_id
  order by n.place`;
const FIRSTS_ON_NODES = gathered(
  {
    second: `select s.* from ${NAMED_BY_FIRSTS} join ledger.posting s on s.owner_id = n.second_owner_id and s.posting_id = n.second_posting_id`,
    reversal: `select r.* from ${NAMED_BY_FIRSTS} join ledger.posting r on r.owner_id = n.owner_id and r.posting_id = n.reversal_id`,
    posting: 'select * from second union select * from reversal',
    crossing: `select c.* from ${NAMED_BY_FIRSTS} join ledger.crossing c on c.owner_id = n.owner_id and c.posting_id = n.posting_id`,
    crossing_end: `
      select e.* from ${NAMED_BY_FIRSTS}
      join ledger.crossing_end e on e.owner_id = n.second_owner_id and e.first_owner_id = n.owner_id and e.first_posting_id = n.posting_id`,
  },
  FIRSTS,
);

interface FirstRow {
  readonly second_there: boolean;
  readonly second_mac: Buffer | null;
  readonly is_turned_back: boolean;
  readonly is_under_way: boolean;
  readonly is_refused: boolean;
}

async function lookAtFirsts(
  client: pg.ClientBase,
  key: Buffer,
  firsts: readonly { readonly first: Posting; readonly second: Posting }[],
): Promise<LedgerBreak[]> {
  if (firsts.length === 0) return [];
  const { rows } = await client.query<FirstRow>(isDistributed(client) ? FIRSTS_ON_NODES : FIRSTS, [
    bigintArray(firsts.map(({ first }) => first.owner_id)),
    uuidArray(firsts.map(({ first }) => first.posting_id)),
    uuidArray(firsts.map(({ first }) => reversalId(first))),
    bigintArray(firsts.map(({ second }) => second.owner_id)),
    uuidArray(firsts.map(({ second }) => second.posting_id)),
  ]);
  const macKey = createSecretKey(key);
  return firsts.flatMap(({ first, second }, index) => {
    const found = whatIsWrong(rows[index] as FirstRow, () => possibleMacs(macKey, second));
    return found === undefined ? [] : [{ check: CROSSING_CHECKS.first, where: placeOf(first), found }];
  });
}

function whatIsWrong(row: FirstRow, macs: () => readonly Buffer[]): string | undefined {
  const { second_there, second_mac, is_turned_back, is_under_way, is_refused } = row;
  if (second_there && is_turned_back) return 'its second half was made, and it was turned back as well';
  if (second_there && is_refused) return 'its second half was made, and refused as well';
  if (second_there && !macs().some((mac) => second_mac?.length === mac.length && timingSafeEqual(second_mac, mac)))
    return 'its second half is not what it promises';
  if (is_turned_back && !is_refused) return 'it was turned back, and nobody refused its second half';
  if (is_turned_back && is_under_way) return 'it was turned back, and is under way as well';
  if (!second_there && !is_turned_back && !is_under_way) return 'its second half is missing, and nobody is to make it';
  return undefined;
}

/** A second half is made in the slot of whoever makes it. */
function possibleMacs(key: Parameters<typeof contentMac>[0], second: Posting): readonly Buffer[] {
  return Array.from({ length: FEE_SLOTS }, (_, slot) => contentMac(key, inSlot(second, slot)));
}

const NAMED = 'unnest($1::bigint[], $2::uuid[]) with ordinality as n(owner_id, posting_id, place)';
const NAMED_BY_SECONDS = `
  select p.owner_id, p.posting_id, p.type, p.serial_number, p.note
  from ${NAMED}
  left join ledger.posting p on p.owner_id = n.owner_id and p.posting_id = n.posting_id
  order by n.place`;
const NAMED_BY_SECONDS_ON_NODES = gathered(
  { posting: `select distinct p.* from ${NAMED} join ledger.posting p on p.owner_id = n.owner_id and p.posting_id = n.posting_id` },
  NAMED_BY_SECONDS,
);

async function lookAtSeconds(
  client: pg.ClientBase,
  seconds: readonly { readonly second: Posting; readonly first: ReturnType<typeof firstOf> }[],
): Promise<LedgerBreak[]> {
  if (seconds.length === 0) return [];
  const { rows } = await client.query<StoredPosting | { readonly posting_id: null }>(
    isDistributed(client) ? NAMED_BY_SECONDS_ON_NODES : NAMED_BY_SECONDS,
    [bigintArray(seconds.map(({ first }) => first?.owner_id)), uuidArray(seconds.map(({ first }) => first?.posting_id))],
  );
  return seconds.flatMap(({ second }, index) => {
    const row = rows[index] as (typeof rows)[number];
    const promised = row.posting_id === null ? undefined : readable(() => secondOf(storedPosting(row as StoredPosting, [])));
    if (promised?.owner_id === second.owner_id && promised.posting_id === second.posting_id) return [];
    const found = row.posting_id === null ? 'its first half is missing' : `posting ${row.owner_id} ${row.posting_id} promises another`;
    return [{ check: CROSSING_CHECKS.second, where: placeOf(second), found }];
  });
}

/** What first halves that are under way, and not through, have brought to their clearing accounts, beside what all clearing accounts have. */
const CLEARING = `
  with clearing as (
    select coin, sum(available::numeric) as has from ledger.account where purpose = 'clearing' and ${ofProvider('owner_id')} group by coin
  ), under_way as (
    select e.coin, sum(e.available_after::numeric - e.available_before) as brought
    from ledger.crossing c
    join ledger.posting p on p.owner_id = c.owner_id and p.posting_id = c.posting_id
    join ledger.entry e on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id and e.purpose = 'clearing'
    where not exists (
      select from ledger.posting s
      where s.owner_id = (p.note -> 'second_half' ->> 'owner_id')::bigint and s.posting_id = (p.note -> 'second_half' ->> 'posting_id')::uuid
        and s.note -> 'first_half' = jsonb_build_array(p.owner_id, p.posting_id))
    group by e.coin
  )
  select format('coin %s', coin) as where_, format('clearing has %s, %s is under way', coalesce(has, 0), coalesce(brought, 0)) as found
  from clearing full join under_way using (coin) where coalesce(has, 0) <> coalesce(brought, 0)`;

const CLEARING_ON_NODES = gathered(
  {
    account: `select owner_id, coin, purpose, available from ledger.account where purpose = 'clearing' and ${ofProvider('owner_id')}`,
    crossing: 'select owner_id, posting_id from ledger.crossing',
    first: 'select p.* from crossing c join ledger.posting p on p.owner_id = c.owner_id and p.posting_id = c.posting_id',
    second: `
      select s.* from first p join ledger.posting s
        on s.owner_id = (p.note -> 'second_half' ->> 'owner_id')::bigint and s.posting_id = (p.note -> 'second_half' ->> 'posting_id')::uuid`,
    posting: 'select * from first union select * from second',
    entry: `
      select e.* from first p join ledger.entry e
        on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id and e.purpose = 'clearing'`,
  },
  CLEARING,
);

export async function verifyClearing(client: pg.ClientBase, findings: Findings): Promise<void> {
  const sql = isDistributed(client) ? CLEARING_ON_NODES : CLEARING;
  const look = async () => (await client.query<{ where_: string; found: string }>(sql)).rows;
  if ((await look()).length === 0) return;
  await delay(LOOKED_AGAIN_AFTER_MS);
  findings.addAll(CROSSING_CHECKS.clearing, await look());
}
