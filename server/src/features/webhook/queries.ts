import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import type { Schema } from '../../platform/database/schema.ts';

export interface IntegrationRow {
  readonly webhook_address: string;
  readonly return_address: string;
  readonly order_lifetime_min: number;
  readonly webhook_secret: Buffer | null;
}

const INTEGRATION = ['webhook_address', 'return_address', 'order_lifetime_min', 'webhook_secret'] as const;

export async function integrationOf(tx: Tx, merchantId: number): Promise<IntegrationRow> {
  return tx.selectFrom('merchant').select(INTEGRATION).where('merchant_id', '=', BigInt(merchantId)).executeTakeFirstOrThrow();
}

export async function updateIntegration(tx: Tx, merchantId: number, change: Partial<IntegrationRow>): Promise<void> {
  await tx.updateTable('merchant').set(change).where('merchant_id', '=', BigInt(merchantId)).execute();
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

/** Delivers a waiting event now rather than at its next attempt. */
export async function deliverNow(tx: Tx, delivery: Delivery): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: sql`now()` })
    .where('merchant_id', '=', delivery.merchant_id)
    .where('delivery_id', '=', delivery.delivery_id)
    .execute();
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

/** Ends the subject of an order's event that is delivered again. */
export const AGAIN = '#again';

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
