/**
 * The ways in which payers may pay a merchant, in the order of the bits that they are kept in: what is paid with, how one comes to pay, and whether USDT
 * may be deposited for a payment where the coin's rate floats.
 */
export const CHECKOUT_WAYS = ['balance', 'reward', 'scan', 'app', 'web', 'usdt'] as const;
export type CheckoutWay = (typeof CHECKOUT_WAYS)[number];

/** What is paid with: one of them is always on. */
export const FUNDS = ['balance', 'reward'] as const satisfies readonly CheckoutWay[];
/** How one comes to pay: one of them is always on. */
export const ENTRANCES = ['scan', 'app', 'web'] as const satisfies readonly CheckoutWay[];

export function bitsOfWays(ways: readonly CheckoutWay[]): number {
  return CHECKOUT_WAYS.reduce((bits, way, place) => (ways.includes(way) ? bits | (1 << place) : bits), 0);
}

export function waysOfBits(bits: number): CheckoutWay[] {
  return CHECKOUT_WAYS.filter((_way, place) => (bits & (1 << place)) !== 0);
}

/** As they are where a merchant has set nothing. */
export const ALL_WAYS = bitsOfWays(CHECKOUT_WAYS);
