import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { staffRefundDetail } from '@purser/contract/features/every-order';
import { postingsOf } from '../../domain/order-postings.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';

/** One refund as of one moment. */
export function refundDetail(
  platform: Platform,
  { merchant_id, serial_number }: ParsedInputOf<typeof staffRefundDetail>,
): Promise<OutputOf<typeof staffRefundDetail>> {
  return readAsStaff(platform, async (tx) => {
    const refund = await tx
      .selectFrom('refund')
      .selectAll()
      .where('merchant_id', '=', BigInt(merchant_id))
      .where('serial_number', '=', serial_number)
      .executeTakeFirst();
    if (!refund) throw refuse('refund_unknown');
    const { coin, amount, to_reward, fee_returned, payer_id, payer_nick, create_time, ...rest } = refund;
    await tx.coins.know([coin], tx);
    return {
      ...rest,
      merchant_id,
      payment_id: Number(payer_id),
      nick: payer_nick,
      coin_name: coin,
      amount: tx.coins.format(amount, coin),
      to_reward: tx.coins.format(to_reward, coin),
      fee_returned: tx.coins.format(fee_returned, coin),
      create_time: create_time.toISOString(),
      postings: await postingsOf(tx, serial_number),
    };
  });
}
