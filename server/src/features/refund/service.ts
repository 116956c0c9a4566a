import type { ParsedInputOf } from '@purser/contract/call';
import type { openRefundCreate, openRefundQuery, refundAdd } from '@purser/contract/features/refund';
import { deadlineBy } from '../../platform/commands/batcher.ts';
import type { CommandBatcher } from '../../platform/commands/grouped-batcher.ts';
import { moneyBatch } from '../../platform/commands/money-batch.ts';
import { confirmedCommand } from '../../platform/commands/write.ts';
import type { Answer, MerchantContext, SignedContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { planOf, type RefundCommand, refunds } from './batch.ts';
import { findRefund, findRefundable } from './queries.ts';
import { refundOf, type RefundRecord } from './view.ts';

/** Refunds by the console and by merchants' systems. One per process: it holds the batcher that all of the process's refunds share. */
export class Refunds {
  readonly #platform: Platform;
  readonly #refunds: CommandBatcher<RefundCommand, RefundRecord | Answer<RefundRecord>>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#refunds = moneyBatch(platform, refunds);
  }

  create(input: ParsedInputOf<typeof openRefundCreate>, context: SignedContext): Promise<RefundRecord | Answer<RefundRecord>> {
    const { merchantId, idempotencyKey, requestHash } = context;
    const asked = { merchantId, orderId: input.order_id, refundId: input.refund_id, amount: input.amount, remark: input.remark };
    return this.#refunds.submit({ ...asked, from: 'api', idempotencyKey, requestHash, deadline: deadlineBy(this.#platform.clock) });
  }

  add(input: ParsedInputOf<typeof refundAdd>, context: MerchantContext): Promise<RefundRecord | Answer<RefundRecord>> {
    const { merchantId, idempotencyKey, requestHash } = context;
    const { order_serial_number: serialNumber, amount, returns_fee: returnsFee, remark } = input;
    const asked = { merchantId, serialNumber, refundId: '', amount, returnsFee, remark, from: 'console' } as const;
    const deadline = deadlineBy(this.#platform.clock);
    return confirmedCommand(this.#platform, input, context, {
      check: () => this.#check(asked),
      // The refund itself is on record by its serial number.
      audit: { action: 'refund.confirm', details: { order: serialNumber, amount } },
      submit: () => this.#refunds.submit({ ...asked, idempotencyKey, requestHash, deadline }),
    });
  }

  async query(which: ParsedInputOf<typeof openRefundQuery>, { merchantId }: SignedContext): Promise<RefundRecord> {
    const { db } = this.#platform;
    return refundOf(await db.scoped(merchantId, (tx) => findRefund(tx, merchantId, which)), db.coins);
  }

  async #check(asked: Omit<RefundCommand, 'idempotencyKey' | 'requestHash' | 'deadline'>): Promise<void> {
    const { db } = this.#platform;
    const [order] = await findRefundable(db.system, [asked]);
    if (order) await db.coins.know([order.coin]);
    planOf(asked, order, false, db.coins);
  }
}
