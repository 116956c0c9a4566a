import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** No transaction is open for longer than a minute: what was paid before this was committed by now, or never is. */
const SETTLED_AFTER_MIN = 2;
/** Counted in one transaction: a worker that was away for long catches up in steps. */
const STEP_MIN = 6 * 60;
/** What is left then is counted the next time. */
const BUDGET_MS = 5_000;

/**
 * Adds what was paid at payment links since the last time to the links' totals, and moves on up to when they count, there as well: a payment is
 * either in its link's total or after that moment. Two workers may do it: one leaves it to the other.
 */
export async function countLinkPayments(db: Pick<Database, 'system' | 'systemTransaction'>, budgetMs = BUDGET_MS): Promise<void> {
  const { rows } = await db.system.query<{ writes: boolean }>(`select current_setting('transaction_read_only') = 'off' as writes`);
  // A database that only reads has nothing new.
  if (rows[0]?.writes !== true) return;
  const latest = performance.now() + budgetMs;
  while ((await db.systemTransaction(countStep)) && performance.now() < latest);
}

/** Counts one step; false when there is nothing left to count now. A step begins with the first payment that is not counted. */
async function countStep(tx: Tx): Promise<boolean> {
  const { rows: progress } = await tx.query<{ counted_to: string }>(
    'select counted_to::text as counted_to from payment_link_progress for no key update skip locked',
  );
  const [at] = progress;
  if (!at) return false;
  const { rows } = await tx.query<{ until: string; settled: boolean }>(
    `select until::text as until, until = settled_to as settled
     from (select clock_timestamp() - make_interval(mins => $2) as settled_to) as clock
     cross join lateral (
       select least(settled_to, make_interval(mins => $3) + (
         select paid_time from payment_order
         where paid_time >= $1::timestamptz and link_number || '' <> '' and paid_time is not null order by paid_time limit 1
       )) as until
     ) as ends
     where until > $1::timestamptz`,
    [at.counted_to, SETTLED_AFTER_MIN, STEP_MIN],
  );
  const [step] = rows;
  if (!step) return false;
  await tx.query(
    `insert into payment_link_total (merchant_id, serial_number, payments, amount, counted_to)
     select merchant_id, link_number, count(*), sum(amount), $2::timestamptz from payment_order
     where paid_time >= $1::timestamptz and paid_time < $2::timestamptz and link_number || '' <> '' and paid_time is not null
     group by merchant_id, link_number
     on conflict (merchant_id, serial_number) do update
       set payments = payment_link_total.payments + excluded.payments, amount = payment_link_total.amount + excluded.amount,
         counted_to = excluded.counted_to`,
    [at.counted_to, step.until],
  );
  await tx.query('update payment_link_progress set counted_to = $1::timestamptz', [step.until]);
  return !step.settled;
}
