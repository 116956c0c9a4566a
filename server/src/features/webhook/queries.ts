import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { webhookDelivery, webhookDeliveryQuery } from '@purser/contract/features/webhook';
import { TOTAL_COUNTED_UP_TO } from '@purser/contract/list-call';
import type { Language } from '@purser/contract/language';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../platform/database/tx.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { problemText } from './problems.ts';

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

type ListInput = ParsedInputOf<typeof webhookDeliveryQuery>;
type DeliveryRow = z.output<typeof webhookDelivery>;

/** The delivery log, newest first: delivery ids are UUIDv7 and sort by time. */
export async function listDeliveries(
  tx: Tx,
  merchantId: number,
  input: ListInput,
  language: Language,
): Promise<OutputOf<typeof webhookDeliveryQuery>> {
  const filtered = tx
    .selectFrom('webhook_delivery')
    .where('merchant_id', '=', BigInt(merchantId))
    .$if(input.state !== undefined, (query) => query.where('state', '=', input.state ?? 'pending'))
    .$if(input.event_type !== undefined, (query) => query.where('event_type', '=', input.event_type ?? ''))
    .$if(input.time_from !== undefined, (query) => query.where('created_at', '>=', new Date(input.time_from ?? 0)))
    .$if(input.time_to !== undefined, (query) => query.where('created_at', '<', new Date(input.time_to ?? 0)));
  const { total } = await tx
    .selectFrom(
      filtered
        .select(sql`1`.as('one'))
        .limit(TOTAL_COUNTED_UP_TO + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const cursor = input.cursor !== undefined && isUuid(input.cursor) ? input.cursor : undefined;
  const rows = await filtered
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where('delivery_id', input.sort_order === 'desc' ? '<' : '>', cursor ?? ''))
    .orderBy('delivery_id', input.sort_order)
    .limit(input.page_size + 1)
    .$if(cursor === undefined, (query) => query.offset((input.page - 1) * input.page_size))
    .execute();
  const page = rows.slice(0, input.page_size);
  const attempts = await attemptsOf(tx, merchantId, page, language);
  return {
    list: page.map((row) => toDelivery(row, attempts.get(row.delivery_id) ?? [])),
    total: Math.min(Number(total), TOTAL_COUNTED_UP_TO),
    total_is_exact: Number(total) <= TOTAL_COUNTED_UP_TO,
    next_cursor: rows.length > input.page_size ? (page.at(-1)?.delivery_id ?? null) : null,
  };
}

async function attemptsOf(tx: Tx, merchantId: number, deliveries: readonly Delivery[], language: Language) {
  const byDelivery = new Map<string, DeliveryRow['attempts']>();
  if (deliveries.length === 0) return byDelivery;
  const rows = await tx
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('merchant_id', '=', BigInt(merchantId))
    .where(
      'delivery_id',
      'in',
      deliveries.map(({ delivery_id }) => delivery_id),
    )
    .orderBy('attempt')
    .execute();
  for (const row of rows) {
    const attempts = byDelivery.get(row.delivery_id) ?? [];
    byDelivery.set(row.delivery_id, attempts);
    attempts.push({
      time: row.created_at.toISOString(),
      http_status: row.http_status,
      duration_ms: row.duration_ms,
      problem: row.problem === null ? null : problemText(row.problem, language),
    });
  }
  return byDelivery;
}

function toDelivery(row: Delivery, attempts: DeliveryRow['attempts']): DeliveryRow {
  return {
    delivery_id: row.delivery_id,
    event_id: row.event_id,
    event_type: row.event_type as DeliveryRow['event_type'],
    address: row.address,
    state: row.state,
    attempts,
    next_attempt_time: row.next_attempt_at?.toISOString() ?? null,
    payload: row.payload,
    create_time: row.created_at.toISOString(),
  };
}

export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
