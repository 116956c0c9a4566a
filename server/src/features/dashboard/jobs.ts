import { PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { dayBefore, hourBefore, isNothing, keep, keepDay, type Progress } from './kept.ts';
import { MEASURES, type Part, PARTS, type Span } from './measure.ts';

/** No transaction is open for longer than a minute: whatever was created or paid within an hour is committed by then, or never is. */
const SETTLED_AFTER_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** As many hours of orders, or days of none, are summed up in one transaction, so that none is long. */
const HOURS_AT_ONCE = 24;
/** What is left then is summed up the next time. */
const BUDGET_MS = 20_000;
const PAIRS_AT_ONCE = 500;

/** What keeps the figures of long ranges ready. */
export function dashboardJobs({ db, clock }: Platform): PeriodicJob[] {
  // Once all is summed up to an hour, there is nothing new before the next one. What waits for an order that may still change is read from the orders.
  let done: number | undefined;
  const run = async (): Promise<void> => {
    const now = clock.now();
    const settled = settledBy(now).getTime();
    if (done !== settled && (await sumUpFigures(db, now))) done = settled;
  };
  return [{ name: 'sum-up-figures', everyMs: 60_000, run }];
}

interface Pair {
  readonly merchant_id: bigint;
  readonly coin: string;
}

/**
 * Sums up, hour by hour, what merchants' orders came to. A part waits at an hour while an order of it may still change; what is not summed up
 * is read from the orders. Two workers may do it: each takes merchants that the other has not. Answers whether all were looked at.
 */
export async function sumUpFigures(db: Pick<Database, 'system' | 'systemTransaction'>, now: Date, budgetMs = BUDGET_MS): Promise<boolean> {
  const latest = performance.now() + budgetMs;
  const settled = settledBy(now);
  const { rows } = await db.system.query<{ writes: boolean }>(`select current_setting('transaction_read_only') = 'off' as writes`);
  // A database that only reads has nothing new.
  if (rows[0]?.writes !== true) return false;
  await beginPairs(db);
  let last: Pair = { merchant_id: 0n, coin: '' };
  while (performance.now() < latest) {
    const { rows: pairs } = await db.system.query<Pair>(
      `select merchant_id, coin from figure_progress
       where (merchant_id, coin) > ($1, $2) and least(created_to, moved_to, asked_to) < $3 order by merchant_id, coin limit $4`,
      [last.merchant_id, last.coin, settled, PAIRS_AT_ONCE],
    );
    for (const pair of pairs) {
      while (performance.now() < latest && (await db.systemTransaction((tx) => sumUpSome(tx, pair, settled))));
      last = pair;
    }
    if (pairs.length < PAIRS_AT_ONCE) return performance.now() < latest;
  }
  return false;
}

/** Up to when nothing new is created or paid. */
function settledBy(now: Date): Date {
  return hourBefore(new Date(now.getTime() - SETTLED_AFTER_MS));
}

/** A merchant's coin is looked at from its first order on. Most that have no coin yet have no order: one look by the key says so. */
async function beginPairs({ system }: Pick<Database, 'system'>): Promise<void> {
  await system.query(
    `insert into figure_progress (merchant_id, coin, began_at, created_to, moved_to, asked_to)
     select merchant_id, code, began, began, began, began
     from (
       select merchant_id, code, date_trunc('hour', min(first_time), 'UTC') as began
       from (
         select merchant.merchant_id, coin.code, (
           select min(create_time) from payment_order
           where payment_order.merchant_id = merchant.merchant_id and coin = coin.code and status = state and order_from = source
         ) as first_time
         from merchant
         join coin on coin.market = any (merchant.markets)
         cross join unnest($1::text[]) as state
         cross join unnest($2::text[]) as source
         where (select min(serial_number) from payment_order where payment_order.merchant_id = merchant.merchant_id) is not null
           and not exists (select from figure_progress as known where known.merchant_id = merchant.merchant_id and known.coin = coin.code)
       ) as first_of_state
       group by merchant_id, code
     ) as pair
     where began is not null
     on conflict do nothing`,
    [PAYMENT_ORDER_STATES, PAYMENT_ORDER_SOURCES],
  );
}

/** Sums up some hours of each part; true where there is more to do at once. */
async function sumUpSome(tx: Tx, { merchant_id: merchantId, coin }: Pair, settled: Date): Promise<boolean> {
  const { rows } = await tx.query<Progress>(
    'select began_at, created_to, moved_to, asked_to from figure_progress where merchant_id = $1 and coin = $2 for update skip locked',
    [merchantId, coin],
  );
  const [progress] = rows;
  if (!progress) return false;
  const whose = { merchantId: Number(merchantId), coin };
  const reached: Date[] = [];
  let more = false;
  for (const part of PARTS) {
    const began = progress[`${part}_to`];
    let at = began;
    for (let hours = 0; at < settled && hours < HOURS_AT_ONCE; hours += 1) {
      const wholeDay = new Date(at.getTime() + DAY_MS);
      // A day on which nothing happened needs no look at its hours.
      if (
        wholeDay <= settled &&
        dayBefore(at).getTime() === at.getTime() &&
        (await isEmpty(tx, part, { ...whose, from: at, to: wholeDay }))
      ) {
        at = wholeDay;
        more ||= hours === HOURS_AT_ONCE - 1;
        continue;
      }
      const next = new Date(at.getTime() + HOUR_MS);
      const { sums, open } = await MEASURES[part](tx, { ...whose, from: at, to: next });
      if (open) break;
      await keep(tx, part, whose, 'hour', at, sums);
      if (dayBefore(next) > dayBefore(at)) await keepDay(tx, part, whose, dayBefore(at));
      at = next;
      more ||= hours === HOURS_AT_ONCE - 1;
    }
    reached.push(at);
  }
  await tx.query('update figure_progress set created_to = $3, moved_to = $4, asked_to = $5 where merchant_id = $1 and coin = $2', [
    merchantId,
    coin,
    ...reached,
  ]);
  return more;
}

async function isEmpty(tx: Tx, part: Part, span: Span): Promise<boolean> {
  const { sums, open } = await MEASURES[part](tx, span);
  return !open && isNothing(sums);
}
