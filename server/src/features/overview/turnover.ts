import type { TurnoverKind } from '@purser/contract/features/overview';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** Today and yesterday are compared, in any time zone. */
const BEGINS_DAYS_AGO = 3;
/** No transaction is open for longer than a minute: what was paid or sent before this was committed by now, or never is. */
const SETTLED_AFTER_MIN = 2;
/** Counted in one transaction: a worker that was away for long catches up in steps. */
const STEP_MIN = 30;
/** What is left then is counted the next time. */
const BUDGET_MS = 5_000;
const LOCK = 'turnover';

/**
 * Counts by the minute what was paid, transferred, taken out, brought in and adjusted since the last time. The last minutes are counted anew each time, as what was committed
 * meanwhile may be of any of them. Two workers may do it: one waits for its next turn.
 */
export async function countTurnover(db: Pick<Database, 'system' | 'systemTransaction'>, budgetMs = BUDGET_MS): Promise<void> {
  const { rows } = await db.system.query<{ writes: boolean }>(`select current_setting('transaction_read_only') = 'off' as writes`);
  // A database that only reads has nothing new.
  if (rows[0]?.writes !== true) return;
  const latest = performance.now() + budgetMs;
  while ((await db.systemTransaction(countStep)) && performance.now() < latest);
}

/** Counts one step, by indexes whose conditions it repeats; false when there is nothing left to count now. */
async function countStep(tx: Tx): Promise<boolean> {
  const { rows: locks } = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken', [LOCK]);
  if (locks[0]?.taken !== true) return false;
  // A statement of its own: it sees what another worker counted before the lock was had.
  const { rows: begins } = await tx.query<{ now_at: Date; at_least: Date }>(
    `select now_at, coalesce((select counted_to from turnover_progress) - make_interval(mins => $1), now_at - make_interval(days => $2)) as at_least
     from (select clock_timestamp() as now_at) as clock`,
    [SETTLED_AFTER_MIN, BEGINS_DAYS_AGO],
  );
  const [began] = begins;
  if (!began) return false;
  // A step begins where there is something to count.
  const { rows } = await tx.query<{ since: Date; until: Date; done: boolean }>(
    `select since, until, until = $2 as done
     from (
       select date_trunc('minute', coalesce(least(
         (select paid_time from payment_order where paid_time >= $1 and paid_time at time zone 'UTC' is not null order by paid_time limit 1),
         (select create_time from merchant_transfer where transfer_type || '' = 'transfer' and create_time >= $1 order by create_time limit 1),
         (select audit_time from review_order where audit_time >= $1 and audit_time at time zone 'UTC' is not null order by audit_time limit 1),
         (select create_time from review_order where kind || '-' = 'adjustment-' and create_time >= $1 order by create_time limit 1)
       ), $2::timestamptz)) as since
     ) as begins
     cross join lateral (select least($2::timestamptz, since + make_interval(mins => $3)) as until) as ends`,
    [began.at_least, began.now_at, STEP_MIN + SETTLED_AFTER_MIN],
  );
  const [step] = rows;
  if (!step) return false;
  await tx.query(
    `insert into turnover_minute (minute, coin, kind, count, amount, fee)
     select date_trunc('minute', paid_time), coin, 'payment', count(*), sum(amount), sum(handling_fee)
     from payment_order
     where paid_time >= $1 and paid_time < $2 and paid_time at time zone 'UTC' is not null
     group by 1, 2
     union all
     select date_trunc('minute', create_time), coin, 'transfer', count(*), sum(transfer_amount), sum(transfer_fee)
     from merchant_transfer
     where transfer_type || '' = 'transfer' and create_time >= $1 and create_time < $2
     group by 1, 2
     union all
     select date_trunc('minute', done_at), coin, kind, count(*), sum(amount), sum(fee + network_fee)
     from (
       select audit_time as done_at, coin, kind, amount, fee, network_fee
       from review_order
       where audit_time >= $1 and audit_time < $2 and audit_time at time zone 'UTC' is not null
         and status || '' not in ('pending_review', 'rejected', 'cancelled')
       union all
       select create_time, coin, kind, amount, fee, network_fee
       from review_order
       where kind || '-' = 'adjustment-' and create_time >= $1 and create_time < $2 and status || '' = 'completed' and audit_time is null
     ) as done
     group by 1, 2, 3
     on conflict (minute, coin, kind) do update set count = excluded.count, amount = excluded.amount, fee = excluded.fee`,
    [step.since, step.until],
  );
  await tx.query(
    `insert into turnover_progress (counted_to) values ($1)
     on conflict (only_row) do update set counted_to = greatest(turnover_progress.counted_to, excluded.counted_to)`,
    [step.until],
  );
  return !step.done;
}

/** What was turned over of a kind in a coin within two spans, in minor units. */
interface Sums {
  readonly coin: string;
  readonly kind: TurnoverKind;
  readonly is_today: boolean;
  readonly count: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Up to when it has been counted, in whole minutes; undefined while nothing has. */
export async function countedTo(tx: Tx): Promise<Date | undefined> {
  const { rows } = await tx.query<{ minute: Date }>(`select date_trunc('minute', counted_to) as minute from turnover_progress`);
  return rows[0]?.minute;
}

export async function sumsOf(tx: Tx, today: Span, yesterday: Span): Promise<readonly Sums[]> {
  const { rows } = await tx.query<Omit<Sums, 'amount' | 'fee'> & { amount: string; fee: string }>(
    `select coin, kind, is_today, sum(count)::bigint as count, sum(amount)::text as amount, sum(fee)::text as fee
     from (
       select coin, kind, count, amount, fee, true as is_today from turnover_minute where minute >= $1 and minute < $2
       union all
       select coin, kind, count, amount, fee, false from turnover_minute where minute >= $3 and minute < $4
     ) as minutes
     group by coin, kind, is_today`,
    [today.from, today.to, yesterday.from, yesterday.to],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee) }));
}
