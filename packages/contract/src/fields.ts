import { z } from 'zod';
import { COIN_CODES, MARKETS } from './coin.ts';

/** Field schemas that several calls share. Objects are strict everywhere: an unknown field is refused. */

export const coinName = z.enum(COIN_CODES).meta({ description: 'Coin code', example: 'USDP' });
export const market = z.enum(MARKETS).meta({ description: 'Market (fiat currency area)', example: 'USD' });

/** A decimal string on the wire; the service parses it with the coin's own number of places. */
export const amount = z
  .string()
  .max(32)
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/)
  .meta({ description: 'Amount as a decimal string', example: '12.50' });

/** Money in an answer: exact, with all of the coin's decimal places; may be negative. */
export const money = z.string().meta({ description: "Amount as a decimal string with all of the coin's places", example: '-12.50' });

/**
 * Characters that nobody sees and that change how a text reads: those that turn its direction, and those without a width. The joiners
 * U+200C and U+200D are not among them, as several scripts and many emoji are written with them.
 */
const HIDDEN = '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
/** A text that people are shown: nothing in it is hidden. */
export const shownText = z.string().regex(new RegExp(`^[^${HIDDEN}]*$`, 'u'));
/** The same on a single line: no line breaks and no other control characters. */
export const shownLine = z.string().regex(new RegExp(`^[^${HIDDEN}\\p{Cc}]*$`, 'u'));

/**
 * The year 0000 is a time to JavaScript and none to PostgreSQL, and the last hours of 9999 are the year 10000 in some time zones. More
 * than nanoseconds nobody reads.
 */
export const instant = z.iso
  .datetime()
  .max('2026-11-21T08:00:00.123456789Z'.length)
  .refine((time) => !/^(0000|9999)/.test(time))
  .meta({ description: 'Time in UTC, RFC 3339', example: '2026-11-21T08:00:00.000Z' });
export const serialNumber = z.string().max(32);
export const merchantId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER).meta({ example: 10000001 });
export const googleCode = z
  .string()
  .regex(/^\d{6}$/)
  .meta({ description: 'Code of the authenticator app, 6 digits' });
export const paymentPassword = z.string().regex(/^\d{6}$/);

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;

const paging = {
  page: z.number().int().min(1).max(1_000_000).default(1),
  page_size: z.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
  /** Continues after the last row of an earlier answer; wins over `page`. */
  cursor: z.string().max(200).optional(),
};

export const sortOrder = z.enum(['asc', 'desc']);

/** A list's input: page, page size, cursor, sort and the list's own filters. */
export function listInput<Shape extends z.ZodRawShape, const Columns extends readonly [string, ...string[]]>(
  sortable: Columns,
  filters: Shape,
) {
  return z.strictObject({
    ...paging,
    sort_by: z.enum(sortable).optional(),
    sort_order: sortOrder.default('desc'),
    ...filters,
  });
}

/** A list's output. `total` counts at most TOTAL_COUNTED_UP_TO rows when `total_is_exact` is false. */
export function listOutput<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    list: z.array(row),
    total: z.number().int(),
    total_is_exact: z.boolean(),
    next_cursor: z.string().nullable(),
  });
}
export const TOTAL_COUNTED_UP_TO = 10_000;

/** A time range: from inclusive, to exclusive. */
export const timeRange = { time_from: instant.optional(), time_to: instant.optional() };

export const empty = z.strictObject({});
/** The data of a call that has nothing to say beyond its code. */
export const nothing = z.null();
