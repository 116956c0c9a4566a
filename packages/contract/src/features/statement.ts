import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, instant, money } from '../fields.ts';
import { TRANSACTION_TYPES } from './fund-flow.ts';

/** A month of the merchant's time zone: "2026-11". */
export const statementMonth = z
  .string()
  .regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/)
  .meta({ description: 'Month', example: '2026-11' });

/** Months of one answer. */
export const STATEMENT_MONTHS_AT_ONCE = 24;
/** Entries that a statement's PDF lists; the CSV file has all of them. */
export const STATEMENT_PDF_ENTRIES = 1_000;
export const STATEMENT_FORMATS = ['pdf', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

const timeZone = z.string().max(64).default('UTC').meta({
  description: "IANA name of the zone whose months are meant while the merchant's account names none",
  example: 'Asia/Ho_Chi_Minh',
});

/** What an account holds at a moment. */
const balance = z.strictObject({ available: money, frozen: money, pending: money });
export type StatementBalance = z.output<typeof balance>;

const standing = {
  month: statementMonth,
  coin_name: coinName,
  /** The first moment that belongs to the month, and the first one that does not any more. */
  from: instant,
  to: instant,
  /** Whether the month is over, and with it what the statement says. */
  is_complete: z.boolean(),
  /** Until when it says what was booked: the end of the month, or the moment of the answer. */
  as_of: instant,
  entries: z.number().int(),
  opening: balance,
  closing: balance,
};

export const statementMonths = call({
  path: '/v1/merchant/statement/months',
  caller: 'merchant',
  summary: 'The months of a coin that there are statements of, newest first: balances at both ends and how many entries lie between',
  input: z.strictObject({
    /** The one with most entries unless given. */
    coin_name: coinName.optional(),
    time_zone: timeZone,
    /** Begins with the month before this one. */
    before: statementMonth.optional(),
  }),
  output: z.strictObject({
    /** The merchant's coins, the one with most entries first. */
    coins: z.array(coinName),
    /** Null while the merchant has no account. */
    coin_name: coinName.nullable(),
    /** The zone whose months these are. */
    time_zone: z.string(),
    list: z.array(z.strictObject(standing)),
    has_more: z.boolean(),
  }),
  errors: ['statement_unknown'],
});

const which = { coin_name: coinName, month: statementMonth, time_zone: timeZone };

export const statementDetail = call({
  path: '/v1/merchant/statement/detail',
  caller: 'merchant',
  summary: "A month's statement in one coin without its entries: balances, and sums by transaction type",
  input: z.strictObject(which),
  output: z.strictObject({
    ...standing,
    time_zone: z.string(),
    sums: z.array(
      z.strictObject({
        transaction_type: z.enum(TRANSACTION_TYPES),
        count: z.number().int(),
        amount_in: money,
        amount_out: money,
        charge: money,
      }),
    ),
    amount_in: money,
    amount_out: money,
    charge: money,
  }),
  errors: ['statement_unknown'],
});

export const statementExport = call({
  path: '/v1/merchant/statement/export',
  caller: 'merchant',
  answer: 'file',
  summary: `A month's statement in one coin as a file: CSV with every entry, streamed, or PDF with the first ${STATEMENT_PDF_ENTRIES}`,
  input: z.strictObject({ ...which, format: z.enum(STATEMENT_FORMATS) }),
  output: z.unknown(),
  errors: ['statement_unknown', 'busy'],
});
