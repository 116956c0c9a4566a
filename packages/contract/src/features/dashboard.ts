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

const timeZone = z.string().max(64).default('UTC');

export const dashboardStats = call({
  path: '/v1/merchant/dashboard/stats',
  caller: 'merchant',
  summary: "A market's figures of today and of yesterday up to the same time of day, and the last 30 days",
  input: z.strictObject({
    /** Unless it is named: where money came in last, or else the first of the merchant's. */
    market: market.optional(),
    time_zone: timeZone,
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

/** Ranges that have a name; each ends now or, of yesterday, at midnight. */
export const DASHBOARD_PERIODS = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'last_90_days', 'this_month', 'own'] as const;
/** What a range is compared with: the equal one before it, or the same days a year before. */
export const DASHBOARD_COMPARISONS = ['previous', 'year_before'] as const;
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];
export type DashboardComparison = (typeof DASHBOARD_COMPARISONS)[number];
/** The days of a range of one's own. */
export const MOST_DASHBOARD_DAYS = 366;
/** A longer range is told by the month. */
export const MOST_DAYS_ON_CHART = 92;
/** Up to this many different payers are counted exactly in a range that is summed up; more are estimated. */
export const PAYERS_COUNTED_UP_TO = 1023;
export const PRODUCTS_SHOWN = 10;

const localDay = z.iso
  .date()
  .refine((day) => !/^(0000|9999)/.test(day))
  .meta({ description: 'A day of the time zone', example: '2026-11-21' });

const periodFields = {
  period: z.enum(DASHBOARD_PERIODS).default('today'),
  /** The first and the last day of a range of one's own. */
  first_day: localDay.optional(),
  last_day: localDay.optional(),
  compare: z.enum(DASHBOARD_COMPARISONS).default('previous'),
  time_zone: timeZone,
};

/** The days that are told of. */
const daysTold = {
  first_day: z.string(),
  last_day: z.string(),
  before_first_day: z.string(),
  before_last_day: z.string(),
  /** Whether the last day is today: it is told up to now, and what it is compared with up to the same time of day. */
  until_now: z.boolean(),
};

export const dashboardRange = call({
  path: '/v1/merchant/dashboard/range',
  caller: 'merchant',
  summary: "A market's figures of a range of days and of another that it is compared with, its days, and what sold best by description",
  input: z.strictObject({ market: market.optional(), ...periodFields }),
  output: z.strictObject({
    market,
    coin_name: coinName,
    available_asset: money,
    ...daysTold,
    range: figures,
    before: figures,
    /** Whether there were so many payers that their number is estimated, to some percent. */
    payers_estimated: z.boolean(),
    unit: z.enum(['day', 'month']),
    days: z.array(z.strictObject({ day: z.string(), orders_paid: z.number().int(), amount_paid: money, settlement_amount: money })),
    /** The descriptions of orders for which most was paid; an empty one is of orders without. */
    products: z.array(z.strictObject({ description: z.string(), orders_paid: z.number().int(), amount_paid: money })),
    /** False where there were so many descriptions within an hour that those of small sums were left out: each has at least what is told. */
    products_complete: z.boolean(),
  }),
  errors: ['market_not_enabled'],
});

const converted = z.strictObject({
  orders_created: z.number().int(),
  orders_paid: z.number().int(),
  amount_paid: money,
  handling_fee: money,
  settlement_amount: money,
  amount_withdrawn: money,
  amount_recharged: money,
});

export const dashboardMarkets = call({
  path: '/v1/merchant/dashboard/markets',
  caller: 'merchant',
  summary: 'The figures of every market of the merchant beside each other, and what they come to at the rates of now',
  input: z.strictObject(periodFields),
  output: z.strictObject({
    ...daysTold,
    markets: z.array(
      z.strictObject({
        market,
        coin_name: coinName,
        available_asset: money,
        /** Coins for one of the total's; null where there is none now. */
        rate: z.string().nullable(),
        range: figures,
        before: figures,
        payers_estimated: z.boolean(),
      }),
    ),
    /** Every market that has a rate, exchanged at the rates of now, also what is long past; null where none has. */
    total: z
      .strictObject({
        coin_name: coinName,
        available_asset: money,
        range: converted,
        before: converted,
        /** Not in it, for want of a rate. */
        without_rate: z.array(market),
      })
      .nullable(),
  }),
  errors: [],
});
