import type pg from 'pg';
import type { AccountKey } from './account.ts';
import { type Findings, isDistributed, pages, snapshot } from './verify-reader.ts';

const ENTRIES_AT_A_TIME = 20_000n;
const ACCOUNTS_AT_A_TIME = 500;
/** What the worker folds while an account is read is read as well; it folds a busy account every few seconds. */
const MOST_ROUNDS = 20;

export const RUNNING_CHECK = 'running totals are what exactly the entries that were rolled up have come to, by quarter of an hour and type';

interface Total {
  count: bigint;
  amount_in: bigint;
  amount_out: bigint;
  charge: bigint;
}
type TotalRow = { quarter: string; type: string } & Record<keyof Total, string>;

const ROLLUPS = `
  select r.owner_id::text, r.coin, r.purpose, r.rolled_up_to_version::text as upto, a.version::text
  from ledger.rollup r left join ledger.account a using (owner_id, coin, purpose)
  where (r.owner_id, r.coin, r.purpose) > ($1, $2, $3) order by r.owner_id, r.coin, r.purpose limit $4`;
type RollupRow = { owner_id: string; coin: string; purpose: string; upto: string; version: string | null };

const OF_ENTRIES = `
  select date_bin('15 minutes', e.posted_at, '2000-01-01Z')::text as quarter, e.type, count(*)::text as count, sum(greatest(e.change, 0))::text as amount_in,
    sum(greatest(-e.change, 0))::text as amount_out, sum(e.charge)::text as charge
  from (
    select e.posted_at, e.type, e.charge,
      e.available_after - e.available_before + e.frozen_after - e.frozen_before + e.pending_after - e.pending_before as change
    from ledger.entry e where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.version between $4 and $5
  ) e
  group by 1, 2 order by 1, 2`;

const TOTALS = `
  select quarter::text, type, count::text, amount_in::text, amount_out::text, charge::text
  from ledger.running_total
  where owner_id = $1 and coin = $2 and purpose = $3 and quarter >= $4::timestamptz and quarter < $5::timestamptz`;

const UPTO = 'select rolled_up_to_version::text as upto from ledger.rollup where owner_id = $1 and coin = $2 and purpose = $3';

/** Proves of every account's running totals that they hold what its entries up to the watermark come to. */
export async function verifyRunningTotals(client: pg.ClientBase, findings: Findings): Promise<void> {
  const keyOf = ({ owner_id, coin, purpose }: RollupRow) => [owner_id, coin, purpose];
  for await (const rows of pages<RollupRow>(client, ROLLUPS, [0, '', ''], ACCOUNTS_AT_A_TIME, keyOf)) {
    for (const { owner_id, coin, purpose, upto, version } of rows) {
      const account = { owner_id: Number(owner_id), coin, purpose };
      if (version !== null && BigInt(upto) > BigInt(version)) {
        findings.add(RUNNING_CHECK, whereOf(account), `rolled up to version ${upto}, and the account ends at ${version}`);
      }
      await verifyAccount(client, account, BigInt(upto), findings);
    }
  }
  await verifyUnwatched(client, findings);
}

/**
 * Entries and totals both go along with time, so they are compared quarter by quarter as the entries are read, and only the quarters of one slice are
 * kept. What is left of a quarter's totals after they were taken from what the entries have come to must be nothing.
 */
async function verifyAccount(client: pg.ClientBase, account: AccountKey, mark: bigint, findings: Findings): Promise<void> {
  const key = [account.owner_id, account.coin, account.purpose];
  const soFar = new Map<string, Total>();
  const left = new Map<string, Total>();
  let upto = mark;
  let done = 0n;
  let from = '-infinity';
  for (let round = 1; ; round += 1) {
    while (done < upto) {
      const last = done + ENTRIES_AT_A_TIME < upto ? done + ENTRIES_AT_A_TIME : upto;
      const { rows } = await client.query<TotalRow>(OF_ENTRIES, [...key, String(done + 1n), String(last)]);
      for (const row of rows) {
        const total = added(soFar.get(row.type), row, 1n);
        soFar.set(row.type, total);
        left.set(`${row.quarter} ${row.type}`, total);
      }
      done = last;
      // Later slices may add to the last quarter of this one: it is compared with them.
      const lastQuarter = rows.map(({ quarter }) => quarter).reduce((one, other) => (one > other ? one : other), from);
      if (done < upto && lastQuarter > from) {
        take(left, (await client.query<TotalRow>(TOTALS, [...key, from, lastQuarter])).rows);
        tell(left, account, findings, (quarter) => quarter < lastQuarter);
        from = lastQuarter;
      }
    }
    const rest = await snapshot(client, async () => {
      const { rows } = await client.query<{ upto: string }>(UPTO, key);
      const now = BigInt(rows[0]?.upto ?? 0);
      if (now > upto && round < MOST_ROUNDS) return now;
      const totals = (await client.query<TotalRow>(TOTALS, [...key, from, 'infinity'])).rows;
      if (!isDistributed(client) || round === MOST_ROUNDS) return totals;
      // These two were not of one moment: the totals are of this one if nothing was rolled up in between.
      const after = BigInt((await client.query<{ upto: string }>(UPTO, key)).rows[0]?.upto ?? 0);
      return after > now ? after : totals;
    });
    if (typeof rest !== 'bigint') {
      take(left, rest);
      tell(left, account, findings, () => true);
      return;
    }
    upto = rest;
  }
}

const NOTHING: Total = { count: 0n, amount_in: 0n, amount_out: 0n, charge: 0n };

function added(total: Total = NOTHING, row: TotalRow, sign: 1n | -1n): Total {
  return {
    count: total.count + sign * BigInt(row.count),
    amount_in: total.amount_in + sign * BigInt(row.amount_in),
    amount_out: total.amount_out + sign * BigInt(row.amount_out),
    charge: total.charge + sign * BigInt(row.charge),
  };
}

function take(left: Map<string, Total>, rows: readonly TotalRow[]): void {
  for (const row of rows) left.set(`${row.quarter} ${row.type}`, added(left.get(`${row.quarter} ${row.type}`), row, -1n));
}

function tell(left: Map<string, Total>, account: AccountKey, findings: Findings, over: (quarter: string) => boolean): void {
  for (const [key, total] of left) {
    if (!over(key)) continue;
    left.delete(key);
    const wrong = Object.entries(total).filter(([, value]) => value !== 0n);
    if (wrong.length === 0) continue;
    const found = wrong.map(([name, value]) => `${name} by ${-value}`).join(', ');
    findings.add(RUNNING_CHECK, whereOf(account), `${key} is off: ${found}`);
  }
}

const NEXT = `(select owner_id, coin, purpose from ledger.running_total where (owner_id, coin, purpose) > (KEY) order by owner_id, coin, purpose limit 1)`;
const UNWATCHED = `
  with recursive known as (
    ${NEXT.replace('KEY', `0::bigint, ''::text, ''::text`)}
    union all
    select n.* from known k cross join lateral ${NEXT.replace('KEY', 'k.owner_id, k.coin, k.purpose')} n
  )
  select k.owner_id::text, k.coin, k.purpose from known k
  where not exists (select from ledger.rollup r where r.owner_id = k.owner_id and r.coin = k.coin and r.purpose = k.purpose) limit 100`;
/** Of the accounts that are there; totals without an account are found among what is left of none. */
const UNWATCHED_ON_NODES = `
  select a.owner_id::text, a.coin, a.purpose from ledger.account a
  where not exists (select from ledger.rollup r where r.owner_id = a.owner_id and r.coin = a.coin and r.purpose = a.purpose)
    and exists (select from ledger.running_total t where t.owner_id = a.owner_id and t.coin = a.coin and t.purpose = a.purpose)
  limit 100`;

/** Totals of an account that has no watermark hold entries that nobody rolled up. */
async function verifyUnwatched(client: pg.ClientBase, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ owner_id: string; coin: string; purpose: string }>(
    isDistributed(client) ? UNWATCHED_ON_NODES : UNWATCHED,
  );
  for (const { owner_id, coin, purpose } of rows) {
    findings.add(RUNNING_CHECK, `account ${owner_id} ${coin} ${purpose}`, 'has totals, and nothing of it was rolled up');
  }
}

function whereOf({ owner_id, coin, purpose }: AccountKey): string {
  return `account ${owner_id} ${coin} ${purpose}`;
}
