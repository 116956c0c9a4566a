import { AGAIN } from '../../domain/webhook-events.ts';
import { announce } from '../../platform/streams/hub.ts';
import type { Queryable } from '@purser/ledger/accounts';
import type { Database } from '../../platform/database/database.ts';

/**
 * For how long a delivery belongs to the worker that took it. Longer than an attempt can last; a worker that was killed
 * gives its deliveries back by this time passing.
 */
export const LEASE_S = 30;

/** What says "not now" of what begins with 4. */
const NOT_NOW = [408, 425, 429];
/** Of an attempt: the endpoint has read the event and refused it. */
const REFUSED = `refused.http_status between 400 and 499 and refused.http_status not in (${NOT_NOW.join(', ')})`;

/**
 * The first event that holds a delivery up: an earlier one of its order that is still to be delivered. One that the endpoint has read and refused has
 * been seen and holds up nothing, and nothing waits among what was asked for again. In the order of webhook_delivery_sequence, and without a word of
 * next_attempt_at: old statistics would read all of the endpoint's queue.
 */
function holdingUp(delivery: 'webhook_delivery' | 'due'): string {
  return `from webhook_delivery earlier
          where earlier.merchant_id = $1 and earlier.state = 'pending'
            and earlier.subject = ${delivery}.subject and earlier.subject <> '' and earlier.endpoint_id = ${delivery}.endpoint_id
            and earlier.subject not like '%${AGAIN}'
            and (earlier.created_at, earlier.delivery_id) < (${delivery}.created_at, ${delivery}.delivery_id)
            and not exists (
              select from webhook_attempt refused
              where refused.merchant_id = $1 and refused.delivery_id = earlier.delivery_id and ${REFUSED}
            )
          order by earlier.created_at, earlier.delivery_id limit 1`;
}

/** A delivery to attempt now, with the endpoint as it is now. */
export interface DueDelivery {
  readonly merchant_id: bigint;
  readonly delivery_id: string;
  readonly event_id: string;
  readonly payload: string;
  /** Attempts made before this one. */
  readonly attempts: number;
  readonly address: string;
  /** Null where the endpoint has been deleted. */
  readonly secret: Buffer | null;
  readonly is_on: boolean | null;
}

/** Which endpoint. */
export interface EndpointKey {
  readonly merchantId: number;
  readonly endpointId: number;
}

/**
 * Endpoints with a delivery that is due. Jumps from endpoint to endpoint through the index of pending deliveries, so that
 * one with a hundred thousand of them costs no more than one with a single one.
 */
export async function endpointsDue(db: Pick<Database, 'system' | 'isDistributed'>): Promise<EndpointKey[]> {
  const { rows } = await db.system.query<{ merchant_id: bigint; endpoint_id: number }>(
    (await db.isDistributed()) ? DUE_ON_NODES : { name: 'webhook-endpoints-due', text: DUE },
  );
  return rows.map(({ merchant_id, endpoint_id }) => ({ merchantId: Number(merchant_id), endpointId: endpoint_id }));
}

const DUE = `
      with recursive endpoint as (
        (select merchant_id, endpoint_id from webhook_delivery where state = 'pending' and next_attempt_at is not null
         order by merchant_id, endpoint_id limit 1)
        union all
        select next.merchant_id, next.endpoint_id from endpoint cross join lateral (
          select merchant_id, endpoint_id from webhook_delivery
          where state = 'pending' and next_attempt_at is not null
            and (webhook_delivery.merchant_id, webhook_delivery.endpoint_id) > (endpoint.merchant_id, endpoint.endpoint_id)
          order by merchant_id, endpoint_id limit 1
        ) as next
      )
      select merchant_id, endpoint_id from endpoint
      where (
        select next_attempt_at from webhook_delivery
        where state = 'pending' and next_attempt_at is not null
          and webhook_delivery.merchant_id = endpoint.merchant_id and webhook_delivery.endpoint_id = endpoint.endpoint_id
        order by next_attempt_at limit 1
      ) <= now()`;

/** Where tables are distributed: each node asks for each of its endpoints, as it cannot jump from one to the next. */
const DUE_ON_NODES = `
  select merchant_id, endpoint_id from webhook_endpoint
  where exists (
    select from webhook_delivery
    where webhook_delivery.merchant_id = webhook_endpoint.merchant_id and webhook_delivery.endpoint_id = webhook_endpoint.endpoint_id
      and state = 'pending' and next_attempt_at <= now()
  )
  order by merchant_id, endpoint_id`;

/**
 * Takes due deliveries of one endpoint, never one whose order has an earlier event still to be delivered. An earlier one
 * that the endpoint has read and refused (4xx) has been seen and holds nothing up: many endpoints refuse the types they
 * have no use for, and must not learn of a payment three days late.
 */
export async function claimDue(db: Queryable, { merchantId, endpointId }: EndpointKey, most: number): Promise<DueDelivery[]> {
  const { rows } = await db.query<DueDelivery>({
    name: 'claim-webhook-deliveries',
    text: `
      with due as (
        select delivery_id from webhook_delivery
        where merchant_id = $1 and endpoint_id = $3 and state = 'pending' and next_attempt_at <= now() and (
          select true ${holdingUp('webhook_delivery')}
        ) is null
        order by next_attempt_at, delivery_id
        limit $2
        for update skip locked
      )
      update webhook_delivery set next_attempt_at = now() + make_interval(secs => ${LEASE_S}), address = coalesce(endpoint.address, webhook_delivery.address)
      from due left join webhook_endpoint endpoint on endpoint.merchant_id = $1 and endpoint.endpoint_id = $3
      where webhook_delivery.merchant_id = $1 and webhook_delivery.delivery_id = due.delivery_id
      returning webhook_delivery.merchant_id, webhook_delivery.delivery_id, event_id, payload, attempts, webhook_delivery.address, secret, is_on`,
    values: [merchantId, most, endpointId],
  });
  return rows;
}

/**
 * Lets the due deliveries that wait for an earlier event of their order wait as long as that one does. Without this they
 * would be looked at again and again, in vain.
 */
export async function deferBlocked(db: Queryable, { merchantId, endpointId }: EndpointKey): Promise<void> {
  await db.query({
    name: 'defer-blocked-webhook-deliveries',
    text: `
      update webhook_delivery set next_attempt_at = blocked.until
      from (
        select due.delivery_id, earlier.next_attempt_at as until
        from (
          select endpoint_id, delivery_id, subject, created_at from webhook_delivery
          where merchant_id = $1 and endpoint_id = $2 and state = 'pending' and next_attempt_at <= now() order by next_attempt_at limit 1000
        ) as due
        cross join lateral (
          select next_attempt_at ${holdingUp('due')}
        ) as earlier
      ) as blocked
      where webhook_delivery.merchant_id = $1 and webhook_delivery.delivery_id = blocked.delivery_id and blocked.until > now()
        and webhook_delivery.state || '' = 'pending' and webhook_delivery.next_attempt_at <= now()`,
    values: [merchantId, endpointId],
  });
}

/** What became of one attempt. */
export interface Settled {
  readonly merchantId: number;
  readonly deliveryId: string;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly problem: string | null;
  /** After a failure, seconds until the next attempt; null when there shall be none. */
  readonly retryInS: number | null;
}

/** Writes many attempts into the log and moves their deliveries on, in one statement. */
export async function settleAttempts(db: Queryable, settled: readonly Settled[]): Promise<void> {
  await db.query({
    name: 'settle-webhook-attempts',
    text: `
      with settled as materialized (
        select merchant_id, delivery_id, http_status, duration_ms, problem, now() + make_interval(secs => retry_in_s) as retry_at
        from unnest($1::bigint[], $2::uuid[], $3::int[], $4::int[], $5::text[], $6::float8[])
          as told (merchant_id, delivery_id, http_status, duration_ms, problem, retry_in_s)
      ), moved as (
        update webhook_delivery set
          attempts = attempts + 1,
          state = case
            when settled.problem is null then 'delivered'
            when settled.retry_at <= give_up_at then 'pending'
            else 'failed' end,
          next_attempt_at = case when settled.problem is not null and settled.retry_at <= give_up_at then settled.retry_at end
        from settled
        where webhook_delivery.merchant_id = settled.merchant_id and webhook_delivery.delivery_id = settled.delivery_id
          -- Written so that no index of what is pending takes part: old statistics would prefer it to the key.
          and webhook_delivery.state || '' = 'pending'
        returning webhook_delivery.merchant_id, webhook_delivery.delivery_id, webhook_delivery.attempts,
          settled.http_status, settled.duration_ms, settled.problem
      )
      insert into webhook_attempt (merchant_id, delivery_id, attempt, http_status, duration_ms, problem)
      select merchant_id, delivery_id, attempts, http_status, duration_ms, problem from moved`,
    values: [
      settled.map(({ merchantId }) => merchantId),
      settled.map(({ deliveryId }) => deliveryId),
      settled.map(({ httpStatus }) => httpStatus),
      settled.map(({ durationMs }) => durationMs),
      settled.map(({ problem }) => problem),
      settled.map(({ retryInS }) => retryInS),
    ],
  });
  await releaseNext(
    db,
    settled.filter(({ problem, httpStatus }) => problem === null || isRefusal(httpStatus)),
  );
  const merchants = new Set(settled.map(({ merchantId }) => merchantId));
  await announce(db, { merchants: [...merchants].map((merchantId) => [merchantId, ['webhooks']] as const) });
}

/** Whether the endpoint has read the event and refused it, as {@link REFUSED} says of an attempt. */
export function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status <= 499 && !NOT_NOW.includes(status);
}

/**
 * The next events of an order may go as soon as the one before them was read, accepted or refused. Once it was refused they wait for it no more: what
 * becomes of it later leaves them alone, as a worker may hold them.
 */
async function releaseNext(db: Queryable, read: readonly Settled[]): Promise<void> {
  if (read.length === 0) return;
  await db.query({
    name: 'release-next-webhook-deliveries',
    text: `
      update webhook_delivery set next_attempt_at = now()
      from unnest($1::bigint[], $2::uuid[]) as read (merchant_id, delivery_id)
      join webhook_delivery earlier using (merchant_id, delivery_id)
      cross join lateral (
        select merchant_id, delivery_id from webhook_delivery waiting
        where waiting.merchant_id = earlier.merchant_id and waiting.state = 'pending'
          and waiting.subject = earlier.subject and earlier.subject <> '' and waiting.endpoint_id = earlier.endpoint_id
          -- Nothing waits for what was asked for again, and a worker may hold what was.
          and earlier.subject not like '%${AGAIN}'
          and (waiting.created_at, waiting.delivery_id) > (earlier.created_at, earlier.delivery_id)
        order by waiting.created_at, waiting.delivery_id
      ) as later
      where webhook_delivery.merchant_id = later.merchant_id and webhook_delivery.delivery_id = later.delivery_id
        and webhook_delivery.state || '' = 'pending' and webhook_delivery.next_attempt_at > now()
        and not exists (
          select from webhook_attempt refused
          where refused.merchant_id = earlier.merchant_id and refused.delivery_id = earlier.delivery_id
            and refused.attempt < earlier.attempts and ${REFUSED}
        )`,
    values: [read.map(({ merchantId }) => merchantId), read.map(({ deliveryId }) => deliveryId)],
  });
}

/**
 * Delivers a waiting event now rather than at its next attempt. One that another holds up passes by it under a subject of its own; one that holds up
 * others keeps its subject, as they go when it is read.
 */
export async function deliverNow(db: Queryable, { merchantId, deliveryId }: { merchantId: number; deliveryId: string }): Promise<void> {
  await db.query(
    `update webhook_delivery set next_attempt_at = now(),
       subject = case when (select true ${holdingUp('webhook_delivery')}) then subject || '${AGAIN}' else subject end
     where merchant_id = $1 and delivery_id = $2`,
    [merchantId, deliveryId],
  );
}

/** An endpoint is back: what waits for a later attempt need not wait any longer. What a worker holds is left alone. */
export async function hurry(db: Queryable, { merchantId, endpointId }: EndpointKey): Promise<void> {
  await db.query(
    `update webhook_delivery set next_attempt_at = now()
     where merchant_id = $1 and endpoint_id = $2 and state = 'pending' and next_attempt_at > now() + make_interval(secs => ${LEASE_S})`,
    [merchantId, endpointId],
  );
}
