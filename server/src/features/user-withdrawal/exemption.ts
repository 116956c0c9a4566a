import type { ManualBecause } from '@purser/contract/features/user-withdrawal';

/** What withdrawals came to within a span, in minor units. */
export interface Use {
  readonly amount: bigint;
  readonly orders: number;
}

/** A merchant's exemption quota in one coin, with what of it is used; amounts in minor units, null for no bound. */
export interface Exemption {
  readonly is_on: boolean;
  readonly single_limit: bigint;
  readonly day_limit: bigint;
  readonly hour_limit: bigint | null;
  readonly day_count: number | null;
  readonly hour_count: number | null;
  readonly day: Use;
  readonly hour: Use;
}

/** Why a withdrawal is not approved by itself: every reason there is; none when it is. */
export function whyManual(exemption: Exemption | undefined, amount: bigint): ManualBecause[] {
  if (!exemption) return ['no_limit'];
  if (!exemption.is_on) return ['limit_off'];
  const { single_limit, day_limit, hour_limit, day_count, hour_count, day, hour } = exemption;
  const reasons: readonly (readonly [ManualBecause, boolean])[] = [
    ['single_limit', amount > single_limit],
    ['day_limit', day.amount + amount > day_limit],
    ['hour_limit', hour_limit !== null && hour.amount + amount > hour_limit],
    ['day_count', day_count !== null && day.orders + 1 > day_count],
    ['hour_count', hour_count !== null && hour.orders + 1 > hour_count],
  ];
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
}

/** The quota as it is once one more withdrawal was approved by itself. */
export function afterUse(exemption: Exemption, amount: bigint): Exemption {
  const more = (use: Use): Use => ({ amount: use.amount + amount, orders: use.orders + 1 });
  return { ...exemption, day: more(exemption.day), hour: more(exemption.hour) };
}
