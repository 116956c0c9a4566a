import { createHash, type Hash } from 'node:crypto';
import type pg from 'pg';
import { gathered } from './on-nodes.ts';
import { SEAL_LOCK } from './seal.ts';
import { type Findings, isDistributed, pages } from './verify-reader.ts';

const ACCOUNTS_AT_A_TIME = 1_000;
const POSTINGS_AT_A_TIME = 20_000;
const BUCKETS = 64;

export const CHECKPOINT_CHECK = 'everything that the checkpoint covers is still as it was';

/** One hash over the heads of many chains, by owner, so that a difference can be looked for in a small part. */
export interface Heads {
  readonly chains: number;
  /** SHA-256 in hex; at place i of the owners whose id leaves i when divided by the number of buckets. */
  readonly buckets: readonly string[];
}

/** The ledger as of a round of seals. */
export interface LedgerHeads extends Heads {
  readonly round: string;
  readonly entries: string;
  readonly postings: string;
}

export class HeadsHasher {
  readonly #buckets: Hash[] = Array.from({ length: BUCKETS }, () => createHash('sha256'));
  #chains = 0;

  /** Chains come in the order of their owners and keys. */
  add(owner_id: bigint, chain: readonly (string | number)[], head: Buffer): void {
    this.#chains += 1;
    this.#buckets[Number(owner_id % BigInt(BUCKETS))]?.update(JSON.stringify([String(owner_id), ...chain, head.toString('hex')]));
  }

  heads(): Heads {
    return { chains: this.#chains, buckets: this.#buckets.map((bucket) => bucket.digest('hex')) };
  }
}

type Row = { owner_id: string; coin: string; purpose: string; to_version: string | null; mac: Buffer | null };

/** The heads of all chains of seals as of a round; without one as of the newest. Within `reading`, when everything is sealed. */
export async function ledgerHeads(client: pg.ClientBase, round?: string): Promise<LedgerHeads> {
  const upto = round ?? (await newestRound(client));
  if (!/^\d{1,19}$/.test(upto)) throw new RangeError(`${upto} is no round of seals`);
  const sql = `
    select a.owner_id::text, a.coin, a.purpose, s.to_version::text, s.mac
    from (
      select owner_id, coin, purpose from ledger.account where (owner_id, coin, purpose) > ($1, $2, $3)
      order by owner_id, coin, purpose limit $4
    ) a
    left join lateral (
      select s.to_version, s.mac from ledger.seal s
      where s.owner_id = a.owner_id and s.coin = a.coin and s.purpose = a.purpose and s.round <= ${upto}
      order by s.to_version desc limit 1
    ) s on true
    order by a.owner_id, a.coin, a.purpose`;
  const onNodes = gathered(
    {
      account: `
        select owner_id, coin, purpose from ledger.account where (owner_id, coin, purpose) > ($1, $2, $3)
        order by owner_id, coin, purpose limit $4`,
      seal: `
        select s.* from (
          select s.owner_id, s.coin, s.purpose, max(s.to_version) as to_version
          from account a join ledger.seal s on s.owner_id = a.owner_id and s.coin = a.coin and s.purpose = a.purpose and s.round <= ${upto}
          group by s.owner_id, s.coin, s.purpose
        ) newest
        join ledger.seal s on s.owner_id = newest.owner_id and s.coin = newest.coin and s.purpose = newest.purpose and s.to_version = newest.to_version`,
    },
    sql,
  );
  const hasher = new HeadsHasher();
  let entries = 0n;
  const keyOf = ({ owner_id, coin, purpose }: Row) => [owner_id, coin, purpose];
  for await (const rows of pages<Row>(client, isDistributed(client) ? onNodes : sql, [0, '', ''], ACCOUNTS_AT_A_TIME, keyOf)) {
    for (const { owner_id, coin, purpose, to_version, mac } of rows) {
      if (to_version === null || mac === null) continue;
      hasher.add(BigInt(owner_id), [coin, purpose, to_version], mac);
      entries += BigInt(to_version);
    }
  }
  return { ...hasher.heads(), round: upto, entries: String(entries), postings: String(await countPostings(client)) };
}

/** Waits for the sealer that is at work, so that no seal of this round or an earlier one appears later on. */
async function newestRound(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ round: string }>(
    `select coalesce(pg_sequence_last_value('ledger.seal_round'), 0)::text as round from pg_advisory_xact_lock(${SEAL_LOCK})`,
  );
  return rows[0]?.round ?? '0';
}

async function countPostings(client: pg.ClientBase): Promise<bigint> {
  const sql = `
    select count(*)::text as count, max(array[n.owner_id::text, n.posting_id::text]) filter (where n.place = n.last) as key
    from (
      select p.owner_id, p.posting_id, row_number() over (order by p.owner_id, p.posting_id) as place, count(*) over () as last
      from (select owner_id, posting_id from ledger.posting where (owner_id, posting_id) > ($1, $2) order by owner_id, posting_id limit ${POSTINGS_AT_A_TIME}) p
    ) n`;
  let count = 0n;
  let after: readonly string[] | null = ['0', '00000000-0000-0000-0000-000000000000'];
  while (after) {
    const { rows }: pg.QueryResult<{ count: string; key: string[] | null }> = await client.query(sql, [...after]);
    count += BigInt(rows[0]?.count ?? 0);
    after = rows[0]?.key ?? null;
  }
  return count;
}

/** Tells what of the chains is no longer as it was. */
export function compareHeads(what: string, then: Heads, now: Heads, findings: Findings): void {
  if (then.chains !== now.chains) findings.add(CHECKPOINT_CHECK, what, `there were ${then.chains}, and of these ${now.chains} are there`);
  for (const [place, bucket] of then.buckets.entries()) {
    if (bucket === now.buckets[place]) continue;
    findings.add(
      CHECKPOINT_CHECK,
      what,
      `of the owners whose id leaves ${place} when divided by ${then.buckets.length}, not all are as they were`,
    );
  }
}

/** Proves that today's ledger extends the one that a checkpoint covers. Within `reading`. */
export async function compareLedger(client: pg.ClientBase, then: LedgerHeads, findings: Findings): Promise<void> {
  const now = await ledgerHeads(client, then.round);
  compareHeads("the seals' chains of accounts", then, now, findings);
  if (BigInt(now.postings) < BigInt(then.postings)) {
    findings.add(CHECKPOINT_CHECK, 'postings', `there were ${then.postings}, and there are ${now.postings}`);
  }
  const newest = await newestRound(client);
  if (BigInt(newest) < BigInt(then.round)) {
    findings.add(CHECKPOINT_CHECK, 'rounds of seals', `there were ${then.round}, and the sequence says ${newest}`);
  }
}
