import { ADJUSTMENT_DECIMALS } from '@purser/contract/features/adjustment';
import { type AmountProblem, feeOf, formatAmount, minorOf, parseAmount } from '@purser/contract/money';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';

/** What the user has typed so far, under the names of the call's input. */
export interface Draft {
  readonly receipt_user_id: string;
  readonly coin_name: string;
  readonly balance_type: '' | 'available' | 'pending';
  /** Of what is kept pending. */
  readonly user_may_accept: 'no' | 'yes';
  readonly amount: string;
  readonly remark: string;
}

type UserProblem = 'required' | 'not_an_id';
export type SumProblem = AmountProblem | 'required' | 'not_positive' | 'above_available' | 'fee_exceeds';

/** The user that is meant. Blanks that came along with pasted text are no part of the number. */
export function readUser(text: string): number | UserProblem {
  const typed = text.replace(/\s/g, '');
  if (typed === '') return 'required';
  return /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : 'not_an_id';
}

/** What a coin allows: its decimals, what is available of it, and the fee as a percentage with two decimals. */
export interface Bounds {
  readonly decimals: number;
  readonly available: string;
  readonly feeRate: string;
}

/** An amount that may be given, with what becomes of it: exact, with all of the coin's places. */
export interface Sum {
  readonly amount: string;
  readonly fee: string;
  readonly settlement: string;
  /** What is left to the merchant. */
  readonly after: string;
}

/** The amount with what becomes of it, or what is wrong with it. Nothing is rounded or guessed: a comma may mean either. */
export function readSum(text: string, { decimals, available, feeRate }: Bounds): Sum | SumProblem {
  const typed = text.trim();
  if (typed === '') return 'required';
  const places = parseAmount(typed, Math.min(decimals, ADJUSTMENT_DECIMALS));
  if (typeof places === 'string') return places;
  const amount = parseAmount(typed, decimals);
  if (typeof amount === 'string') return amount;
  if (amount === 0n) return 'not_positive';
  const left = minorOf(available) - amount;
  if (left < 0n) return 'above_available';
  const fee = feeOf(amount, Number(minorOf(feeRate)));
  if (fee >= amount) return 'fee_exceeds';
  const shown = (minor: bigint) => formatAmount(minor, decimals);
  return { amount: shown(amount), fee: shown(fee), settlement: shown(amount - fee), after: shown(left) };
}

/** What may be given of a balance: what is beyond two decimals stays. */
export function mostOf(available: string): string {
  const [whole = '0', fraction = ''] = available.split('.');
  const places = fraction.slice(0, ADJUSTMENT_DECIMALS);
  return places === '' ? whole : `${whole}.${places}`;
}

export function isReasonTooLong(remark: string): boolean {
  return remark.trim().length > LONGEST_REVIEW_REMARK;
}
