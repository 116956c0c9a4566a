import { parseAmount } from '@purser/contract/money';
import type { CheckoutTerms } from './api.ts';

type Bounded = Pick<CheckoutTerms, 'decimals' | 'minimum' | 'maximum' | 'order_minimum' | 'order_maximum'>;

/** The limits of a new order: the merchant's own where they lie within what the provider allows, and what the provider allows otherwise. */
export function limitsOf({ decimals, minimum, maximum, order_minimum, order_maximum }: Bounded): {
  readonly minimum: string;
  readonly maximum: string;
} {
  const [least, most] = [minor(order_minimum, decimals), minor(order_maximum, decimals)];
  const isAllowed = (own: string): boolean => minor(own, decimals) >= least && minor(own, decimals) <= most;
  return {
    minimum: minimum !== null && isAllowed(minimum) ? minimum : order_minimum,
    maximum: maximum !== null && isAllowed(maximum) ? maximum : order_maximum,
  };
}

function minor(text: string, decimals: number): bigint {
  const parsed = parseAmount(text, decimals);
  return typeof parsed === 'bigint' ? parsed : 0n;
}
