import type { ParsedInputOf } from '@purser/contract/call';
import type { marketBoundsSet } from '@purser/contract/features/market';
import { z } from 'zod';
import { refuse } from '../../platform/http/refusal.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import type { Beyond } from './bounds.ts';
import { beyondContent } from './change-content.ts';
import { boundsOf, setBounds, shownBounds } from './history.ts';
import { basisPointsOf } from './terms.ts';

const shown = z.strictObject({ fee_bound: z.string(), rate_bound: z.string() });
const content = z.strictObject({ version: z.number().int(), before: shown, after: shown, why: z.array(beyondContent) });
type Content = z.output<typeof content>;

/** How far one person may change a fee or rate. One person may lower that; raising it wants two, or the bound would be none. */
export const boundsChange = boundedChange<ParsedInputOf<typeof marketBoundsSet>, Content>({
  name: 'market.bounds',
  content,
  describe: ({ before, after }) => factsOf({}, before, after, []),
  apply: async (tx, { version, after }, by) => {
    if ((await boundsOf(tx)).version !== version) throw refuse('terms_changed');
    if (!(await setBounds(tx, { version, ...readBounds(after) }, by))) throw refuse('terms_changed');
  },
  propose: async (tx, input) => {
    const now = await boundsOf(tx);
    const [before, after] = [shownBounds(now), shownBounds(readBounds(input))];
    const raised = (['fee_bound', 'rate_bound'] as const).filter((name) => Number(after[name]) > Number(before[name]));
    const why = raised.map((name): Beyond => ({ name, before: before[name], after: after[name], change: null, bound: null }));
    return { version: now.version, before, after, why };
  },
});

function readBounds({ fee_bound, rate_bound }: z.output<typeof shown>) {
  return { fee_bp: basisPointsOf('fee_bound', fee_bound), rate_bp: basisPointsOf('rate_bound', rate_bound) };
}
