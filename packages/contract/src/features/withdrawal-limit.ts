import { z } from 'zod';
import { call } from '../call.ts';
import { amount, coinName, empty, instant, money } from '../fields.ts';

/** Up to what withdrawals of a coin are approved by themselves: the exemption quota. */
export const withdrawalLimit = z.strictObject({
  coin_name: coinName,
  is_on: z.boolean(),
  /** The most that one withdrawal may be; null while nothing was set. */
  single_limit: money.nullable(),
  /** The most that they may be together in a day; null while nothing was set. */
  day_limit: money.nullable(),
  /** The most that they may be together in an hour of the clock; null for no bound. */
  hour_limit: money.nullable(),
  /** How many there may be in a day, and in an hour of the clock; null for no bound. */
  day_count: z.number().int().nullable(),
  hour_count: z.number().int().nullable(),
  /** The day that `used_today` is about, which begins at midnight in the merchant's time zone, in UTC where none is set. */
  day: z.iso.date(),
  used_today: money,
  count_today: z.number().int(),
  update_time: instant.nullable(),
});

export const withdrawalLimitQuery = call({
  path: '/v1/merchant/withdrawal_limit/query',
  caller: 'merchant',
  summary: 'The withdrawal exemption quota of every coin: withdrawals within it need no review',
  input: empty,
  output: z.strictObject({ list: z.array(withdrawalLimit) }),
});

const mostCounted = z.number().int().min(1).max(1_000_000).nullable();

export const withdrawalLimitUpdate = call({
  path: '/v1/merchant/withdrawal_limit/update',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: "Changes a coin's withdrawal exemption quota; bounds by hour and by number that are left out stay as they are, null lifts them",
  input: z.strictObject({
    coin_name: coinName,
    is_on: z.boolean(),
    single_limit: amount,
    day_limit: amount,
    hour_limit: amount.nullable().optional(),
    day_count: mostCounted.optional(),
    hour_count: mostCounted.optional(),
  }),
  output: withdrawalLimit,
  errors: ['coin_unknown', 'market_not_enabled', 'day_limit_too_low'],
  fields: { coin_unknown: 'coin_name', market_not_enabled: 'coin_name', day_limit_too_low: 'day_limit' },
});
