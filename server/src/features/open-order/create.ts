import { decimalsOf, type CoinCode } from '@purser/contract/coin';
import type { Language } from '@purser/contract/language';
import { feeOf, formatAmount, parseAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import type { MoneyBatch, MoneyPlan } from '../../platform/commands/money-batch.ts';
import { dealsIn } from '../../domain/market.ts';
import { recordOrderEvents } from '../../domain/order-events.ts';
import { type OpenOrder, openOrderOf } from '../../domain/payment-order.ts';
import { newOrderToken } from '../../domain/order-token.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { noteNonces, type SignedCaller } from '../../platform/security/signed-requests.ts';
import { insertOrders, loadTerms, type NewOrder, type Terms } from './queries.ts';

/** What a merchant's system asked for, already valid by itself. */
export interface CreateCommand {
  readonly caller: SignedCaller;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** After this time of the database's the order is not made any more. */
  readonly deadline: Date;
  readonly orderId: string;
  readonly coin: CoinCode;
  readonly amount: string;
  readonly externalAccount: string;
  readonly description: string;
  readonly returnAddress: string | undefined;
  readonly language: Language | undefined;
  readonly lifetimeMin: number | undefined;
}

type Plan = NewOrder & MoneyPlan & { readonly webhookAddress: string };

/** Creates orders. A refused request's nonce stays used. */
export const creations = (publicUrl: string): MoneyBatch<CreateCommand, Terms, Plan, OpenOrder> => ({
  name: 'order_create',
  fairnessKey: ({ caller }) => caller.merchantId,

  // Only a command whose nonce is new may touch its idempotency key: a replayed request has no effect at all.
  admit: async (tx, commands) => {
    const callers = commands.map(({ caller }) => caller);
    return (await noteNonces(tx, callers)).map((isFresh) => (isFresh ? undefined : refuse('nonce_replayed')));
  },

  claim: ({ caller, idempotencyKey, requestHash }) => ({ ownerId: caller.merchantId, key: idempotencyKey, requestHash }),

  lock: (tx, commands) => {
    const merchants = commands.map(({ caller }) => caller.merchantId);
    return loadTerms(tx, merchants);
  },

  plan: planOrder,

  // No posting is made.
  refusal: () => undefined,

  apply: async (tx, made) => {
    const plans = made.map(({ plan }) => plan);
    const inserted = await insertOrders(tx, plans);
    const bySerial = new Map(inserted.map((order) => [order.serial_number, order]));
    const events = inserted.map((order) => ({ type: 'order.created', order }) as const);
    const addresses = new Map(plans.map(({ merchantId, webhookAddress }) => [BigInt(merchantId), webhookAddress]));
    return {
      results: plans.map(({ serialNumber }) => {
        const order = bySerial.get(serialNumber);
        return order ? openOrderOf(order, publicUrl) : refuse('merchant_order_duplicate');
      }),
      written: recordOrderEvents(tx, publicUrl, events, addresses),
    };
  },
});

/** The order's row; throws the first refusal in the contract's order of precedence. */
function planOrder(command: CreateCommand, terms: Terms): Plan {
  const merchant = terms.merchants.get(command.caller.merchantId);
  const coin = terms.coins.get(command.coin);
  if (command.deadline < terms.now) throw refuse('too_late');
  if (!merchant || merchant.status === 'suspended') throw refuse('merchant_suspended');
  if (!coin || !dealsIn(merchant.markets, command.coin)) throw refuse('market_not_enabled');
  const decimals = decimalsOf(command.coin);
  const amount = parseAmount(command.amount, decimals);
  if (typeof amount !== 'bigint' || amount < coin.order_minimum || amount > coin.order_maximum) {
    throw refuse('order_amount_out_of_range', {
      minimum: formatAmount(coin.order_minimum, decimals),
      maximum: formatAmount(coin.order_maximum, decimals),
    });
  }
  const handlingFee = feeOf(amount, coin.payment_fee_bp);
  if (handlingFee >= amount) throw refuse('fee_exceeds_amount');
  return {
    merchantId: command.caller.merchantId,
    serialNumber: newSerialNumber('payment'),
    orderId: command.orderId,
    token: newOrderToken(command.caller.merchantId),
    coin: command.coin,
    amount,
    handlingFee,
    externalAccount: command.externalAccount,
    description: command.description,
    returnAddress: command.returnAddress ?? merchant.return_address,
    language: command.language ?? null,
    lifetimeMin: command.lifetimeMin ?? merchant.order_lifetime_min,
    webhookAddress: merchant.webhook_address,
  };
}
