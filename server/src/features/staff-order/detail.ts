import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { staffOrderCoins, staffOrderDetail, staffTransferDetail } from '@purser/contract/features/staff-order';
import { deliveriesOf } from '../../domain/order-deliveries.ts';
import { postingsOf } from '../../domain/order-postings.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';

type Which = ParsedInputOf<typeof staffOrderDetail>;
type Order = OutputOf<typeof staffOrderDetail>;

/** Every coin by its name: what the lists may be narrowed by. */
export function coins(platform: Platform): Promise<OutputOf<typeof staffOrderCoins>> {
  return readAsStaff(platform, async (tx) => ({
    list: await tx.selectFrom('coin').select('code as coin_name').orderBy('position').execute(),
  }));
}

/** Refunds of one order that are shown: it has one or a few. */
const MOST_REFUNDS = 100;

/** One payment order as of one moment, beyond its row of the list. */
export function orderDetail(platform: Platform, { merchant_id, serial_number }: Which): Promise<Order> {
  return readAsStaff(platform, async (tx) => {
    const order = await tx
      .selectFrom('payment_order')
      .select(['coin', 'description', 'from_reward', 'scanned_time', 'paid_time', 'refunded'])
      .where('merchant_id', '=', BigInt(merchant_id))
      .where('serial_number', '=', serial_number)
      .executeTakeFirst();
    if (!order) throw refuse('not_found');
    const refunds = await tx
      .selectFrom('refund')
      .select(['serial_number', 'amount', 'create_time'])
      .where('merchant_id', '=', BigInt(merchant_id))
      .where('order_serial_number', '=', serial_number)
      .orderBy('create_time', 'desc')
      .limit(MOST_REFUNDS)
      .execute();
    const { coin, description, from_reward, scanned_time, paid_time, refunded } = order;
    await tx.coins.know([coin], tx);
    return {
      merchant_id,
      serial_number,
      description,
      from_reward: tx.coins.format(from_reward, coin),
      scanned_time: scanned_time?.toISOString() ?? null,
      paid_time: paid_time?.toISOString() ?? null,
      refunded_amount: tx.coins.format(refunded, coin),
      refunds: refunds.map((refund) => ({
        serial_number: refund.serial_number,
        amount: tx.coins.format(refund.amount, coin),
        create_time: refund.create_time.toISOString(),
      })),
      postings: await postingsOf(tx, serial_number),
      deliveries: await deliveriesOf(tx, BigInt(merchant_id), serial_number),
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
