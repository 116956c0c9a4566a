import type { ApprovalKind } from '../domain/approval.ts';
import { type DepositCredit, heldDeposit } from '../features/chain-deposit/deciding.ts';
import { manualPosting } from '../features/ledger/manual-posting.ts';
import { feedChange, heldRateChange } from '../features/market/change-feed.ts';
import { boundsChange } from '../features/market/change-bounds.ts';
import { coinNetworkChange } from '../features/market/change-coin-network.ts';
import { kindTermsChange } from '../features/market/change-kind-terms.ts';
import { merchantTermsChange } from '../features/market/change-merchant-terms.ts';
import { rateChange } from '../features/market/change-rate.ts';
import { reviewBoundsChange } from '../features/market/change-review-bounds.ts';
import { termsChange } from '../features/market/change-terms.ts';
import { authenticatorReset } from '../features/party/reset-authenticator.ts';
import { reviewApproval } from '../features/review/approval.ts';
import { rewardGrantKind } from '../features/reward/grant.ts';
import { REVIEW_ORDER_KINDS } from './review-kinds.ts';
import { creditDeposits, foreseeDeposit } from '../features/usdt-recharge/credit.ts';
import { payoutEnding } from '../features/usdt-withdrawal/end.ts';
import { returnApproval } from '../features/usdt-withdrawal/returns.ts';
import { ownAddressGiven } from '../features/usdt-recharge/own-address.ts';
import { quickRecharge } from '../features/usdt-recharge/quick.ts';

/** How deposits are credited by a decision: by what the watcher credits with. */
export const DEPOSIT_CREDIT: DepositCredit = { credit: creditDeposits, foresee: foreseeDeposit };

/** Everything that two members of staff do together. */
export const APPROVAL_KINDS = [
  authenticatorReset,
  manualPosting,
  rewardGrantKind,
  quickRecharge,
  ownAddressGiven,
  termsChange.kind,
  merchantTermsChange.kind,
  kindTermsChange.kind,
  rateChange.kind,
  feedChange.kind,
  heldRateChange.kind,
  boundsChange.kind,
  reviewBoundsChange.kind,
  coinNetworkChange.kind,
  reviewApproval(REVIEW_ORDER_KINDS),
  heldDeposit(DEPOSIT_CREDIT),
  returnApproval,
  payoutEnding,
] as readonly ApprovalKind[];
