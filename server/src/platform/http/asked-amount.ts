import { parseAmount } from '@purser/contract/money';
import { wrongField } from './refusal.ts';

/** Reads an amount that was asked for, in minor units; refuses with invalid_input what is no amount of so many places, and names the field. */
export function askedAmount(text: string, decimals: number, field = 'amount'): bigint {
  const amount = parseAmount(text, decimals);
  if (typeof amount === 'string') throw wrongField(field, amount);
  return amount;
}
