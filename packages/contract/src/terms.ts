/**
 * The terms of a coin: its fees, its limits, and whether a refund gives the fee back. This is the one list of them; the calls of staff, their
 * forms and what is stored are made of it.
 */

/** What a fee is taken from. */
export const FEES = [
  'payment',
  'transfer',
  'user_withdrawal',
  'adjustment',
  'usdt_recharge',
  'usdt_withdrawal',
  'fiat_withdrawal',
] as const;
type Fee = (typeof FEES)[number];
/** As it is read and written: in percent. */
export type FeeName = `${Fee}_fee_rate`;
export const FEE_NAMES = FEES.map((fee) => `${fee}_fee_rate` as const);
/** As it is stored: in basis points. */
export type FeeColumn = `${Fee}_fee_bp`;
export const FEE_COLUMNS = FEES.map((fee) => `${fee}_fee_bp` as const);

export const LIMITS = [
  'transfer_minimum',
  'order_minimum',
  'order_maximum',
  'usdt_recharge_minimum',
  'usdt_withdrawal_minimum',
  'usdt_withdrawal_maximum',
  'usdt_withdrawal_day_maximum',
  'fiat_withdrawal_minimum',
] as const;
export type LimitName = (typeof LIMITS)[number];

/** Limits that go together, none above the next. A merchant has all of a chain of its own, or none. */
export const LIMIT_CHAINS = [
  ['order_minimum', 'order_maximum'],
  ['usdt_withdrawal_minimum', 'usdt_withdrawal_maximum', 'usdt_withdrawal_day_maximum'],
] as const satisfies readonly (readonly LimitName[])[];

/** What of the terms wallet users pay, and are bound by: this much of them is set for each of their kinds. */
export const USER_FEES = ['usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'] as const satisfies readonly Fee[];
export const USER_FEE_NAMES = USER_FEES.map((fee) => `${fee}_fee_rate` as const);
export const USER_LIMITS = [
  'usdt_recharge_minimum',
  'usdt_withdrawal_minimum',
  'usdt_withdrawal_maximum',
  'usdt_withdrawal_day_maximum',
  'fiat_withdrawal_minimum',
] as const satisfies readonly LimitName[];

/** The share that agents get of the fees of users whom they referred: in percent on the wire, in basis points as it is stored. */
export const COMMISSION_NAME = 'commission_rate';
export const COMMISSION_COLUMN = 'commission_bp';

/** Whether a limit is counted in USDT, whatever the coin. */
export function isInUsdt(limit: LimitName): boolean {
  return limit.startsWith('usdt_');
}

/** A record with a value for each name. */
export function recordOf<Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;
}
