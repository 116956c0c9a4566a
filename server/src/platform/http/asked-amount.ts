import { parseAmount } from '@purser/contract/money';
import { readTyped, type TypedProblem } from '@purser/contract/typed-amount';
import { wrongField } from './refusal.ts';

/** Reads an amount that was asked for, in minor units; refuses with invalid_input what is no amount of so many places, and names the field. */
export function askedAmount(text: string, decimals: number, field = 'amount'): bigint {
  return amountOr(parseAmount(text, decimals), decimals, field);
}

/** The same for what a payer typed into a page and `typedAmount` took; refuses what may be meant in two ways, too. */
export function typedMinor(typed: string, decimals: number, field = 'amount'): bigint {
  return amountOr(readTyped(typed, decimals), decimals, field);
}

function amountOr(read: bigint | TypedProblem, decimals: number, field: string): bigint {
  if (read === 'too_many_decimals') throw wrongField(field, 'decimals', { most: decimals });
  if (typeof read === 'string') throw wrongField(field, read);
  return read;
}
