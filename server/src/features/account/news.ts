import type { OutputOf } from '@purser/contract/call';
import type { merchantEventList } from '@purser/contract/features/events';
import type { Tx } from '../../platform/database/tx.ts';

type News = OutputOf<typeof merchantEventList>['list'][number];

interface NewsRow {
  readonly kind: News['kind'];
  readonly time: Date;
  readonly is_new: boolean;
  readonly count: bigint;
  readonly serial_number: string | null;
  readonly order_kind: News['order_kind'];
  readonly coin: string | null;
  readonly amount: bigint | null;
}

const MOST_COUNTED = 100;
/** Of an order that was approved, and did not arrive: when it was decided says nothing of that. */
const FAILED = `status in ('failed', 'refunded', 'returned')`;
/** The condition that is always true is the one of its index. */
const BY_FAILURE = `${FAILED} and status || '-' <> '-'`;
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
       (select 'payments' as kind, max(paid_time) as time, count(*) as count, null::text as serial_number, null::text as order_kind, null::text as coin, null::bigint as amount
        from (select paid_time from payment_order where merchant_id = $1 and paid_time > mark.seen order by paid_time desc limit ${MOST_COUNTED}) as paid)
       union all
       (select 'first_payment', paid_time, 1, serial_number, null, coin, amount from payment_order
        where merchant_id = $1 and paid_time is not null order by paid_time limit 1)
       union all
       (select 'transfer_received', create_time, 1, serial_number, null, coin, settlement_amount from merchant_transfer
        where merchant_id = $1 and transfer_type = 'receive' order by create_time desc, serial_number desc limit 5)
       union all
       (select 'webhook_waiting', max(${attemptedAt('waiting', WORRYING_ATTEMPTS)}), count(*), null, null, null, null
        from (select delivery_id, created_at from webhook_delivery
              where merchant_id = $1 and state = 'pending' and attempts >= ${WORRYING_ATTEMPTS} limit ${MOST_COUNTED}) as waiting)
       union all
       (select 'webhook_failed', max(${attemptedAt('failed', 'failed.attempts')}), count(*), null, null, null, null
        from (select delivery_id, attempts, created_at from webhook_delivery
              where merchant_id = $1 and state = 'failed' order by delivery_id desc limit ${MOST_COUNTED}) as failed)
       union all
       (select 'access_key_made', max(created_at), count(*), null, null, null, null from access_key where merchant_id = $1)
       union all
       (select 'payout_address_changed', max(created_at), count(*), null, null, null, null from payout_address where owner_id = $1)
       union all
       (select 'identity_' || status, decided_at, 1, null, null, null, null from identity_submission
        where owner_id = $1 and decided_at is not null order by submission_id desc limit 1)
       union all
       (select distinct on (status) 'bank_account_' || status, decided_at, 1, null, null, null, null from payment_method
        where owner_id = $1 and binding = 'bound' and status <> 'unverified' and decided_at is not null order by status, decided_at desc)
       union all
       (select 'withdrawals_waiting', max(create_time), count(*), null, null, null, null
        from (select create_time from review_order where owner_id = $1 and kind = 'user_withdrawal' and status = 'pending_review'
              order by create_time desc limit ${MOST_COUNTED}) as waiting)
       union all
       (select case when status in ('rejected', 'cancelled') then 'review_rejected' else 'review_approved' end, audit_time, 1, serial_number, kind,
          coin, amount
        from review_order where owner_id = $1 and reviewer_kind = 'operator' and way = '' and audit_time is not null and not (${FAILED})
        order by audit_time desc, serial_number desc limit 5)
       union all
       (select 'payout_failed', update_time, 1, serial_number, kind, coin, amount from review_order where owner_id = $1 and ${BY_FAILURE}
        order by update_time desc, serial_number desc limit 5)
     ) as news
     where news.time is not null
     order by news.time desc`,
    [merchantId],
  );
  await tx.coins.know(
    rows.flatMap(({ coin }) => coin ?? []),
    tx,
  );
  return rows.map(({ kind, time, is_new, count, serial_number, order_kind, coin, amount }) => ({
    kind,
    time: time.toISOString(),
    is_new,
    count: Number(count),
    serial_number,
    order_kind,
    coin_name: coin,
    amount: coin === null || amount === null ? null : tx.coins.format(amount, coin),
  }));
}

/** When a delivery came to its present pass: with that attempt. Later ones say nothing new. */
function attemptedAt(delivery: string, attempt: number | string): string {
  return `coalesce((select webhook_attempt.created_at from webhook_attempt
    where webhook_attempt.merchant_id = $1 and webhook_attempt.delivery_id = ${delivery}.delivery_id
      and attempt = ${attempt}), ${delivery}.created_at)`;
}

/** How many of them are marked as new: the badge beside the bell counts what its list shows. */
export async function countNews(tx: Tx, merchantId: number): Promise<number> {
  return (await newsOf(tx, merchantId)).filter(({ is_new }) => is_new).length;
}
