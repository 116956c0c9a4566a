import type { OutputOf } from '@purser/contract/call';
import type { staffOrderDetail } from '@purser/contract/features/staff-order';
import type { EventType } from '@purser/contract/features/webhook';
import type { Tx } from '../platform/database/tx.ts';
import { eventSubjects } from './webhook-events.ts';

/** One delivery, as staff see it. */
type OrderDelivery = OutputOf<typeof staffOrderDetail>['deliveries'][number];

/** Deliveries of one order's events: there are at most a handful, and those that somebody asked for again. */
const MOST_DELIVERIES = 50;

interface DeliveryRow {
  readonly delivery_id: string;
  readonly event_type: EventType;
  readonly state: OrderDelivery['state'];
  readonly address: string;
  readonly attempts: number;
  readonly http_status: number | null;
  readonly attempted_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
}

/** How a merchant's system was told of one of its orders, whatever its kind. What is pending and what is done has an index each. */
export async function deliveriesOf(tx: Tx, merchantId: bigint, serialNumber: string): Promise<OrderDelivery[]> {
  const { rows } = await tx.query<DeliveryRow>(
    `select d.delivery_id, d.event_type, d.state, d.address, d.attempts, d.next_attempt_at, d.created_at,
       last.http_status, last.created_at as attempted_at
     from (
       select * from webhook_delivery where merchant_id = $1 and state = 'pending' and subject = any ($2::text[])
       union all
       select * from webhook_delivery where merchant_id = $1 and state <> 'pending' and subject = any ($2::text[])
     ) d
     left join lateral (
       select a.http_status, a.created_at from webhook_attempt a
       where a.merchant_id = $1 and a.delivery_id = d.delivery_id order by a.attempt desc limit 1
     ) last on true
     order by d.created_at, d.delivery_id limit ${MOST_DELIVERIES}`,
    [merchantId, eventSubjects(serialNumber)],
  );
  return rows.map(({ address, attempted_at, next_attempt_at, created_at, ...row }) => ({
    ...row,
    host: hostOf(address),
    attempt_time: attempted_at?.toISOString() ?? null,
    next_attempt_time: next_attempt_at?.toISOString() ?? null,
    create_time: created_at.toISOString(),
  }));
}

function hostOf(address: string): string | null {
  return URL.parse(address)?.host ?? null;
}
