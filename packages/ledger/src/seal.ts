import { createHmac } from 'node:crypto';
import { type AccountKey, accountText } from './account.ts';
import type { Queryable } from './accounts.ts';
import { gathered, IS_DISTRIBUTED, POSTINGS_OF_ENTRIES } from './on-nodes.ts';
import { bigintArray, byteaArray, textArray } from './sql-array.ts';

/** Entries that one seal covers at most. */
const MOST_ENTRIES = 1_000;
/** An account is sealed when so many of its entries wait, or when the first of them has waited so long: few seals, and soon. */
const WORTH_A_SEAL = 100;
const LONGEST_WAIT_S = 10;
/** Accounts that one transaction looks at, and slices of entries that one statement reads. */
const ACCOUNTS_AT_A_TIME = 2_000;
const SLICES_AT_A_TIME = 20;
/** An entry carries the time at which its transaction held the locks; no transaction commits this much later. */
const LONGEST_TRANSACTION = '10 minutes';

/** Held by the transaction that seals. */
export const SEAL_LOCK = `hashtextextended('ledger.seal', 0)`;
export const NO_SEAL = Buffer.alloc(32);

/** The key of the seals, derived from the ledger's: what is good for one purpose proves nothing for another. */
export function sealKey(ledgerKey: Buffer): Buffer {
  return createHmac('sha256', ledgerKey).update('purser ledger seal').digest();
}

export interface SealedRange extends AccountKey {
  readonly from_version: bigint;
  readonly to_version: bigint;
  readonly round: bigint;
}

/** A seal takes in the one before it, whose entries it covers, and what they say. */
export function sealMac(key: Buffer, previous: Buffer, range: SealedRange, digest: Buffer): Buffer {
  const { owner_id, coin, purpose, from_version, to_version, round } = range;
  return createHmac('sha256', key)
    .update(previous)
    .update(digest)
    .update(JSON.stringify([owner_id, coin, purpose, String(from_version), String(to_version), String(round)]))
    .digest();
}

/**
 * SHA-256 over every column of the entries from `first` to `last`, and over the times of their postings, as one text that does not
 * depend on the machine; a hold stands at the end of the entries that name one, so that it left older seals as they were. The postings'
 * contents have MACs of their own. `of` names a row with owner_id, coin, purpose, first, last.
 * The session's time zone and date style must be those of `CANONICAL`.
 */
export function entriesDigest(of: string): string {
  return `(
    select sha256(convert_to(coalesce(string_agg(row(e.version, e.type_version, e.posting_owner_id, e.posting_id, e.type, e.serial_number,
      e.counterparty, e.available_before, e.available_after, e.frozen_before, e.frozen_after, e.pending_before, e.pending_after, e.charge,
      e.posted_at, p.posted_at)::text || coalesce(' hold ' || e.hold_id, ''), e'\\n' order by e.version), ''), 'UTF8'))
    from ledger.entry e
    left join ledger.posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id
    where e.owner_id = ${of}.owner_id and e.coin = ${of}.coin and e.purpose = ${of}.purpose and e.version between ${of}.first and ${of}.last
  )`;
}

/** Times as text must not depend on the session; plans must not depend on statistics. */
export const CANONICAL: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

/** Accounts are walked over in the order of their key: old statistics would read and sort all of them for each page. */
const WALKED = { enable_sort: 'off' };

const LOOK = `
  select a.owner_id::text, a.coin, a.purpose, a.version::text, s.to_version::text as done, s.mac,
    a.version > coalesce(s.to_version, 0) and a.last_posted_at >= $4::timestamptz and ($5 or a.version - coalesce(s.to_version, 0) >= ${WORTH_A_SEAL}
      or exists (
        select from ledger.entry e
        where e.owner_id = a.owner_id and e.coin = a.coin and e.purpose = a.purpose and e.version = coalesce(s.to_version, 0) + 1
          and e.posted_at < clock_timestamp() - interval '${LONGEST_WAIT_S} s')) as due
  from (
    select * from ledger.account where (owner_id, coin, purpose) > ($1, $2, $3) order by owner_id, coin, purpose limit ${ACCOUNTS_AT_A_TIME}
  ) a
  left join lateral (
    select s.to_version, s.mac from ledger.seal s
    where a.last_posted_at >= $4::timestamptz and s.owner_id = a.owner_id and s.coin = a.coin and s.purpose = a.purpose
    order by s.to_version desc limit 1
  ) s on true
  order by a.owner_id, a.coin, a.purpose`;

const LOOK_ON_NODES = gathered(
  {
    account: `select * from ledger.account where (owner_id, coin, purpose) > ($1, $2, $3) order by owner_id, coin, purpose limit ${ACCOUNTS_AT_A_TIME}`,
    seal: `
      select s.owner_id, s.coin, s.purpose, s.to_version, s.mac
      from (
        select s.owner_id, s.coin, s.purpose, max(s.to_version) as to_version
        from account a join ledger.seal s on s.owner_id = a.owner_id and s.coin = a.coin and s.purpose = a.purpose
        where a.last_posted_at >= $4::timestamptz group by s.owner_id, s.coin, s.purpose
      ) newest
      join ledger.seal s on s.owner_id = newest.owner_id and s.coin = newest.coin and s.purpose = newest.purpose and s.to_version = newest.to_version`,
    waiting: `
      select a.owner_id, a.coin, a.purpose, coalesce(s.to_version, 0) + 1 as version
      from account a left join seal s on s.owner_id = a.owner_id and s.coin = a.coin and s.purpose = a.purpose
      where a.version > coalesce(s.to_version, 0) and a.last_posted_at >= $4::timestamptz`,
    entry: `
      select e.owner_id, e.coin, e.purpose, e.version, e.posted_at
      from waiting w join ledger.entry e on e.owner_id = w.owner_id and e.coin = w.coin and e.purpose = w.purpose and e.version = w.version`,
  },
  LOOK,
);

const SLICES = `unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality as s(owner_id, coin, purpose, first, last, place)`;
const DIGESTS = `select ${entriesDigest('s')} as digest, true as is_whole from ${SLICES} order by place`;

/**
 * A seal is for good, and on nodes an entry may be seen before its posting, which is written on another: none is sealed then. No transaction takes as long
 * as a posting that is missing for good has been.
 */
const DIGESTS_ON_NODES = gathered(
  {
    entry: `
      select e.* from ${SLICES}
      join ledger.entry e on e.owner_id = s.owner_id and e.coin = s.coin and e.purpose = s.purpose and e.version between s.first and s.last`,
    posting: POSTINGS_OF_ENTRIES,
  },
  `select ${entriesDigest('s')} as digest, not exists (
     select from entry e left join posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id
     where p.posting_id is null and e.posted_at > clock_timestamp() - interval '${LONGEST_TRANSACTION}') as is_whole
   from ${SLICES} order by place`,
);

interface Due extends AccountKey {
  readonly version: bigint;
  done: bigint;
  mac: Buffer;
}

interface Slice extends AccountKey {
  readonly due: Due;
  readonly first: bigint;
  readonly last: bigint;
}

interface DueRow {
  owner_id: string;
  coin: string;
  purpose: string;
  version: string;
  due: boolean;
  done: string | null;
  mac: Buffer | null;
}

const BEFORE_ALL: AccountKey = { owner_id: 0, coin: '', purpose: '' };

/** Runs work in a transaction that sees all owners. */
type Transact = <Result>(work: (client: Queryable) => Promise<Result>) => Promise<Result>;

interface SealerOptions {
  /** Seals everything that is there, however little and however young: for a checkpoint. */
  readonly everything?: boolean;
}

/**
 * Seals entries behind the hot path. Walks over the accounts in key order, a page in each transaction, and remembers where it was and
 * since when accounts may have changed. Any number of sealers may run; one works at a time.
 */
export class Sealer {
  readonly #transact: Transact;
  readonly #key: Buffer;
  readonly #everything: boolean;
  /** Where the walk is; undefined at its beginning. */
  #after: AccountKey | undefined;
  /** When this walk and the one before it began, by the database's clock. */
  #began: string | undefined;
  #since = '-infinity';
  #isDistributed = false;

  constructor(transact: Transact, ledgerKey: Buffer, { everything = false }: SealerOptions = {}) {
    this.#transact = transact;
    this.#key = sealKey(ledgerKey);
    this.#everything = everything;
  }

  /** Works until all accounts were walked over or the time is spent; says whether it came to the end. */
  async work(budgetMs: number): Promise<{ readonly sealed: bigint; readonly finished: boolean }> {
    const until = performance.now() + budgetMs;
    let sealed = 0n;
    do {
      const page = await this.#transact((client) => this.#page(client, until));
      if (!page) return { sealed, finished: false };
      // Only now that it is committed.
      sealed += page.sealed;
      this.#after = page.after;
      this.#began = page.began;
      if (page.after) continue;
      this.#since = this.#everything ? '-infinity' : page.began;
      return { sealed, finished: true };
    } while (performance.now() < until);
    return { sealed, finished: false };
  }

  /** Undefined while another sealer works. `after` is where the next page begins; undefined when this was the last. */
  async #page(client: Queryable, until: number): Promise<{ sealed: bigint; began: string; after: AccountKey | undefined } | undefined> {
    await client.query(
      Object.entries({ ...CANONICAL, ...WALKED })
        .map(([name, value]) => `set local ${name} = '${value}'`)
        .join(';'),
    );
    const { rows: locks } = await client.query<{ locked: boolean; now: string; is_distributed: boolean }>(
      `select pg_try_advisory_xact_lock(${SEAL_LOCK}) as locked, (clock_timestamp() - interval '${LONGEST_TRANSACTION}')::text as now,
         ${IS_DISTRIBUTED} as is_distributed`,
    );
    const [lock] = locks;
    if (!lock?.locked) return undefined;
    this.#isDistributed = lock.is_distributed;
    // What was gathered from nodes has no index.
    if (this.#isDistributed) await client.query('set local enable_hashjoin = on');
    const began = this.#after ? (this.#began ?? lock.now) : lock.now;
    const accounts = await this.#look(client);
    const due = accounts.filter((row) => row.due).map(toDue);
    const sealed = await this.#seal(client, due, until);
    const unfinished = due.find(({ done, version }) => done < version);
    if (unfinished) {
      // The next page begins at this account again.
      const before = accounts[accounts.findIndex((row) => accountText(keyOf(row)) === accountText(unfinished)) - 1];
      return { sealed, began, after: before ? keyOf(before) : (this.#after ?? BEFORE_ALL) };
    }
    const last = accounts.at(-1);
    return { sealed, began, after: accounts.length === ACCOUNTS_AT_A_TIME && last ? keyOf(last) : undefined };
  }

  async #look(client: Queryable): Promise<DueRow[]> {
    const after = this.#after ?? BEFORE_ALL;
    const { rows } = await client.query<DueRow>(this.#isDistributed ? LOOK_ON_NODES : LOOK, [
      after.owner_id,
      after.coin,
      after.purpose,
      this.#since,
      this.#everything,
    ]);
    return rows;
  }

  /** Seals what is due, a few slices in each statement, until the time is spent; at least one statement's worth. */
  async #seal(client: Queryable, due: readonly Due[], until: number): Promise<bigint> {
    if (due.length === 0) return 0n;
    const { rows } = await client.query<{ round: string }>(`select nextval('ledger.seal_round')::text as round`);
    const round = BigInt(rows[0]?.round ?? 0);
    let sealed = 0n;
    do {
      const slices = nextSlices(due);
      if (slices.length === 0) break;
      await this.#sealSlices(client, slices, round);
      for (const { due: account, first, last } of slices) {
        account.done = last;
        sealed += last - first + 1n;
      }
    } while (performance.now() < until);
    return sealed;
  }

  async #sealSlices(client: Queryable, slices: readonly Slice[], round: bigint): Promise<void> {
    const columns = [
      bigintArray(slices.map(({ owner_id }) => owner_id)),
      textArray(slices.map(({ coin }) => coin)),
      textArray(slices.map(({ purpose }) => purpose)),
      bigintArray(slices.map(({ first }) => first)),
      bigintArray(slices.map(({ last }) => last)),
    ];
    const { rows } = await client.query<{ digest: Buffer; is_whole: boolean }>(this.#isDistributed ? DIGESTS_ON_NODES : DIGESTS, columns);
    if (rows.some(({ is_whole }) => !is_whole)) throw new Error('an entry to be sealed has no posting yet: it is under way between nodes');
    const macs = slices.map(({ due, owner_id, coin, purpose, first, last }, index) => {
      const digest = rows[index]?.digest;
      if (!digest) throw new Error(`${slices.length} slices of entries got ${rows.length} digests`);
      due.mac = sealMac(this.#key, due.mac, { owner_id, coin, purpose, from_version: first, to_version: last, round }, digest);
      return due.mac;
    });
    await client.query(
      `insert into ledger.seal (owner_id, coin, purpose, from_version, to_version, round, mac)
       select s.owner_id, s.coin, s.purpose, s.first, s.last, $7, s.mac
       from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[]) as s(owner_id, coin, purpose, first, last, mac)`,
      [...columns, byteaArray(macs), String(round)],
    );
  }
}

function keyOf({ owner_id, coin, purpose }: DueRow): AccountKey {
  return { owner_id: Number(owner_id), coin, purpose };
}

function toDue(row: DueRow): Due {
  return { ...keyOf(row), version: BigInt(row.version), done: BigInt(row.done ?? 0), mac: row.mac ?? NO_SEAL };
}

function nextSlices(due: readonly Due[]): Slice[] {
  const slices: Slice[] = [];
  for (const account of due) {
    const { owner_id, coin, purpose } = account;
    for (let first = account.done + 1n; first <= account.version; first += BigInt(MOST_ENTRIES)) {
      if (slices.length === SLICES_AT_A_TIME) return slices;
      const last = first + BigInt(MOST_ENTRIES) - 1n;
      slices.push({ owner_id, coin, purpose, due: account, first, last: last < account.version ? last : account.version });
    }
  }
  return slices;
}
