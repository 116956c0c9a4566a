import { decimalsOf, type CoinCode } from '@purser/contract/coin';
import { formatAmount } from '@purser/contract/money';
import type { CheckoutOrder, CheckoutPayer } from '@purser/contract/payer-pages';
import { balancesOf } from '@purser/ledger/accounts';
import type { Database } from '../../platform/database/database.ts';
import { dealsIn } from '../../domain/market.ts';
import { returnAddressOf } from '../../domain/return-address.ts';
import { findPayer, type PayableOrder } from './queries.ts';

/** The order as its payment page shows it; one whose time is over is expired, also before the expiry job has come round. */
export function checkoutOrderOf(order: PayableOrder, userId: number | undefined, now: Date): CheckoutOrder {
  const isOpen = order.status === 'created' || order.status === 'scanned';
  const paidByMe = userId !== undefined && order.status === 'paid' && Number(order.payer_id) === userId;
  return {
    token: order.token,
    serial_number: order.serial_number,
    order_id: order.order_id,
    merchant_name: order.merchant_name,
    description: order.description,
    coin_name: order.coin as CoinCode,
    amount: formatAmount(order.amount, decimalsOf(order.coin)),
    order_status: isOpen && order.expire_time <= now ? 'expired' : order.status,
    cancelled_by: order.cancelled_by,
    expire_time: order.expire_time.toISOString(),
    server_time: now.toISOString(),
    return_address: returnAddressOf(order, isOpen && order.expire_time <= now ? 'expired' : order.status),
    paid_by_me: paidByMe,
    paid_time: paidByMe ? (order.paid_time?.toISOString() ?? null) : null,
    from_reward: paidByMe ? formatAmount(order.from_reward, decimalsOf(order.coin)) : null,
  };
}

/** The payer as far as an order in this coin concerns them, read within their own scope. */
export async function checkoutPayerOf(db: Database, userId: number, coin: string): Promise<CheckoutPayer | null> {
  return db.scoped(userId, async (tx) => {
    const payer = await findPayer(tx, userId);
    if (!payer) return null;
    const balances = await balancesOf(tx, userId, [coin]);
    const decimals = decimalsOf(coin);
    const available = (purpose: string) =>
      formatAmount(balances.find((balance) => balance.purpose === purpose)?.available_minor ?? 0n, decimals);
    return {
      user_id: userId,
      nick: payer.nick,
      market_enabled: dealsIn(payer.markets, coin),
      available_asset: available('main'),
      reward_asset: available('reward'),
      has_payment_password: payer.has_payment_password,
    };
  });
}
