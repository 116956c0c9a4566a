import type { ParsedInputOf } from '@purser/contract/call';
import type { marketRateSet } from '@purser/contract/features/market';
import { z } from 'zod';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { announce } from '../../platform/streams/hub.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import { type Beyond, beyondBound } from './bounds.ts';
import { beyondContent } from './change-content.ts';
import { addRate, boundsOf, rateHistory } from './history.ts';
import { lockCoin } from './queries.ts';

const content = z.strictObject({
  coin_name: z.string(),
  /** Of the rate, as it was when this was entered. */
  version: z.number().int(),
  before: z.strictObject({ rate: z.string().nullable() }),
  after: z.strictObject({ rate: z.string() }),
  why: z.array(beyondContent),
});
type Content = z.output<typeof content>;

/** What one USDT is worth in a coin. A first rate has nothing that it could be measured by: one person sets it. */
export const rateChange = boundedChange<ParsedInputOf<typeof marketRateSet>, Content>({
  name: 'market.rate',
  content,
  describe: ({ coin_name, before, after, why }) => factsOf({ coin: coin_name }, before, after, why),
  apply: async (tx, { coin_name, version, after }, by) => {
    const coin = await lockCoin(tx, coin_name);
    if (!coin || (await rateHistory(tx, coin_name)).version !== version) throw refuse('terms_changed');
    await addRate(tx, coin_name, after.rate, by);
    await announce(tx, { coins: true });
  },
  propose: async (tx, { coin_name, rate }) => {
    if (!(await lockCoin(tx, coin_name))) throw refuse('coin_unknown');
    const { version, before, why } = await rateBeyond(tx, coin_name, rate);
    return { coin_name, version, before: { rate: before }, after: { rate }, why };
  },
});

/** Whether a change of a coin's rate is beyond the bound, and what it starts from. */
export async function rateBeyond(tx: Tx, coin: string, after: string): Promise<{ version: number; before: string | null; why: Beyond[] }> {
  const [{ rate_bp }, { version, rate, rates }] = [await boundsOf(tx), await rateHistory(tx, coin)];
  const beyond = beyondBound('rate', rates, after, rate_bp);
  return { version, before: rate, why: beyond ? [beyond] : [] };
}
