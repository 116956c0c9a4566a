import type { Language } from '@purser/contract/language';
import { newSerialNumber } from '@purser/contract/serial';
import type { MoneyBatch, MoneyPlan } from '../../platform/commands/money-batch.ts';
import { insertOrders, loadTerms, type NewOrder, payableOrder, type Terms } from '../../domain/new-order.ts';
import { writeOrderEvents } from '../../domain/order-events.ts';
import { type OpenOrder, openOrderOf } from '../../domain/payment-order.ts';
import { newOrderToken } from '../../domain/order-token.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { noteNonces, type SignedCaller } from '../../platform/security/signed-requests.ts';

/** What a merchant's system asked for, already valid by itself. */
export interface CreateCommand {
  readonly caller: SignedCaller;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** After this time of the database's the order is not made any more. */
  readonly deadline: Date;
  readonly orderId: string;
  readonly coin: string;
  readonly amount: string;
  readonly externalAccount: string;
  readonly description: string;
  readonly returnAddress: string | undefined;
  readonly language: Language | undefined;
  readonly lifetimeMin: number | undefined;
}

type Plan = NewOrder & MoneyPlan & { readonly webhookEvents: readonly string[] };

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
    const keys = commands.map(({ caller, coin }) => ({ merchantId: caller.merchantId, coin }));
    return loadTerms(tx, keys);
  },

  plan: planOrder,

  // No posting is made.
  refusal: () => undefined,

  apply: async (tx, made) => {
    const plans = made.map(({ plan }) => plan);
    const inserted = await insertOrders(tx, plans);
    await tx.coins.know(
      inserted.map(({ coin }) => coin),
      tx,
    );
    const bySerial = new Map(inserted.map((order) => [order.serial_number, order]));
    const events = inserted.map((order) => ({ type: 'order.created', order }) as const);
    const subscriptions = new Map(plans.map(({ merchantId, webhookEvents }) => [BigInt(merchantId), webhookEvents]));
    return {
      results: plans.map(({ serialNumber }) => {
        const order = bySerial.get(serialNumber);
        return order ? openOrderOf(order, publicUrl, tx.coins) : refuse('merchant_order_duplicate');
      }),
      write: (last) => writeOrderEvents(last, publicUrl, events, subscriptions),
    };
  },
});

/** The order's row; throws the first refusal in the contract's order of precedence. */
function planOrder(command: CreateCommand, terms: Terms): Plan {
  if (command.deadline < terms.coins.now) throw refuse('too_late');
  const key = { merchantId: command.caller.merchantId, coin: command.coin };
  const { merchant, amount, handlingFee, ways } = payableOrder(terms, key, command.amount);
  return {
    merchantId: command.caller.merchantId,
    serialNumber: newSerialNumber('payment'),
    orderId: command.orderId,
    token: newOrderToken(command.caller.merchantId),
    coin: command.coin,
    amount,
    handlingFee,
    ways,
    externalAccount: command.externalAccount,
    description: command.description,
    returnAddress: command.returnAddress ?? merchant.return_address,
    language: command.language ?? null,
    lifetimeMin: command.lifetimeMin ?? merchant.order_lifetime_min,
    webhookEvents: merchant.webhook_events,
  };
}
