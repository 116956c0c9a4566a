import { placesOf } from '@purser/contract/money';
import type { ReviewedOrder } from '../review-dialog.tsx';

/** What comes under one label, over all orders: an amount for each coin, in the order in which coins first came. */
export interface Total {
  readonly label: string;
  readonly strong: boolean;
  readonly amounts: readonly { readonly coin: string; readonly amount: string }[];
}

/** The figures of orders under each label, added up exactly. Amounts are not negative. */
export function totalsOf(orders: readonly Pick<ReviewedOrder, 'figures'>[]): Total[] {
  const totals = new Map<string, { strong: boolean; amounts: Map<string, string> }>();
  for (const { label, amount, coin, strong = false } of orders.flatMap(({ figures }) => figures)) {
    const total = totals.get(label) ?? { strong, amounts: new Map<string, string>() };
    totals.set(label, total);
    total.amounts.set(coin, added(total.amounts.get(coin), amount));
  }
  return [...totals].map(([label, { strong, amounts }]) => ({
    label,
    strong,
    amounts: [...amounts].map(([coin, amount]) => ({ coin, amount })),
  }));
}

/** The sum of two decimal strings, with as many places as the finer one has. */
function added(one: string | undefined, other: string): string {
  if (one === undefined) return other;
  const places = Math.max(placesOf(one), placesOf(other));
  const digits = (minorOf(one, places) + minorOf(other, places)).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function minorOf(amount: string, places: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}
