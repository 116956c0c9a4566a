import { z } from 'zod';

/** How far a fee or rate may be changed by one person, in percent of what it was. */
export const boundRate = z
  .string()
  .regex(/^(0|[1-9]\d?|100)(\.\d{1,2})?$/)
  .refine((text) => Number(text) <= 100)
  .meta({ description: 'Percentage, at most 100', example: '20.00' });

/** Why what a feed answered was of no use. */
export const FEED_PROBLEMS = ['timeout', 'connection', 'address_refused', 'redirect', 'status', 'too_large', 'no_number'] as const;
export type FeedProblem = (typeof FEED_PROBLEMS)[number];

/** What a floating rate follows. */
export const rateFeed = {
  address: z.url({ protocol: /^https?$/ }).max(500),
  /** Where in the answer the number stands: a JSON pointer (RFC 6901). */
  pointer: z
    .string()
    .max(200)
    .regex(/^(\/[^\s/]*)*$/)
    .meta({ description: 'JSON pointer', example: '/data/USDT/price' }),
  /** Taken off where USDT comes in, and put on where it goes out. */
  spread_rate: z
    .string()
    .regex(/^(0|[1-9]\d?)(\.\d{1,2})?$/)
    .refine((text) => Number(text) <= 50)
    .meta({ description: 'Percentage, at most 50', example: '0.50' }),
  every_s: z.number().int().min(5).max(3600),
  /** After so long without a rate nothing is exchanged any more. */
  stale_after_s: z.number().int().max(86_400),
  /** What is farther from the last rate than this waits for staff. */
  jump_rate: boundRate,
};
