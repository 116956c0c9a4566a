import { adjustmentQuery, walletAdjustmentQuery } from '@purser/contract/features/adjustment';
import { moveReviewOrders, submitReviewOrder } from '../../domain/review-order.ts';
import { releaseDueAdjustments } from '../../features/adjustment/jobs.ts';
import { adjustmentKind } from '../../features/adjustment/kind.ts';
import { ReceivedAdjustments } from '../../features/adjustment/received.ts';
import { dataOf, type TestApp } from '../../platform/testing/app.ts';
import type { TestMerchant, TestUser } from '../../platform/testing/parties.ts';

/** Orders under review, made one by one, all but the first moved together, and listed. */
export async function reviewTogether(app: TestApp, merchant: TestMerchant, payees: readonly TestUser[], size: number): Promise<void> {
  const { platform } = app;
  const { merchant_id: ownerId, name } = merchant;
  const money = { coin: 'USDP', amount: 100n, fee: 0n, settlement: 100n, fee_bp: 0, balance_type: 'pending' } as const;
  const common = { kind: 'adjustment', owner_id: BigInt(ownerId), status: 'paid', review_mode: 'automatic', ...money } as const;
  const orders = await platform.db.systemTransaction(async (tx) => {
    const made = [];
    for (let n = 0; n < size; n += 1) {
      const payee_id = BigInt(payees[n % payees.length]?.user_id ?? 0);
      made.push(await submitReviewOrder(tx, platform, adjustmentKind, { ...common, payee_id }));
    }
    return made;
  });
  const by = { kind: 'merchant', id: String(ownerId), name } as const;
  const moves = orders.slice(1).map(({ serial_number }) => ({ ownerId, serialNumber: serial_number, event: 'release' as const, by }));
  await platform.db.systemTransaction((tx) => moveReviewOrders(tx, platform, adjustmentKind, moves));
  await releaseDueAdjustments(platform);
  await look(app, merchant, payees);
}

/** Every list of them: a page, a later one, the one after a cursor, and what has an index of its own. */
async function look(app: TestApp, { token }: TestMerchant, payees: readonly TestUser[]): Promise<void> {
  const [payee] = payees;
  for (const page of [1, 10]) {
    await app.call(adjustmentQuery, { page }, { token });
    await app.call(walletAdjustmentQuery, { page }, { payerToken: payee?.token });
  }
  await app.call(adjustmentQuery, { order_status: 'completed' }, { token });
  await new ReceivedAdjustments(app.platform).waiting(payee?.user_id ?? 0);
  await app.call(adjustmentQuery, { receipt_user_id: payee?.user_id }, { token });
  const { next_cursor } = dataOf(await app.call(adjustmentQuery, { page_size: 2 }, { token }));
  await app.call(adjustmentQuery, { page_size: 10, cursor: next_cursor ?? '' }, { token });
}
