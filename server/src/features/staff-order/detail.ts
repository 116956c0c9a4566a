import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { staffOrderCoins, staffOrderDetail, staffTransferDetail } from '@purser/contract/features/staff-order';
import type { EventType } from '@purser/contract/features/webhook';
import { postingsOf } from '../../domain/order-postings.ts';
import { eventSubjects } from '../../domain/webhook-events.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';

type Which = ParsedInputOf<typeof staffOrderDetail>;
type Order = OutputOf<typeof staffOrderDetail>;

/** Deliveries of one order's events: there are at most a handful, and those that somebody asked for again. */
const MOST_DELIVERIES = 50;

/** Every coin by its name: what the lists may be narrowed by. */
export function coins(platform: Platform): Promise<OutputOf<typeof staffOrderCoins>> {
  return readAsStaff(platform, async (tx) => ({
    list: await tx.selectFrom('coin').select('code as coin_name').orderBy('position').execute(),
  }));
}

/** One payment order as of one moment, beyond its row of the list. */
export function orderDetail(platform: Platform, { merchant_id, serial_number }: Which): Promise<Order> {
  return readAsStaff(platform, async (tx) => {
    const order = await tx
      .selectFrom('payment_order')
      .select(['coin', 'description', 'from_reward', 'scanned_time', 'paid_time'])
      .where('merchant_id', '=', BigInt(merchant_id))
      .where('serial_number', '=', serial_number)
      .executeTakeFirst();
    if (!order) throw refuse('not_found');
    const { coin, description, from_reward, scanned_time, paid_time } = order;
    await tx.coins.know([coin], tx);
    return {
      merchant_id,
      serial_number,
      description,
      from_reward: tx.coins.format(from_reward, coin),
      scanned_time: scanned_time?.toISOString() ?? null,
      paid_time: paid_time?.toISOString() ?? null,
      postings: await postingsOf(tx, serial_number),
      deliveries: await deliveriesOf(tx, merchant_id, serial_number),
    };
  });
}

/** The postings of one transfer as of one moment. */
export function transferDetail(
  platform: Platform,
  { merchant_id, serial_number }: ParsedInputOf<typeof staffTransferDetail>,
): Promise<OutputOf<typeof staffTransferDetail>> {
  return readAsStaff(platform, async (tx) => {
    const transfer = await tx
      .selectFrom('merchant_transfer')
      .select('serial_number')
      .where('merchant_id', '=', BigInt(merchant_id))
      .where('serial_number', '=', serial_number)
      .executeTakeFirst();
    if (!transfer) throw refuse('not_found');
    return { merchant_id, serial_number, postings: await postingsOf(tx, serial_number) };
  });
}

interface DeliveryRow {
  readonly delivery_id: string;
  readonly event_type: EventType;
  readonly state: Order['deliveries'][number]['state'];
  readonly address: string;
  readonly attempts: number;
  readonly http_status: number | null;
  readonly attempted_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
}

/** What is pending and what is done has an index each. */
async function deliveriesOf(tx: Tx, merchantId: number, serialNumber: string): Promise<Order['deliveries']> {
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
