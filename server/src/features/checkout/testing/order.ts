import { bitsOfWays, CHECKOUT_WAYS, type CheckoutWay } from '@purser/contract/checkout-ways';
import type { Language } from '@purser/contract/language';
import { feeOf, parseAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import { randomBytes } from 'node:crypto';
import { newOrderToken } from '../../../domain/order-token.ts';
import type { TestApp } from '../../../platform/testing/app.ts';

interface OrderWishes {
  readonly ways?: readonly CheckoutWay[];
  readonly amount?: string;
  readonly coin?: string;
  readonly description?: string;
  readonly return_address?: string;
  readonly language?: Language;
  /** Seconds until it expires; negative for one whose time is over and that no job has come round to. */
  readonly lives_s?: number;
}

export interface TestOrder {
  readonly merchant_id: number;
  readonly token: string;
  readonly serial_number: string;
  readonly order_id: string;
}

/** An order as the open API leaves it, with the usual fee of one percent. */
export async function makeOrder(app: TestApp, merchantId: number, wishes: OrderWishes = {}): Promise<TestOrder> {
  const {
    amount = '12.50',
    coin = 'USDP',
    description = 'Two tickets',
    return_address = '',
    lives_s = 900,
    language,
    ways = CHECKOUT_WAYS,
  } = wishes;
  const minor = parseAmount(amount, app.platform.db.coins.decimalsOf(coin));
  if (typeof minor !== 'bigint') throw new Error(minor);
  const order = {
    merchant_id: merchantId,
    token: newOrderToken(merchantId),
    serial_number: newSerialNumber('payment'),
    order_id: `T-${randomBytes(5).toString('hex')}`,
  };
  const fee = feeOf(minor, 100);
  await app.sql(
    `insert into payment_order (merchant_id, token, serial_number, order_id, coin, amount, handling_fee, settlement_amount, description,
       return_address, language, ways, create_time, expire_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, now() - interval '1 hour', now() + make_interval(secs => $11))`,
    [
      merchantId,
      order.token,
      order.serial_number,
      order.order_id,
      coin,
      minor,
      fee,
      minor - fee,
      description,
      return_address,
      lives_s,
      language ?? null,
      bitsOfWays(ways),
    ],
  );
  return order;
}
