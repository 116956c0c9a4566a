import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { EndpointKey } from './deliveries.ts';

const INTEGRATION = ['return_address', 'order_lifetime_min'] as const;
type Integration = Pick<Selectable<Schema['merchant']>, (typeof INTEGRATION)[number]>;

export async function integrationOf(tx: Tx, merchantId: number): Promise<Integration> {
  return tx.selectFrom('merchant').select(INTEGRATION).where('merchant_id', '=', BigInt(merchantId)).executeTakeFirstOrThrow();
}

export async function updateIntegration(tx: Tx, merchantId: number, change: Integration): Promise<void> {
  await tx.updateTable('merchant').set(change).where('merchant_id', '=', BigInt(merchantId)).execute();
}

export type EndpointRow = Selectable<Schema['webhook_endpoint']> & { readonly secret: Buffer };

/** The merchant's endpoints that are not deleted, the oldest first. */
export async function endpointsOf(tx: Tx, merchantId: number): Promise<EndpointRow[]> {
  return tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('merchant_id', '=', BigInt(merchantId))
    .where('deleted_at', 'is', null)
    .orderBy('endpoint_id')
    .$narrowType<{ secret: Buffer }>()
    .execute();
}

/** Undefined where there is none, or it is deleted. */
export async function findEndpoint(tx: Tx, { merchantId, endpointId }: EndpointKey): Promise<EndpointRow | undefined> {
  return tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('merchant_id', '=', BigInt(merchantId))
    .where('endpoint_id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .$narrowType<{ secret: Buffer }>()
    .executeTakeFirst();
}

type NewEndpoint = Pick<EndpointRow, 'name' | 'address' | 'events' | 'secret'>;

/** Adds an endpoint under the merchant's next number. The merchant's row is locked, so that no two get the same one. */
export async function insertEndpoint(tx: Tx, merchantId: number, endpoint: NewEndpoint): Promise<number> {
  const { last } = await tx
    .selectFrom('webhook_endpoint')
    .select(({ fn }) => fn.max('endpoint_id').as('last'))
    .where('merchant_id', '=', BigInt(merchantId))
    .executeTakeFirstOrThrow();
  const endpoint_id = (last ?? 0) + 1;
  await tx
    .insertInto('webhook_endpoint')
    .values({ ...endpoint, merchant_id: merchantId, endpoint_id })
    .execute();
  await noteSubscriptions(tx, merchantId);
  return endpoint_id;
}

type EndpointChange = Partial<Pick<EndpointRow, 'name' | 'address' | 'events' | 'is_on'> & { secret: Buffer | null; deleted_at: Date }>;

/** False where there is none, or it is deleted. */
export async function updateEndpoint(tx: Tx, { merchantId, endpointId }: EndpointKey, change: EndpointChange): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoint')
    .set(change)
    .where('merchant_id', '=', BigInt(merchantId))
    .where('endpoint_id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  await noteSubscriptions(tx, merchantId);
  return numUpdatedRows > 0n;
}

/** Keeps with the merchant what any of its endpoints is told of, after one has changed. */
async function noteSubscriptions(tx: Tx, merchantId: number): Promise<void> {
  await tx.query(
    `update merchant set webhook_events = (
       select coalesce(array_agg(distinct type order by type), '{}') from webhook_endpoint cross join unnest(events) as type
       where webhook_endpoint.merchant_id = $1 and is_on and deleted_at is null)
     where merchant_id = $1`,
    [merchantId],
  );
}

/** What waits for each of a merchant's endpoints, counted up to `most`, and the last event sent to it. */
export async function deliveriesOfEndpoints(tx: Tx, merchantId: number, endpointIds: readonly number[], most: number) {
  const { rows } = await tx.query<{
    endpoint_id: number;
    waiting: number;
    state: Delivery['state'] | null;
    created_at: Date | null;
    http_status: number | null;
  }>({
    name: 'deliveries-of-webhook-endpoints',
    text: `
      select endpoint_id, waiting, state, created_at, http_status
      from unnest($2::int[]) as endpoint (endpoint_id)
      cross join lateral (
        select count(*)::int as waiting from (
          select from webhook_delivery
          where merchant_id = $1 and webhook_delivery.endpoint_id = endpoint.endpoint_id and state = 'pending' limit $3
        ) as found
      ) as counted
      left join lateral (
        select delivery_id, state, created_at from webhook_delivery
        where merchant_id = $1 and webhook_delivery.endpoint_id = endpoint.endpoint_id order by delivery_id desc limit 1
      ) as last on true
      left join lateral (
        select http_status from webhook_attempt
        where webhook_attempt.merchant_id = $1 and webhook_attempt.delivery_id = last.delivery_id order by attempt desc limit 1
      ) as answered on true`,
    values: [merchantId, endpointIds, most],
  });
  return new Map(rows.map((row) => [row.endpoint_id, row]));
}

type Delivery = Selectable<Schema['webhook_delivery']>;

export async function findDelivery(tx: Tx, merchantId: number, deliveryId: string): Promise<Delivery | undefined> {
  return tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('merchant_id', '=', BigInt(merchantId))
    .where('delivery_id', '=', deliveryId)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertDelivery(tx: Tx, delivery: Insertable<Schema['webhook_delivery']>): Promise<void> {
  await tx.insertInto('webhook_delivery').values(delivery).execute();
}

export async function firstAttemptOf(tx: Tx, merchantId: number, deliveryId: string) {
  return tx
    .selectFrom('webhook_attempt')
    .select(['http_status', 'duration_ms', 'problem'])
    .where('merchant_id', '=', BigInt(merchantId))
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt')
    .executeTakeFirst();
}
