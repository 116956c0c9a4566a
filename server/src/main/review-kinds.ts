import type { ReviewOrderKind } from '../domain/review-order.ts';
import { adjustmentKind } from '../features/adjustment/kind.ts';
import { fiatWithdrawalKind } from '../domain/fiat-withdrawal.ts';
import { usdtRecharge } from '../features/usdt-recharge/kind.ts';
import { usdtWithdrawal } from '../features/usdt-withdrawal/kind.ts';
import { userWithdrawals } from '../features/user-withdrawal/kind.ts';

/** Every kind of order that somebody else than its owner decides on, as the provider's queue knows them. */
export const REVIEW_ORDER_KINDS: readonly ReviewOrderKind[] = [
  userWithdrawals,
  usdtRecharge,
  adjustmentKind,
  fiatWithdrawalKind,
  usdtWithdrawal,
];
