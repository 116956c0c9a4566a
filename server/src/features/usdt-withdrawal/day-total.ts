import type { ReviewOrder } from '../../domain/review-order.ts';
import { usdtWithdrawnToday } from '../../domain/usdt-withdrawal-day.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { reckon, usdtText } from './terms.ts';

/**
 * Adds a withdrawal to the day's total. Whoever asks at the same time waits for the row, so that together they never exceed the maximum. Refuses
 * with withdrawal_day_maximum.
 */
export async function addToDay(
  tx: Tx,
  ownerId: number,
  coin: string,
  { worth, maximum }: { worth: bigint; maximum: bigint },
): Promise<void> {
  if (worth <= maximum) {
    const { rows } = await tx.query(
      `insert into usdt_withdrawal_day as d (owner_id, coin, day, total) values ($1, $2, (now() at time zone 'utc')::date, $3)
       on conflict (owner_id, coin, day) do update set total = d.total + excluded.total where d.total + excluded.total <= $4
       returning total`,
      [ownerId, coin, worth, maximum],
    );
    if (rows.length > 0) return;
  }
  const taken = (await usdtWithdrawnToday(tx, ownerId, [coin])).get(coin) ?? 0n;
  throw refuse('withdrawal_day_maximum', { maximum: usdtText(maximum), left: usdtText(taken < maximum ? maximum - taken : 0n) });
}

/**
 * Holds the totals of the days of withdrawals whose money goes back. Called before the money moves: whoever asks for a withdrawal holds the day
 * first and the account after it, so that the two never wait for each other in a circle.
 */
export async function holdDays(tx: Tx, orders: readonly ReviewOrder[]): Promise<void> {
  if (orders.length === 0) return;
  if (tx.isDistributed) return holdOnNodes(tx, orders);
  await tx.query(
    `select from usdt_withdrawal_day where (owner_id, coin, day) in (
       select owner_id, coin, (create_time at time zone 'utc')::date from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as o (owner_id, coin, create_time))
     order by owner_id, coin, day for no key update`,
    [orders.map(({ owner_id }) => owner_id), orders.map(({ coin }) => coin), orders.map(({ create_time }) => create_time)],
  );
}

/** A node locks rows for statements about one owner alone. */
async function holdOnNodes(tx: Tx, orders: readonly ReviewOrder[]): Promise<void> {
  const byOwner = Map.groupBy(orders, ({ owner_id }) => owner_id);
  for (const [ownerId, own] of [...byOwner].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await tx.query(
      `select from usdt_withdrawal_day where owner_id = $1 and (coin, day) in (
         select coin, (create_time at time zone 'utc')::date from unnest($2::text[], $3::timestamptz[]) as o (coin, create_time))
       order by coin, day for no key update`,
      [ownerId, own.map(({ coin }) => coin), own.map(({ create_time }) => create_time)],
    );
  }
}

/** Takes withdrawals whose money went back off the totals of the days on which they were asked for. */
export async function takeOffDays(tx: Tx, orders: readonly ReviewOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.coins.know(
    orders.map(({ coin }) => coin),
    tx,
  );
  await tx.query(
    `update usdt_withdrawal_day d set total = greatest(d.total - back.worth, 0)
     from (
       select owner_id, coin, (create_time at time zone 'utc')::date as day, sum(worth)::bigint as worth
       from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[]) as o (owner_id, coin, create_time, worth) group by 1, 2, 3
     ) as back
     where d.owner_id = back.owner_id and d.coin = back.coin and d.day = back.day`,
    [
      orders.map(({ owner_id }) => owner_id),
      orders.map(({ coin }) => coin),
      orders.map(({ create_time }) => create_time),
      orders.map((order) => worthOf(tx, order)),
    ],
  );
}

function worthOf(tx: Tx, { coin, amount, rate }: ReviewOrder): bigint {
  return reckon({ amount, decimals: tx.coins.decimalsOf(coin), feeBp: 0, rate: rate ?? '1', networkFee: 0n }).worth;
}
