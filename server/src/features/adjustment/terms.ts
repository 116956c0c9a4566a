import { ADJUSTMENT_DECIMALS } from '@purser/contract/features/adjustment';
import { feeOf, formatAmount } from '@purser/contract/money';
import type { CoinTerms } from '../../domain/coin-terms.ts';
import type { Payee } from '../../domain/payee.ts';
import { refuseOtherThanShown } from '../../domain/shown-amount.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';

/** An adjustment that passed every check but the balance; in minor units. */
export interface AdjustmentTerms {
  readonly payee: Payee;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly settlement: bigint;
  readonly fee_bp: number;
}

interface Wish {
  readonly text: string;
  /** What was shown that the user gets; undefined for whoever agrees to the fee of now. */
  readonly shown?: string | undefined;
  readonly coin: string;
}

/** Checks an adjustment against the rules, in the contract's order of precedence; throws its refusal. */
export function agreeAdjustment({ text, shown, coin }: Wish, terms: CoinTerms | undefined, payee: Payee | undefined): AdjustmentTerms {
  if (!terms) throw refuse('coin_unknown');
  const { decimals, adjustment_fee_bp: fee_bp } = terms;
  const places = Math.min(decimals, ADJUSTMENT_DECIMALS);
  // Refused for too many decimals also where the coin has more.
  askedAmount(text, places);
  const unit = 10n ** BigInt(decimals - places);
  const amount = askedAmount(text, decimals);
  if (!terms.is_on) throw refuse('coin_off', { coin });
  if (!payee) throw refuse('payee_unknown');
  if (payee.status === 'suspended') throw refuse('payee_suspended');
  if (terms.market === null || !payee.markets.includes(terms.market)) throw refuse('market_not_enabled');
  if (amount < unit) throw refuse('amount_below_minimum', { minimum: `${formatAmount(unit, decimals)} ${coin}` });
  const fee = feeOf(amount, fee_bp);
  if (fee >= amount) throw refuse('fee_exceeds_amount');
  refuseOtherThanShown(shown, amount - fee, decimals);
  return { payee, amount, fee, settlement: amount - fee, fee_bp };
}
