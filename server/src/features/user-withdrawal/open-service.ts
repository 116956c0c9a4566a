import type { ParsedInputOf } from '@purser/contract/call';
import type { openWithdrawalCreate } from '@purser/contract/features/open-withdrawal';
import { deadlineBy } from '../../platform/commands/batcher.ts';
import type { CommandBatcher } from '../../platform/commands/grouped-batcher.ts';
import { moneyBatch } from '../../platform/commands/money-batch.ts';
import { keyedWrite } from '../../platform/commands/write.ts';
import { takeBack } from '../../domain/review-order.ts';
import { payUser } from '../../domain/unknown-parties.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Answer, SignedContext } from '../../platform/http/route.ts';
import { type CreateCommand, submissions } from './create.ts';
import { userWithdrawals } from './kind.ts';
import { findWithdrawal, type Which } from './queries.ts';
import { type OpenWithdrawal, openWithdrawalOf } from './view.ts';

/** The open API's withdrawals. One per process: it holds the batcher that all of the process's submissions share. */
export class OpenWithdrawals {
  readonly #platform: Platform;
  readonly #submissions: CommandBatcher<CreateCommand, OpenWithdrawal | Answer<OpenWithdrawal>>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#submissions = moneyBatch(platform, submissions);
  }

  create(input: ParsedInputOf<typeof openWithdrawalCreate>, context: SignedContext): Promise<OpenWithdrawal | Answer<OpenWithdrawal>> {
    const command = {
      caller: context.caller,
      idempotencyKey: context.idempotencyKey,
      requestHash: context.requestHash,
      deadline: deadlineBy(this.#platform.clock),
      orderId: input.order_id,
      paymentId: input.payment_id,
      externalAccount: input.external_account,
      coin: input.coin_name,
      amount: input.amount,
      note: input.note,
    };
    return payUser(this.#platform, context, () => this.#submissions.submit(command));
  }

  async query(which: Which, { merchantId }: SignedContext): Promise<OpenWithdrawal> {
    const { db } = this.#platform;
    const order = await db.scoped(merchantId, (tx) => findWithdrawal(tx, merchantId, which));
    return openWithdrawalOf(order, db.coins);
  }

  /** Takes a withdrawal back that nobody has decided; one that was cancelled before stays as it is, and the answer says so. */
  cancel(which: Which, context: SignedContext): Promise<OpenWithdrawal | Answer<OpenWithdrawal>> {
    const { merchantId } = context;
    return keyedWrite<OpenWithdrawal>(this.#platform, context, {
      act: async (tx) => {
        const found = await findWithdrawal(tx, merchantId, which);
        const by = { kind: 'access_key', id: context.caller.accessKey, name: '' } as const;
        const move = { ownerId: merchantId, serialNumber: found.serial_number, by };
        return takeBack(tx, this.#platform, userWithdrawals, move, (order) => openWithdrawalOf(order, tx.coins));
      },
      audit: ({ serial_number }) => ({ action: 'user_withdrawal.cancel', details: { serial_number } }),
    });
  }

  /** Resolves when every submission that was taken in has been answered. */
  idle(): Promise<void> {
    return this.#submissions.idle();
  }
}
