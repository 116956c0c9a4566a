import { fiatWithdrawalMachine, usdtRechargeMachine } from '@purser/contract/review';
import { feeAccount, mainAccount, providerAccount } from '@purser/ledger/account';
import { posting } from '@purser/ledger/posting';
import {
  type NewReviewOrder,
  type ReviewOrder,
  reviewKind,
  type ReviewOrderKind,
  reviewPosting,
  submitReviewOrder,
} from '../../../domain/review-order.ts';
import type { ApprovalKind } from '../../../domain/approval.ts';
import type { Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import { approvalRoutes } from '../../approval/routes.ts';
import { reviewApproval } from '../approval.ts';
import { reviewRoutes } from '../routes.ts';

/** Kinds of orders as plain as can be: what the queue does must not depend on what a kind moves. */

/** Money waits in the provider's pool, and leaves to the bank or comes back. */
const withdrawal = reviewKind({
  kind: 'fiat_withdrawal',
  machine: fiatWithdrawalMachine,
  posting: (order, event) => {
    const { coin, amount, fee, settlement } = order;
    const owner = Number(order.owner_id);
    const pool = providerAccount(coin, 'reward_pool');
    switch (event) {
      case 'submit':
        return posting(reviewPosting(order, event), 'review_submitted', [
          { account: mainAccount(owner, coin), available: -amount },
          { account: pool, available: amount },
        ]);
      case 'approve':
        return posting(reviewPosting(order, event), 'review_approved', [
          { account: pool, available: -amount },
          { account: providerAccount(coin, 'bank'), available: settlement },
          { account: feeAccount(coin, owner), available: fee },
        ]);
      case 'reject':
        return posting(reviewPosting(order, event), 'review_rejected', [
          { account: pool, available: -amount },
          { account: mainAccount(owner, coin), available: amount },
        ]);
      default:
        return undefined;
    }
  },
});

/** Nothing moves until it is approved. What the order's note says is what is known of it from elsewhere. */
const recharge = reviewKind({
  kind: 'usdt_recharge',
  machine: usdtRechargeMachine,
  posting: (order, event) => {
    if (event !== 'approve') return undefined;
    const { coin, amount, fee, settlement } = order;
    return posting(reviewPosting(order, event), 'review_approved', [
      { account: providerAccount(coin, 'bank'), available: -amount },
      { account: mainAccount(Number(order.owner_id), coin), available: settlement },
      { account: feeAccount(coin, Number(order.owner_id)), available: fee },
    ]);
  },
  evidence: async (_, { note }) => (note === '' ? [] : [{ name: 'account_holder', value: note, agrees: note !== 'not_found' }]),
});

export const TEST_KINDS: readonly ReviewOrderKind[] = [withdrawal, recharge];

/** An order of a merchant that waits for staff; the amount in minor units of USDP. */
export function submitOrder(
  app: TestApp,
  ownerId: number,
  amount: bigint,
  { kind = 'fiat_withdrawal', ...more }: Partial<NewReviewOrder> = {},
): Promise<ReviewOrder> {
  const order: NewReviewOrder = {
    owner_id: BigInt(ownerId),
    kind,
    status: 'pending_review',
    review_mode: 'manual',
    coin: 'USDP',
    amount,
    fee: 1n,
    settlement: amount - 1n,
    fee_bp: 80,
    submitted_by: 'shop',
    ...more,
  };
  const { db } = app.platform;
  const of = TEST_KINDS.find((one) => one.kind === kind) as ReviewOrderKind;
  return db.systemTransaction((tx) => submitReviewOrder(tx, app.platform, of, order));
}

/** What staff call about orders of these kinds, and about what a second person approves of them. */
export const reviewAndApprovalRoutes = (platform: Platform, kinds: readonly ReviewOrderKind[] = TEST_KINDS): Route[] => [
  ...reviewRoutes(platform, kinds),
  ...approvalRoutes(platform, [reviewApproval(kinds)] as readonly unknown[] as readonly ApprovalKind[]),
];
