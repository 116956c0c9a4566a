import { timingSafeEqual } from 'node:crypto';
import type { TransactionType } from '@purser/contract/features/fund-flow';
import type pg from 'pg';
import { isProvider } from './account.ts';
import { contentMac, STORED_LEG, type StoredLeg, storedPosting, type StoredPosting } from './content-mac.ts';
import { gathered } from './on-nodes.ts';
import { verifyHalves } from './verify-crossings.ts';
import { type Findings, isDistributed, type LedgerBreak, pages } from './verify-reader.ts';

const POSTINGS_AT_A_TIME = 2_000;
/** On several nodes: there each posting is compared with the entries of all. */
const FEWER_AT_A_TIME = 500;

export const POSTING_CHECKS = {
  mac: 'every posting is what its content MAC was made of',
  entries: 'every posting has its entries',
  zero: 'each posting sums to zero per coin',
  charge: 'the charges of a posting are what its fee legs collect',
} as const;

interface Row extends StoredPosting {
  owner_id: string;
  content_mac: Buffer | null;
  legs: StoredLeg[] | null;
}

/** A posting has 16 legs at the most (ledger.post_batch). Of one with more entries this many are read: no MAC fits them. */
const MOST_ENTRIES = 17;

/** Postings with what their entries did, as of one moment. An index finds the entries of a posting by serial number and id. */
const POSTINGS = `
  select p.owner_id::text, p.posting_id::text, p.type, p.serial_number, p.note, p.content_mac, l.legs
  from (select * from ledger.posting where (owner_id, posting_id) > ($1, $2) order by owner_id, posting_id limit $3) p
  cross join lateral (
    select json_agg(${STORED_LEG}) as legs
    from (
      select * from ledger.entry e
      where e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id limit ${MOST_ENTRIES}
    ) e
  ) l
  order by p.owner_id, p.posting_id`;

const POSTINGS_ON_NODES = gathered(
  {
    posting: 'select * from ledger.posting where (owner_id, posting_id) > ($1, $2) order by owner_id, posting_id limit $3',
    entry: `
      select * from (
        select e.*, row_number() over (partition by e.owner_id, e.posting_owner_id, e.posting_id) as nth
        from posting p join ledger.entry e on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id
      ) e where nth <= ${MOST_ENTRIES}`,
  },
  POSTINGS,
);

export interface PostingRules {
  /** Are all postings of the kinds that are planned in posting.ts? Only then is a charge always collected by a fee leg. */
  readonly planned: boolean;
}

/** Proves of every posting that it is what was asked for, and whole. Returns how many there are. */
export async function verifyPostings(client: pg.ClientBase, key: Buffer, { planned }: PostingRules, findings: Findings): Promise<bigint> {
  let count = 0n;
  const first = [0, '00000000-0000-0000-0000-000000000000'];
  const [sql, size] = isDistributed(client) ? [POSTINGS_ON_NODES, FEWER_AT_A_TIME] : [POSTINGS, POSTINGS_AT_A_TIME];
  const keyOf = ({ owner_id, posting_id }: Row) => [owner_id, posting_id];
  const isWrong = (row: Row) => breaksOf(row, key, planned).length > 0;
  for await (const rows of pages<Row>(client, sql, first, size, keyOf, isWrong)) {
    count += BigInt(rows.length);
    for (const row of rows) for (const { check, where, found } of breaksOf(row, key, planned)) findings.add(check, where, found);
    await verifyHalves(client, key, rows, findings);
  }
  return count;
}

/** Whether a posting is what its content MAC was made of: `missing` where it has none, `invalid` where somebody changed it. */
export type MacState = 'valid' | 'invalid' | 'missing';

/** Looks at a posting as it is stored, with all of its entries. `key` is the ledger's key. */
export function macStateOf(
  key: Buffer,
  stored: StoredPosting & { readonly content_mac: Buffer | null },
  legs: readonly StoredLeg[],
): MacState {
  if (stored.content_mac === null) return 'missing';
  const mac = contentMac(key, storedPosting(stored, legs));
  return stored.content_mac.length === mac.length && timingSafeEqual(stored.content_mac, mac) ? 'valid' : 'invalid';
}

/** What these add to collected fees, nobody was charged. Nor is anybody charged where fees are given back. */
const COLLECTS_NO_FEE: ReadonlySet<string> = new Set<TransactionType>(['adjustment_increase', 'adjustment_decrease', 'reversal']);

function breaksOf(row: Row, key: Buffer, planned: boolean): LedgerBreak[] {
  const where = `posting ${row.owner_id} ${row.posting_id}`;
  const breaks: LedgerBreak[] = [];
  const tell = (check: string, found: string) => breaks.push({ check, where, found });
  const legs = row.legs ?? [];
  if (legs.length === 0) tell(POSTING_CHECKS.entries, `no entry of ${row.type} ${row.serial_number}`);
  const state = macStateOf(key, row, legs);
  if (state !== 'valid') {
    tell(POSTING_CHECKS.mac, state === 'missing' ? 'has no MAC' : `${row.type} ${row.serial_number} was not made so`);
  }
  for (const [coin, { change, charge, fees }] of sumsOf(legs)) {
    if (change !== 0n) tell(POSTING_CHECKS.zero, `${change} ${coin}`);
    if (planned && !COLLECTS_NO_FEE.has(row.type) && charge !== (fees > 0n ? fees : 0n))
      tell(POSTING_CHECKS.charge, `${charge} ${coin} charged, ${fees} ${coin} collected`);
  }
  return breaks;
}

interface Sums {
  change: bigint;
  charge: bigint;
  fees: bigint;
}

function sumsOf(legs: readonly StoredLeg[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const leg of legs) {
    const sum = sums.get(leg.coin) ?? { change: 0n, charge: 0n, fees: 0n };
    sums.set(leg.coin, sum);
    const change = BigInt(leg.available) + BigInt(leg.frozen) + BigInt(leg.pending);
    sum.change += change;
    sum.charge += BigInt(leg.charge);
    if (leg.purpose === 'fees' && isProvider(Number(leg.owner_id))) sum.fees += change;
  }
  return sums;
}
