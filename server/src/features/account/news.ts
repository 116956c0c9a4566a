import type { OutputOf } from '@purser/contract/call';
import { type CoinCode, decimalsOf } from '@purser/contract/coin';
import type { merchantEventList } from '@purser/contract/features/events';
import { formatAmount } from '@purser/contract/money';
import type { Tx } from '../../platform/database/tx.ts';

type News = OutputOf<typeof merchantEventList>['list'][number];

interface NewsRow {
  readonly kind: News['kind'];
  readonly time: Date;
  readonly is_new: boolean;
  readonly count: bigint;
  readonly serial_number: string | null;
  readonly coin: CoinCode | null;
  readonly amount: bigint | null;
}

const MOST_COUNTED = 100;
/** An event that was tried so often and is still not delivered is worth a word. */
const WORRYING_ATTEMPTS = 2;

/**
 * What happened to a merchant that it may want to know of, latest first. Payments and deliveries are counted, up to MOST_COUNTED, as they
 * may be many; each part reads a few rows of one index.
 */
export async function newsOf(tx: Tx, merchantId: number): Promise<News[]> {
  const { rows } = await tx.query<NewsRow>(
    `with mark as (select events_seen_at as seen from merchant where merchant_id = $1)
     select news.*, news.time > mark.seen as is_new
     from mark cross join lateral (
       (select 'payments' as kind, max(paid_time) as time, count(*) as count, null::text as serial_number, null::text as coin, null::bigint as amount
        from (select paid_time from payment_order where merchant_id = $1 and paid_time > mark.seen order by paid_time desc limit ${MOST_COUNTED}) as paid)
       union all
       (select 'first_payment', paid_time, 1, serial_number, coin, amount from payment_order
        where merchant_id = $1 and paid_time is not null order by paid_time limit 1)
       union all
       (select 'transfer_received', create_time, 1, serial_number, coin, settlement_amount from merchant_transfer
        where merchant_id = $1 and transfer_type = 'receive' order by create_time desc, serial_number desc limit 5)
       union all
       (select 'webhook_waiting', max(created_at), count(*), null, null, null
        from (select created_at from webhook_delivery
              where merchant_id = $1 and state = 'pending' and attempts >= ${WORRYING_ATTEMPTS} limit ${MOST_COUNTED}) as waiting)
       union all
       (select 'webhook_failed', max(give_up_at), count(*), null, null, null
        from (select give_up_at from webhook_delivery
              where merchant_id = $1 and state = 'failed' order by delivery_id desc limit ${MOST_COUNTED}) as failed)
       union all
       (select 'access_key_made', max(created_at), count(*), null, null, null from access_key where merchant_id = $1)
     ) as news
     where news.time is not null
     order by news.time desc`,
    [merchantId],
  );
  return rows.map(({ kind, time, is_new, count, serial_number, coin, amount }) => ({
    kind,
    time: time.toISOString(),
    is_new,
    count: Number(count),
    serial_number,
    coin_name: coin,
    amount: coin === null || amount === null ? null : formatAmount(amount, decimalsOf(coin)),
  }));
}
