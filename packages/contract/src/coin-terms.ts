import { z } from 'zod';
import { amount, money } from './fields.ts';
import { LARGEST_COMMISSION_PERCENT } from './referral.ts';
import { FEE_NAMES, LIMITS, recordOf } from './terms.ts';

/** Fees and limits as staff write and read them. */

/** The largest fee that staff may set, in percent. */
const LARGEST_FEE_PERCENT = 20;

/** A fee as a percentage with two decimals. */
export const feeRate = z
  .string()
  .regex(/^(0|[1-9]\d?)(\.\d{1,2})?$/)
  .refine((text) => Number(text) <= LARGEST_FEE_PERCENT)
  .meta({ description: `Percentage, at most ${LARGEST_FEE_PERCENT}`, example: '1.00' });

/** What agents get of fees; none is more than half. */
export const commissionRate = z
  .string()
  .regex(/^(0|[1-9]\d?)(\.\d{1,2})?$/)
  .refine((text) => Number(text) <= LARGEST_COMMISSION_PERCENT)
  .meta({ description: `Percentage, at most ${LARGEST_COMMISSION_PERCENT}`, example: '20.00' });

/** The fees and limits of a coin. Amounts have the coin's decimals; those of USDT have its six. */
export const terms = { ...recordOf(FEE_NAMES, () => feeRate), ...recordOf(LIMITS, () => amount), refund_returns_fee: z.boolean() };
export const shownTerms = { ...recordOf(FEE_NAMES, () => z.string()), ...recordOf(LIMITS, () => money), refund_returns_fee: z.boolean() };
/** A merchant's own; null: as the coin has it. Limits that go together come together, or none of them. */
export const ownTerms = {
  ...recordOf(FEE_NAMES, () => feeRate.nullable()),
  ...recordOf(LIMITS, () => amount.nullable()),
  refund_returns_fee: z.boolean().nullable(),
};

export const shownOwnTerms = {
  ...recordOf(FEE_NAMES, () => z.string().nullable()),
  ...recordOf(LIMITS, () => money.nullable()),
  refund_returns_fee: z.boolean().nullable(),
};

/**
 * What was looked at when it was entered, null where there was nothing: it is refused with `terms_changed` where somebody has changed that since. Left
 * out, it holds whatever that is.
 */
export const seen = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).nullable().optional();
