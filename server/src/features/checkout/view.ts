import { waysOfBits } from '@purser/contract/checkout-ways';
import { publicPicturePath } from '@purser/contract/file-purpose';
import type { CheckoutOrder, CheckoutPayer } from '@purser/contract/payer-pages';
import { balancesOf } from '@purser/ledger/accounts';
import type { Coins } from '../../platform/database/coins.ts';
import type { Database } from '../../platform/database/database.ts';
import { priceTypes } from '../../domain/exchange-rate.ts';
import { mayConfirmByFace } from '../../domain/face-offer.ts';
import { missingForPayment } from '../../domain/required-verification.ts';
import { returnAddressOf } from '../../domain/return-address.ts';
import { findPayer, type PayableOrder } from './queries.ts';

/** The order as its payment page shows it; one whose time is over is expired, also before the expiry job has come round. */
export function checkoutOrderOf(order: PayableOrder, coins: Coins, userId: number | undefined, now: Date): CheckoutOrder {
  const isOpen = order.status === 'created' || order.status === 'scanned';
  const paidByMe = userId !== undefined && order.status === 'paid' && Number(order.payer_id) === userId;
  return {
    token: order.token,
    serial_number: order.serial_number,
    order_id: order.order_id,
    merchant_name: order.merchant_name,
    merchant_logo: order.merchant_logo_file_id && publicPicturePath(order.merchant_logo_file_id),
    description: order.description,
    coin_name: order.coin,
    decimals: coins.decimalsOf(order.coin),
    amount: coins.format(order.amount, order.coin),
    market: coins.find(order.coin)?.market ?? null,
    order_status: isOpen && order.expire_time <= now ? 'expired' : order.status,
    merchant_suspended: isOpen && order.merchant_status === 'suspended',
    cancelled_by: order.cancelled_by,
    may_cancel: mayBeGivenUp(order),
    ways: waysOfBits(order.ways),
    expire_time: order.expire_time.toISOString(),
    server_time: now.toISOString(),
    return_address: returnAddressOf(order, isOpen && order.expire_time <= now ? 'expired' : order.status),
    paid_by_me: paidByMe,
    paid_time: paidByMe ? (order.paid_time?.toISOString() ?? null) : null,
    from_reward: paidByMe ? coins.format(order.from_reward, order.coin) : null,
  };
}

/** Whether a payer may cancel the order for everybody: not that of a link for one payment, which stays for whoever else has the link. */
export function mayBeGivenUp({ link_number, opened_by }: Pick<PayableOrder, 'link_number' | 'opened_by'>): boolean {
  return link_number === '' || opened_by !== null;
}

/** The payer as far as an order concerns them, read within their own scope. */
export async function checkoutPayerOf(
  db: Database,
  userId: number,
  { coin, amount, ways }: Pick<PayableOrder, 'coin' | 'amount' | 'ways'>,
): Promise<CheckoutPayer | null> {
  return db.scoped(userId, async (tx) => {
    // Sent together.
    const [payer, types] = await Promise.all([findPayer(tx, userId), priceTypes(tx, [coin])]);
    if (!payer) return null;
    const balances = await balancesOf(tx, userId, [coin]);
    const available = (purpose: string) =>
      tx.coins.format(balances.find((balance) => balance.purpose === purpose)?.available_minor ?? 0n, coin);
    return {
      user_id: userId,
      nick: payer.nick,
      market_enabled: tx.coins.dealsIn(payer.markets, coin),
      available_asset: available('main'),
      reward_asset: available('reward'),
      may_deposit_usdt: types.get(coin) === 'floating' && (['usdt', 'balance'] as const).every((way) => waysOfBits(ways).includes(way)),
      has_payment_password: payer.has_payment_password,
      may_confirm_by_face: await mayConfirmByFace(tx, userId, { coin, amount }),
      has_passkey: payer.has_passkey,
      missing_verifications: await missingForPayment(tx, userId),
      payment_password_locked_until: payer.payment_password_locked_until?.toISOString() ?? null,
      payment_password_held_until: payer.payment_password_held_until?.toISOString() ?? null,
    };
  });
}
