import { merchantIdOfAddress } from '@purser/contract/address';
import { LONGEST_REMARK } from '@purser/contract/features/transfer';
import { formatAmount, minorOf, parseAmount, type AmountProblem } from '@purser/contract/money';

/** What the user has typed so far, under the names of the call's input. */
export interface Draft {
  readonly coin_name: string;
  readonly receipt_merchant_id: string;
  readonly amount: string;
  readonly remark: string;
}

/** What the coin allows, in minor units. */
export interface Bounds {
  readonly decimals: number;
  readonly minimum: bigint;
  /** Undefined until it is known. */
  readonly available: bigint | undefined;
}

export type RecipientProblem = 'required' | 'not_an_id' | 'bad_address' | 'self';
export type SumProblem = AmountProblem | 'required' | 'below_minimum' | 'above_available';

/**
 * The merchant that is meant: by its id, or by a receiving address, whose check digits catch a mistyped one. Blanks
 * that came along with pasted text are no part of it.
 */
export function readRecipient(text: string, ownId: number | undefined): number | RecipientProblem {
  const typed = text.replace(/\s/g, '').toUpperCase();
  if (typed === '') return 'required';
  if (!typed.startsWith('PM') && !/^[1-9]\d{0,14}$/.test(typed)) return 'not_an_id';
  const merchantId = typed.startsWith('PM') ? merchantIdOfAddress(typed) : Number(typed);
  if (merchantId === undefined) return 'bad_address';
  return merchantId === ownId ? 'self' : merchantId;
}

/** The amount in minor units, or what is wrong with it. Nothing is rounded or guessed: a comma may mean either. */
export function readAmount(text: string, { decimals, minimum, available }: Bounds): bigint | SumProblem {
  const typed = text.trim();
  if (typed === '') return 'required';
  const minor = parseAmount(typed, decimals);
  if (typeof minor === 'string') return minor;
  if (minor < minimum || minor === 0n) return 'below_minimum';
  return available !== undefined && minor > available ? 'above_available' : minor;
}

export function isRemarkTooLong(remark: string): boolean {
  return remark.trim().length > LONGEST_REMARK;
}

/** What is left of a balance; exact. */
export function lessOf(balance: string, amount: string, decimals: number): string {
  return formatAmount(minorOf(balance, decimals) - minorOf(amount, decimals), decimals);
}

interface Fees {
  readonly transfer_fee: string | null;
  readonly internal_transfer_fee: string | null;
}

/** Both fees together, as the user reads one number; undefined while they are not known. */
export function feeOf({ transfer_fee, internal_transfer_fee }: Fees, decimals: number): string | undefined {
  if (transfer_fee === null || internal_transfer_fee === null) return undefined;
  return formatAmount(minorOf(transfer_fee, decimals) + minorOf(internal_transfer_fee, decimals), decimals);
}
