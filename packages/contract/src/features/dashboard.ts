import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, market, money } from '../fields.ts';

const figures = z.strictObject({
  orders_created: z.number().int(),
  /** Of those created: how many have ended, and how many of these by being paid. */
  orders_ended: z.number().int(),
  orders_succeeded: z.number().int(),
  orders_paid: z.number().int(),
  /** Half of those paid took no longer than this from their creation, in seconds; null where none was paid. */
  median_seconds_to_pay: z.number().int().nullable(),
  payers: z.number().int(),
  amount_paid: money,
  handling_fee: money,
  settlement_amount: money,
  transferred_in: money,
  transferred_out: money,
  /** What users asked to withdraw and what was to be recharged, unless it was rejected or cancelled: how many, and their sum. */
  withdrawals: z.number().int(),
  amount_withdrawn: money,
  recharges: z.number().int(),
  amount_recharged: money,
});

export const dashboardStats = call({
  path: '/v1/merchant/dashboard/stats',
  caller: 'merchant',
  summary: "A market's figures of today and of yesterday up to the same time of day, and the last 30 days",
  input: z.strictObject({
    /** Unless it is named: where money came in last, or else the first of the merchant's. */
    market: market.optional(),
    time_zone: z.string().max(64).default('UTC'),
  }),
  output: z.strictObject({
    market,
    coin_name: coinName,
    available_asset: money,
    today: figures,
    yesterday: figures,
    days: z.array(
      z.strictObject({
        day: z.string(),
        orders_created: z.number().int(),
        orders_paid: z.number().int(),
        amount_paid: money,
        settlement_amount: money,
      }),
    ),
  }),
  errors: ['market_not_enabled'],
});
