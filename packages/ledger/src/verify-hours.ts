import type pg from 'pg';
import type { AccountKey } from './account.ts';
import { type Findings, pages, snapshot } from './verify-reader.ts';

const ENTRIES_AT_A_TIME = 20_000n;
const ACCOUNTS_AT_A_TIME = 500;
/** What the worker folds while an account is read is read as well; it folds a busy account every few seconds. */
const MOST_ROUNDS = 20;

export const HOUR_CHECK = 'hourly totals are the sums of exactly the entries that were rolled up, by hour and type';

interface Total {
  count: bigint;
  amount_in: bigint;
  amount_out: bigint;
  charge: bigint;
}
type TotalRow = { hour: string; type: string } & Record<keyof Total, string>;

const ROLLUPS = `
  select r.owner_id::text, r.coin, r.purpose, r.rolled_up_to_version::text as upto, a.version::text
  from ledger.rollup r left join ledger.account a using (owner_id, coin, purpose)
  where (r.owner_id, r.coin, r.purpose) > ($1, $2, $3) order by r.owner_id, r.coin, r.purpose limit $4`;
type RollupRow = { owner_id: string; coin: string; purpose: string; upto: string; version: string | null };

const OF_ENTRIES = `
  select date_trunc('hour', e.posted_at, 'UTC')::text as hour, e.type, count(*)::text as count, sum(greatest(e.change, 0))::text as amount_in,
    sum(greatest(-e.change, 0))::text as amount_out, sum(e.charge)::text as charge
  from (
    select e.posted_at, e.type, e.charge,
      e.available_after - e.available_before + e.frozen_after - e.frozen_before + e.pending_after - e.pending_before as change
    from ledger.entry e where e.owner_id = $1 and e.coin = $2 and e.purpose = $3 and e.version between $4 and $5
  ) e
  group by 1, 2`;

const TOTALS = `
  select hour::text, type, count::text, amount_in::text, amount_out::text, charge::text
  from ledger.hourly_total
  where owner_id = $1 and coin = $2 and purpose = $3 and hour >= $4::timestamptz and hour < $5::timestamptz`;

const UPTO = 'select rolled_up_to_version::text as upto from ledger.rollup where owner_id = $1 and coin = $2 and purpose = $3';

/** Proves of every account's hourly totals that they hold what its entries up to the watermark come to. */
export async function verifyHours(client: pg.ClientBase, findings: Findings): Promise<void> {
  const keyOf = ({ owner_id, coin, purpose }: RollupRow) => [owner_id, coin, purpose];
  for await (const rows of pages<RollupRow>(client, ROLLUPS, [0, '', ''], ACCOUNTS_AT_A_TIME, keyOf)) {
    for (const { owner_id, coin, purpose, upto, version } of rows) {
      const account = { owner_id: Number(owner_id), coin, purpose };
      if (version !== null && BigInt(upto) > BigInt(version)) {
        findings.add(HOUR_CHECK, whereOf(account), `rolled up to version ${upto}, and the account ends at ${version}`);
      }
      await verifyAccount(client, account, BigInt(upto), findings);
    }
  }
  await verifyUnwatched(client, findings);
}

/**
 * Entries and totals both go along with time, so they are compared hour by hour as the entries are read, and only the hours of one
 * slice are kept. What is left of an hour after its entries were added and its totals taken away must be nothing.
 */
async function verifyAccount(client: pg.ClientBase, account: AccountKey, mark: bigint, findings: Findings): Promise<void> {
  const key = [account.owner_id, account.coin, account.purpose];
  const left = new Map<string, Total>();
  let upto = mark;
  let done = 0n;
  let from = '-infinity';
  for (let round = 1; ; round += 1) {
    while (done < upto) {
      const last = done + ENTRIES_AT_A_TIME < upto ? done + ENTRIES_AT_A_TIME : upto;
      const { rows } = await client.query<TotalRow>(OF_ENTRIES, [...key, String(done + 1n), String(last)]);
      for (const row of rows) add(left, row, 1n);
      done = last;
      // Later slices may add to the last hour of this one: it is compared with them.
      const lastHour = rows.map(({ hour }) => hour).reduce((one, other) => (one > other ? one : other), from);
      if (done < upto && lastHour > from) {
        const { rows: totals } = await client.query<TotalRow>(TOTALS, [...key, from, lastHour]);
        for (const row of totals) add(left, row, -1n);
        tell(left, account, findings, (hour) => hour < lastHour);
        from = lastHour;
      }
    }
    const rest = await snapshot(client, async () => {
      const { rows } = await client.query<{ upto: string }>(UPTO, key);
      const now = BigInt(rows[0]?.upto ?? 0);
      if (now > upto && round < MOST_ROUNDS) return now;
      return (await client.query<TotalRow>(TOTALS, [...key, from, 'infinity'])).rows;
    });
    if (typeof rest !== 'bigint') {
      for (const row of rest) add(left, row, -1n);
      tell(left, account, findings, () => true);
      return;
    }
    upto = rest;
  }
}

function add(left: Map<string, Total>, { hour, type, ...row }: TotalRow, sign: 1n | -1n): void {
  const key = `${hour} ${type}`;
  const total = left.get(key) ?? { count: 0n, amount_in: 0n, amount_out: 0n, charge: 0n };
  left.set(key, total);
  for (const name of ['count', 'amount_in', 'amount_out', 'charge'] as const) total[name] += sign * BigInt(row[name]);
}

function tell(left: Map<string, Total>, account: AccountKey, findings: Findings, over: (hour: string) => boolean): void {
  for (const [key, total] of left) {
    if (!over(key)) continue;
    left.delete(key);
    const wrong = Object.entries(total).filter(([, value]) => value !== 0n);
    if (wrong.length === 0) continue;
    const found = wrong.map(([name, value]) => `${name} by ${-value}`).join(', ');
    findings.add(HOUR_CHECK, whereOf(account), `${key} is off: ${found}`);
  }
}

/** Totals of an account that has no watermark hold entries that nobody rolled up. */
async function verifyUnwatched(client: pg.ClientBase, findings: Findings): Promise<void> {
  const first = `(select owner_id, coin, purpose from ledger.hourly_total where (owner_id, coin, purpose) > (KEY) order by owner_id, coin, purpose limit 1)`;
  const { rows } = await client.query<{ owner_id: string; coin: string; purpose: string }>(
    `with recursive known as (
       ${first.replace('KEY', `0::bigint, ''::text, ''::text`)}
       union all
       select n.* from known k cross join lateral ${first.replace('KEY', 'k.owner_id, k.coin, k.purpose')} n
     )
     select k.owner_id::text, k.coin, k.purpose from known k
     where not exists (select from ledger.rollup r where r.owner_id = k.owner_id and r.coin = k.coin and r.purpose = k.purpose) limit 100`,
  );
  for (const { owner_id, coin, purpose } of rows) {
    findings.add(HOUR_CHECK, `account ${owner_id} ${coin} ${purpose}`, 'has totals, and nothing of it was rolled up');
  }
}

function whereOf({ owner_id, coin, purpose }: AccountKey): string {
  return `account ${owner_id} ${coin} ${purpose}`;
}
