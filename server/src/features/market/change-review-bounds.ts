import type { ParsedInputOf } from '@purser/contract/call';
import { type marketReviewBoundsSet, REVIEW_BOUNDS } from '@purser/contract/features/market';
import { recordOf } from '@purser/contract/terms';
import { z } from 'zod';
import { reviewBounds } from '../../domain/review-bound.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import type { Beyond } from './bounds.ts';
import { beyondContent } from './change-content.ts';
import { lockCoin } from './queries.ts';
import { kindOf, setReviewBound, shownReviewBounds, type ShownReviewBounds } from './review-bounds.ts';

const shown = z.strictObject(recordOf(REVIEW_BOUNDS, () => z.string()));
const content = z.strictObject({ coin_name: z.string(), before: shown, after: shown, why: z.array(beyondContent) });
type Content = z.output<typeof content>;

/** Up to which amount one person approves orders in a coin. One person may lower it; raising it wants two, or the bound would be none. */
export const reviewBoundsChange = boundedChange<ParsedInputOf<typeof marketReviewBoundsSet>, Content>({
  name: 'market.review_bounds',
  content,
  describe: ({ coin_name, before, after }) => factsOf({ coin: coin_name }, before, after, []),
  apply: async (tx, { coin_name, before, after }, by) => {
    const now = await boundsNow(tx, coin_name);
    if (!now || REVIEW_BOUNDS.some((name) => now.shown[name] !== before[name])) throw refuse('terms_changed');
    for (const name of REVIEW_BOUNDS.filter((changed) => after[changed] !== before[changed])) {
      await setReviewBound(tx, { coin: coin_name, kind: kindOf(name), amount: askedAmount(after[name], now.decimals, name) }, by);
    }
  },
  propose: async (tx, { coin_name, ...input }) => {
    const now = await boundsNow(tx, coin_name);
    if (!now) throw refuse('coin_unknown');
    const { decimals, shown: before } = now;
    const asked = recordOf(REVIEW_BOUNDS, (name) => askedAmount(input[name], decimals, name));
    const after = shownReviewBounds((_coin, kind) => asked[`${kind}_bound`], coin_name, decimals);
    const raised = REVIEW_BOUNDS.filter((name) => asked[name] > askedAmount(before[name], decimals, name));
    const why = raised.map((name): Beyond => ({ name, before: before[name], after: after[name], change: null, bound: null }));
    return { coin_name, before, after, why };
  },
});

/** The bounds as they are, of a coin that is locked by this; undefined where there is no such coin. */
async function boundsNow(tx: Tx, code: string): Promise<{ readonly shown: ShownReviewBounds; readonly decimals: number } | undefined> {
  const coin = await lockCoin(tx, code);
  return coin && { shown: shownReviewBounds(await reviewBounds(tx), code, coin.decimals), decimals: coin.decimals };
}
