import type { OutputOf } from '@purser/contract/call';
import { beyond, type marketMerchantTerms } from '@purser/contract/features/market';
import { feeOf, formatAmount, parseAmount } from '@purser/contract/money';
import { FEE_NAMES, LIMITS, recordOf } from '@purser/contract/terms';
import { z } from 'zod';

/** Parts of what is kept of a change until a second person approves it. */

export const beyondContent = beyond;

/** Fees and limits as they are shown. */
export const shownTermsContent = {
  ...recordOf(FEE_NAMES, () => z.string()),
  ...recordOf(LIMITS, () => z.string()),
  refund_returns_fee: z.boolean(),
};

/** A merchant's own. */
export const shownOwnTermsContent = {
  ...recordOf(FEE_NAMES, () => z.string().nullable()),
  ...recordOf(LIMITS, () => z.string().nullable()),
  refund_returns_fee: z.boolean().nullable(),
};

type Shown = OutputOf<typeof marketMerchantTerms>['list'][number]['own'];

/** Terms as facts: a switch in a word. */
export function termTexts({ refund_returns_fee, ...terms }: Shown): Record<string, string | null> {
  return { ...terms, refund_returns_fee: refund_returns_fee === null ? null : refund_returns_fee ? 'on' : 'off' };
}

/** What arrives of a payment of 100.00 under the fee of before and of after: "99.00 → 97.50". */
export function arrivesOf100(before: string, after: string): string {
  return `${arrives(before)} → ${arrives(after)}`;
}

function arrives(feeRate: string): string {
  const basisPoints = parseAmount(feeRate, 2);
  return typeof basisPoints === 'string' ? '–' : formatAmount(10_000n - feeOf(10_000n, Number(basisPoints)), 2);
}
