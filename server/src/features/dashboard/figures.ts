import { PAYERS_COUNTED_UP_TO, PRODUCTS_SHOWN } from '@purser/contract/features/dashboard';
import { classOf, median } from './pay-classes.ts';

/** What a range of time comes to, such that those of ranges that follow each other can be put together. Money in minor units. */
export interface Sums {
  readonly orders_created: bigint;
  readonly orders_ended: bigint;
  readonly orders_succeeded: bigint;
  readonly orders_paid: bigint;
  readonly amount_paid: bigint;
  readonly handling_fee: bigint;
  /** How many orders were paid within each class of seconds. */
  readonly pay_times: ReadonlyMap<number, bigint>;
  /** The smallest hashes of the payers, ascending. */
  readonly payers: readonly number[];
  readonly products: ReadonlyMap<string, Product>;
  /** Whether products were left out. */
  readonly products_cut: boolean;
  readonly transferred_in: bigint;
  readonly transferred_out: bigint;
  readonly withdrawals: bigint;
  readonly amount_withdrawn: bigint;
  readonly recharges: bigint;
  readonly amount_recharged: bigint;
}

interface Product {
  readonly count: bigint;
  readonly amount: bigint;
}

export const NO_SUMS: Sums = {
  orders_created: 0n,
  orders_ended: 0n,
  orders_succeeded: 0n,
  orders_paid: 0n,
  amount_paid: 0n,
  handling_fee: 0n,
  pay_times: new Map(),
  payers: [],
  products: new Map(),
  products_cut: false,
  transferred_in: 0n,
  transferred_out: 0n,
  withdrawals: 0n,
  amount_withdrawn: 0n,
  recharges: 0n,
  amount_recharged: 0n,
};

/** As many hashes are kept of a range: one more than are counted exactly. */
export const HASHES_KEPT = PAYERS_COUNTED_UP_TO + 1;
/** A hash is below this. */
export const HASH_RANGE = 2 ** 48;
/** As many descriptions are kept of an hour or a day. */
export const PRODUCTS_KEPT = 64;

const COUNTS = [
  'orders_created',
  'orders_ended',
  'orders_succeeded',
  'orders_paid',
  'amount_paid',
  'handling_fee',
  'transferred_in',
  'transferred_out',
  'withdrawals',
  'amount_withdrawn',
  'recharges',
  'amount_recharged',
] as const satisfies readonly (keyof Sums)[];

/** Puts ranges together that have no moment in common. */
export function together(parts: readonly Sums[]): Sums {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0n)])) as Pick<
    Sums,
    (typeof COUNTS)[number]
  >;
  const pay_times = new Map<number, bigint>();
  const products = new Map<string, Product>();
  for (const part of parts) {
    for (const [bucket, count] of part.pay_times) pay_times.set(bucket, (pay_times.get(bucket) ?? 0n) + count);
    for (const [name, { count, amount }] of part.products) {
      const before = products.get(name) ?? { count: 0n, amount: 0n };
      products.set(name, { count: before.count + count, amount: before.amount + amount });
    }
  }
  return {
    ...counts,
    pay_times,
    products,
    payers: smallest(parts.map((part) => part.payers)),
    products_cut: parts.some((part) => part.products_cut),
  };
}

/** The smallest of all, each once and ascending, as they are in every list. */
function smallest(lists: readonly (readonly number[])[]): readonly number[] {
  let least: readonly number[] = [];
  for (const list of lists) if (list.length > 0) least = least.length === 0 ? list : smallestOfTwo(least, list);
  return least;
}

/** Of ranges of months these are some hundred lists of a thousand each: they are gone through side by side, and not sorted again. */
function smallestOfTwo(ones: readonly number[], others: readonly number[]): number[] {
  const least: number[] = [];
  let [here, there] = [0, 0];
  while (least.length < HASHES_KEPT && here < ones.length && there < others.length) {
    const one = ones[here] ?? 0;
    const other = others[there] ?? 0;
    least.push(one < other ? one : other);
    if (one <= other) here += 1;
    if (other <= one) there += 1;
  }
  const rest = here < ones.length ? ones.slice(here) : others.slice(there);
  return [...least, ...rest.slice(0, HASHES_KEPT - least.length)];
}

/**
 * How many different payers there were. Up to the number that is kept they are counted. Of more, the hashes that are kept are the smallest
 * of so many evenly spread ones: how far they reach says how many there are, to some percent.
 */
export function payersOf({ payers }: Pick<Sums, 'payers'>): { count: number; estimated: boolean } {
  const last = payers.at(-1);
  if (payers.length < HASHES_KEPT || last === undefined) return { count: payers.length, estimated: false };
  return { count: Math.round((HASHES_KEPT - 1) / (last / HASH_RANGE)), estimated: true };
}

/** Half of the orders that were paid took no longer, in seconds. */
export function medianToPay({ pay_times }: Pick<Sums, 'pay_times'>): number | null {
  return median(pay_times);
}

/** Those for which most was paid, most first. */
export function bestProducts(products: Sums['products'], most = PRODUCTS_SHOWN): (Product & { name: string })[] {
  return Array.from(products, ([name, product]) => ({ name, ...product }))
    .toSorted((one, other) => compare(other.amount, one.amount) || compare(other.count, one.count) || (one.name < other.name ? -1 : 1))
    .slice(0, most);
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}

/** Seconds as the database counted them, by their classes. */
export function payTimesOf(seconds: readonly number[], counts: readonly bigint[]): Map<number, bigint> {
  const times = new Map<number, bigint>();
  for (const [index, second] of seconds.entries()) {
    const bucket = classOf(second);
    times.set(bucket, (times.get(bucket) ?? 0n) + (counts[index] ?? 0n));
  }
  return times;
}
