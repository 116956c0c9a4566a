import type { Mutant } from './mutant.ts';
import { ACCESS_MUTANTS } from './table/access.ts';
import { BATCH_MUTANTS } from './table/batches.ts';
import { CONTRACT_MUTANTS } from './table/contract.ts';
import { LEDGER_MUTANTS } from './table/ledger.ts';
import { LIST_MUTANTS } from './table/lists.ts';
import { MONEY_MUTANTS } from './table/money.ts';
import { PLAN_MUTANTS } from './table/plans.ts';
import { REVIEW_DECISION_MUTANTS } from './table/review-decisions.ts';
import { REVIEW_MUTANTS } from './table/reviews.ts';
import { SECOND_FACTOR_MUTANTS } from './table/second-factor.ts';
import { VERIFICATION_MUTANTS } from './table/verification.ts';
import { WEBHOOK_MUTANTS } from './table/webhook.ts';
import { WITHDRAWAL_MUTANTS } from './table/withdrawals.ts';

export const MUTANTS: readonly Mutant[] = [
  ...CONTRACT_MUTANTS,
  ...MONEY_MUTANTS,
  ...LEDGER_MUTANTS,
  ...BATCH_MUTANTS,
  ...ACCESS_MUTANTS,
  ...SECOND_FACTOR_MUTANTS,
  ...VERIFICATION_MUTANTS,
  ...LIST_MUTANTS,
  ...PLAN_MUTANTS,
  ...WEBHOOK_MUTANTS,
  ...WITHDRAWAL_MUTANTS,
  ...REVIEW_MUTANTS,
  ...REVIEW_DECISION_MUTANTS,
];
