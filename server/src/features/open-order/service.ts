import type { ParsedInputOf } from '@purser/contract/call';
import type { openOrderCreate } from '@purser/contract/features/open-order';
import { parseAmount } from '@purser/contract/money';
import { deadlineBy } from '../../platform/commands/batcher.ts';
import type { CommandBatcher } from '../../platform/commands/grouped-batcher.ts';
import { moneyBatch } from '../../platform/commands/money-batch.ts';
import { closeOrder } from '../../domain/order-transitions.ts';
import { findOrder, type OpenOrder, openOrderOf, type Which } from '../../domain/payment-order.ts';
import { checkReturnAddress } from '../../domain/return-address.ts';
import type { Coins } from '../../platform/database/coins.ts';
import type { Platform } from '../../platform/platform.ts';
import { wrongField } from '../../platform/http/refusal.ts';
import type { Answer, SignedContext } from '../../platform/http/route.ts';
import { type CreateCommand, creations } from './create.ts';

type CreateInput = ParsedInputOf<typeof openOrderCreate>;

/** The open API's orders. One per process: it holds the batcher that all of the process's creations share. */
export class OpenOrders {
  readonly #platform: Platform;
  readonly #creations: CommandBatcher<CreateCommand, OpenOrder | Answer<OpenOrder>>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#creations = moneyBatch(platform, creations(platform.settings.publicUrl));
  }

  async create(input: CreateInput, context: SignedContext): Promise<OpenOrder | Answer<OpenOrder>> {
    await checkAmountForm(this.#platform.db.coins, input);
    if (input.return_address !== undefined) checkReturnAddress(input.return_address);
    return this.#creations.submit({
      caller: context.caller,
      idempotencyKey: context.idempotencyKey,
      requestHash: context.requestHash,
      deadline: deadlineBy(this.#platform.clock),
      orderId: input.order_id,
      coin: input.coin_name,
      amount: input.amount,
      externalAccount: input.external_account,
      description: input.description,
      returnAddress: input.return_address,
      language: input.language,
      lifetimeMin: input.lifetime_min,
    });
  }

  async query(which: Which, { merchantId }: SignedContext): Promise<OpenOrder> {
    const { db, settings } = this.#platform;
    const order = await db.scoped(merchantId, (tx) => findOrder(tx, merchantId, which));
    return openOrderOf(order, settings.publicUrl, db.coins);
  }

  close(which: Which, context: SignedContext): Promise<OpenOrder | Answer<OpenOrder>> {
    return closeOrder(this.#platform, which, context, {
      show: (order) => openOrderOf(order, this.#platform.settings.publicUrl, this.#platform.db.coins),
    });
  }

  /** Resolves when every creation that was taken in has been answered. */
  idle(): Promise<void> {
    return this.#creations.idle();
  }
}

/** More decimal places than the coin has are a mistake in the input; a wrong size, and an unknown coin, are for the batch to refuse. */
async function checkAmountForm(coins: Coins, { amount, coin_name }: CreateInput): Promise<void> {
  await coins.know([coin_name]);
  const coin = coins.find(coin_name);
  const parsed = coin && parseAmount(amount, coin.decimals);
  if (coin && (parsed === 'not_a_number' || parsed === 'too_many_decimals'))
    throw wrongField('amount', 'decimals', { most: coin.decimals });
}
