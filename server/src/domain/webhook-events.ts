import { DELIVERY_TRIED_FOR_H, type EventType, type WebhookBody } from '@purser/contract/features/webhook';
import { uuidv7 } from 'uuidv7';
import type { Coins } from '../platform/database/coins.ts';
import type { Tx, Writer } from '../platform/database/tx.ts';

/** What may happen that a merchant's system is told of by itself. */
export type MerchantEventType = Exclude<EventType, 'ping'>;

/** Something that happened to one of a merchant's records, as the merchant's system is told of it. */
export interface MerchantEvent<Type extends MerchantEventType = MerchantEventType> {
  readonly type: Type;
  readonly merchantId: bigint;
  /** Of the record. The events of one record are delivered in the order in which they are recorded. */
  readonly serialNumber: string;
  /** When it happened. */
  readonly time: Date;
  /** The coins in which `dataOf` shows money. */
  readonly coins: readonly string[];
  /** The record as it is now, as the open API shows it. Asked for only where somebody is told. */
  readonly dataOf: (coins: Coins) => Extract<WebhookBody, { readonly type: Type }>['data'];
}

/** Ends the subject of an event that is delivered again. */
export const AGAIN = '#again';

/** The subjects of a record's events, also of those that are delivered again. */
export function eventSubjects(serialNumber: string): string[] {
  return [serialNumber, serialNumber + AGAIN];
}

/** Says in the place of a list of types that an endpoint is told of everything. */
export const EVERY_EVENT = '*';
/** What each merchant's endpoints are told of, as `merchant.webhook_events` has it; none, or nothing at all, where nobody is told of anything. */
export type Subscriptions = ReadonlyMap<bigint, readonly string[]>;

/** Writes what the merchants' endpoints are told of events, within the transaction in which things happened. */
export async function recordWebhookEvents<Type extends MerchantEventType>(tx: Tx, events: readonly MerchantEvent<Type>[]): Promise<void> {
  if (events.length === 0) return;
  const subscriptions = await subscriptionsOf(tx, events);
  await tx.coins.know(
    events.filter((event) => isTold(event, subscriptions)).flatMap(({ coins }) => coins),
    tx,
  );
  await writeWebhookEvents(tx, events, subscriptions);
}

/**
 * Writes a delivery for every endpoint that is told of an event, within the transaction in which things happened: the rows are the
 * outbox. Each event's payload is written once: every attempt sends the same bytes, under the same event id to each endpoint. What no endpoint is
 * told of costs nothing: most of the work is in writing the payloads. The coins of the events are known.
 */
export async function writeWebhookEvents<Type extends MerchantEventType>(
  writer: Writer,
  events: readonly MerchantEvent<Type>[],
  subscriptions: Subscriptions,
): Promise<void> {
  const told = events.filter((event) => isTold(event, subscriptions));
  if (told.length === 0) return;
  await writer.query({
    name: 'record-webhook-deliveries',
    text: `
      insert into webhook_delivery (merchant_id, endpoint_id, delivery_id, event_id, event_type, subject, payload, address, give_up_at)
      -- The deliveries of one event differ in the last byte of their ids.
      select merchant_id, told.endpoint_id, overlay(delivery_id placing lpad(to_hex(told.place), 2, '0') from 35)::uuid, event_id, event_type,
        subject, payload, told.address, now() + make_interval(hours => ${DELIVERY_TRIED_FOR_H})
      from unnest($1::bigint[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[])
        as event (merchant_id, delivery_id, event_id, event_type, subject, payload)
      cross join lateral (
        select endpoint_id, address, row_number() over (partition by merchant_id order by endpoint_id) as place from webhook_endpoint
        where webhook_endpoint.merchant_id = event.merchant_id and is_on and deleted_at is null
          and events && array['${EVERY_EVENT}', event.event_type]
      ) as told`,
    values: [
      told.map(({ merchantId }) => merchantId),
      told.map(() => uuidv7()),
      told.map(() => uuidv7()),
      told.map(({ type }) => type),
      told.map(({ serialNumber }) => serialNumber),
      told.map(({ type, time, dataOf }) => JSON.stringify({ type, timestamp: time.toISOString(), data: dataOf(writer.coins) })),
    ],
  });
}

function isTold({ merchantId, type }: Pick<MerchantEvent, 'merchantId' | 'type'>, subscriptions: Subscriptions): boolean {
  const types = subscriptions.get(merchantId) ?? [];
  return types.includes(EVERY_EVENT) || types.includes(type);
}

/** What the endpoints of the merchants are told of, where there is any. */
async function subscriptionsOf(tx: Tx, events: readonly Pick<MerchantEvent, 'merchantId'>[]): Promise<Subscriptions> {
  const { rows } = await tx.query<{ merchant_id: bigint; webhook_events: string[] }>({
    name: 'webhook-subscriptions',
    text: `select merchant_id, webhook_events from merchant where merchant_id = any($1::bigint[]) and webhook_events <> '{}'`,
    values: [[...new Set(events.map(({ merchantId }) => merchantId))]],
  });
  return new Map(rows.map((row) => [row.merchant_id, row.webhook_events]));
}
