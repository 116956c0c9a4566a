import { z } from 'zod';
import { COIN_CODE, MOST_DECIMALS } from './coin.ts';
import { tagged } from './field-kind.ts';
import { RECOVERY_CODE } from './recovery-code.ts';

/** Field schemas that several calls share. Objects are strict everywhere: an unknown field is refused. */

/** Which coins and markets there are is the server's to know: it refuses an unknown one with coin_unknown. */
export const coinName = tagged(
  'coin',
  z.string().regex(COIN_CODE).meta({ description: 'Coin code; the calls about coins say which there are', example: 'USDP' }),
);
export const market = z.string().regex(COIN_CODE).meta({ description: 'Market (fiat currency area)', example: 'USD' });
/** Decimal places of a coin. */
export const decimals = z.number().int().min(0).max(MOST_DECIMALS);

/** A decimal string on the wire; the service parses it with the coin's own number of places. */
export const amount = z
  .string()
  .max(32)
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/)
  .meta({ description: 'Amount as a decimal string', example: '12.50' });

/** Money in an answer: exact, with all of the coin's decimal places; may be negative. */
export const money = tagged(
  'money',
  z.string().meta({
    description: "Amount as a decimal string with all of the coin's places; a change that takes away is negative",
    example: '12.50',
  }),
);

/** A decimal number that is no money in the row's coin: an amount in another coin, a rate, a percentage. */
export const decimal = tagged('decimal', z.string());

/**
 * Characters that nobody sees and that change how a text reads: those that turn its direction, and those without a width. The joiners
 * U+200C and U+200D are not among them, as several scripts and many emoji are written with them.
 */
const HIDDEN = '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}';
/** Every one of them, and other control characters than tab and line feed: what is taken out of a pasted text. */
export const HIDDEN_CHARACTERS = new RegExp(`[${HIDDEN}]|[^\\P{Cc}\\t\\n]`, 'gu');
/** A text that people are shown: nothing in it is hidden. */
export const shownText = z.string().regex(new RegExp(`^[^${HIDDEN}]*$`, 'u'));
/** The same on a single line: no line breaks and no other control characters. */
export const shownLine = z.string().regex(new RegExp(`^[^${HIDDEN}\\p{Cc}]*$`, 'u'));

/**
 * The year 0000 is a time to JavaScript and none to PostgreSQL, and the last hours of 9999 are the year 10000 in some time zones. More
 * than nanoseconds nobody reads.
 */
export const instant = tagged(
  'instant',
  z.iso
    .datetime()
    .max('2026-11-21T08:00:00.123456789Z'.length)
    .refine((time) => !/^(0000|9999)/.test(time))
    .meta({ description: 'Time in UTC, RFC 3339', example: '2026-11-21T08:00:00.000Z' }),
);
export const serialNumber = tagged('id', z.string().max(32));
/** A merchant's own number of something. */
export const merchantOrderNumber = z
  .string()
  .regex(/^[\w.:-]{1,64}$/)
  .meta({ description: 'Your order number, unique among your orders', example: 'A-1001' });
export const merchantId = tagged('id', z.number().int().positive().max(Number.MAX_SAFE_INTEGER).meta({ example: 10000001 }));
/** The number of a wallet user, in an answer. */
export const userId = tagged('id', z.number().int());
/** A text that names one thing, in an answer. */
export const idText = tagged('id', z.string());
export const googleCode = z
  .string()
  .regex(/^\d{6}$/)
  .meta({ description: 'Code of the authenticator app, 6 digits' });
/** A code of the authenticator app, or a recovery code in its place. */
export const codeOrRecovery = z.union([
  googleCode,
  z.string().regex(RECOVERY_CODE).meta({ description: 'A recovery code in its place, good once', example: '4F9K-0000-ZZZZ-A1B2' }),
]);
export const paymentPassword = z.string().regex(/^\d{6}$/);

/** Names a file; nobody guesses one. */
export const fileId = tagged('id', z.string().regex(/^[\w-]{30}$/));
/** The file of a multipart body: a browser's `File` is one. */
export interface SentFile {
  readonly name: string;
  /** What its sender says that it is. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}
export const sentFile = z
  .custom<SentFile>((value) => typeof value === 'object' && value !== null && 'name' in value && 'type' in value && 'size' in value)
  .meta({ type: 'string', format: 'binary', description: 'The file itself' });

export const empty = z.strictObject({});
/** The data of a call that has nothing to say beyond its code. */
export const nothing = z.null();
