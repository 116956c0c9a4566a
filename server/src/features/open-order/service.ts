import type { ParsedInputOf } from '@purser/contract/call';
import { decimalsOf } from '@purser/contract/coin';
import type { openOrderCreate } from '@purser/contract/features/open-order';
import { parseAmount } from '@purser/contract/money';
import { type Batcher, deadlineBy } from '../../platform/commands/batcher.ts';
import { moneyBatch } from '../../platform/commands/money-batch.ts';
import { keyedWrite } from '../../platform/commands/write.ts';
import { cancelOrder } from '../../domain/order-transitions.ts';
import { findOrder, type OpenOrder, openOrderOf, type Which } from '../../domain/payment-order.ts';
import { checkReturnAddress } from '../../domain/return-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type SignedContext } from '../../platform/http/route.ts';
import { type CreateCommand, creations } from './create.ts';

type CreateInput = ParsedInputOf<typeof openOrderCreate>;

/** The open API's orders. One per process: it holds the batcher that all of the process's creations share. */
export class OpenOrders {
  readonly #platform: Platform;
  readonly #creations: Batcher<CreateCommand, OpenOrder | Answer<OpenOrder>>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#creations = moneyBatch(platform, creations(platform.settings.publicUrl));
  }

  async create(input: CreateInput, context: SignedContext): Promise<OpenOrder | Answer<OpenOrder>> {
    checkAmountForm(input);
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
    const order = await db.scoped(merchantId, (tx) => findOrder(tx, merchantId, which, false));
    if (!order) throw refuse('order_unknown');
    return openOrderOf(order, settings.publicUrl);
  }

  /** Cancels an order that nobody has paid; closing a cancelled one again changes nothing and says so. */
  close(which: Which, context: SignedContext): Promise<OpenOrder | Answer<OpenOrder>> {
    const { publicUrl } = this.#platform.settings;
    return keyedWrite(this.#platform, context, {
      act: async (tx) => {
        const order = await findOrder(tx, context.merchantId, which, true);
        if (!order) throw refuse('order_unknown');
        const cancelled = await cancelOrder(tx, publicUrl, order, 'merchant');
        return cancelled ? openOrderOf(cancelled, publicUrl) : new Answer('already_done', openOrderOf(order, publicUrl));
      },
    });
  }

  /** Resolves when every creation that was taken in has been answered. */
  idle(): Promise<void> {
    return this.#creations.idle();
  }
}

/** More decimal places than the coin has are a mistake in the input; a wrong size is for the batch to refuse. */
function checkAmountForm({ amount, coin_name: coin }: CreateInput): void {
  const decimals = decimalsOf(coin);
  const parsed = parseAmount(amount, decimals);
  if (parsed === 'not_a_number' || parsed === 'too_many_decimals') {
    throw refuse('invalid_input', { field: 'amount' }, { fields: [{ field: 'amount', problem: `<= ${decimals} decimals` }] });
  }
}
