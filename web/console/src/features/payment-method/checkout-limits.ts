import { parseAmount } from '@purser/contract/money';
import type { CheckoutTerms } from './api.ts';

type Bounded = Pick<CheckoutTerms, 'decimals' | 'minimum' | 'maximum' | 'order_minimum' | 'order_maximum'>;

/** The limits of a new order: the narrower of the merchant's own and of what the provider allows. */
export function limitsOf({ decimals, minimum, maximum, order_minimum, order_maximum }: Bounded): {
  readonly minimum: string;
  readonly maximum: string;
} {
  const isMore = (one: string, other: string): boolean => minor(one, decimals) > minor(other, decimals);
  return {
    minimum: minimum !== null && isMore(minimum, order_minimum) ? minimum : order_minimum,
    maximum: maximum !== null && isMore(order_maximum, maximum) ? maximum : order_maximum,
  };
}

function minor(text: string, decimals: number): bigint {
  const parsed = parseAmount(text, decimals);
  return typeof parsed === 'bigint' ? parsed : 0n;
}
