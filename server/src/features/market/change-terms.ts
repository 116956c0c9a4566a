import type { ParsedInputOf } from '@purser/contract/call';
import type { marketTermsSet } from '@purser/contract/features/market';
import { formatRate } from '@purser/contract/money';
import { COMMISSION_NAME, FEE_NAMES } from '@purser/contract/terms';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { z } from 'zod';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { announce } from '../../platform/streams/hub.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import { type Beyond, beyondBound } from './bounds.ts';
import { arrivesOf100, beyondContent, shownTermsContent, termTexts } from './change-content.ts';
import { boundsOf, noteTermsChange, paidHistory, termsHistory, type WhoseTerms } from './history.ts';
import { lockCoin } from './queries.ts';
import { columnOf, type Fees, type OwnTerms, readTerms, shownTerms, TERM_COLUMNS } from './terms.ts';

const shown = z.strictObject({ symbol: z.string(), ...shownTermsContent });
const content = z.strictObject({
  coin_name: z.string(),
  /** Of the terms, as they were when this was entered. */
  version: z.number().int(),
  before: shown,
  after: shown,
  why: z.array(beyondContent),
});
type Content = z.output<typeof content>;

/** A coin's fees and limits, for every merchant without terms of its own. */
export const termsChange = boundedChange<ParsedInputOf<typeof marketTermsSet>, Content>({
  name: 'market.terms',
  content,
  describe: ({ coin_name, before, after, why }) =>
    factsOf(
      { coin: coin_name, arrives_of_100: arrivesOf100(before.payment_fee_rate, after.payment_fee_rate) },
      { symbol: before.symbol, ...termTexts(before) },
      { symbol: after.symbol, ...termTexts(after) },
      why,
    ),
  apply: async (tx, { coin_name, version, after }, by) => {
    const coin = await lockCoin(tx, coin_name);
    if (!coin || (await termsHistory(tx, everybodys(coin_name))).version !== version) throw refuse('terms_changed');
    const terms = readTerms(after, coin.decimals);
    const columns = TERM_COLUMNS.map((column, place) => `${column} = $${place + 3}`).join(', ');
    await tx.query(`update coin set symbol = $2, ${columns} where code = $1`, [
      coin_name,
      after.symbol,
      ...TERM_COLUMNS.map((column) => terms[column]),
    ]);
    await noteTermsChange(tx, { ...everybodys(coin_name), version }, { before: coin, after: terms }, by);
    await announce(tx, { coins: true });
  },
  propose: async (tx, input) => {
    const coin = await lockCoin(tx, input.coin_name);
    if (!coin) throw refuse('coin_unknown');
    const { decimals, symbol } = coin;
    const terms = readTerms(input, decimals);
    const { version, why } = await feesBeyond(tx, everybodys(coin.code), null, coin, terms);
    return {
      coin_name: coin.code,
      version,
      before: { symbol, ...shownTerms(coin) },
      after: { symbol: input.symbol, ...shownTerms({ ...terms, decimals }) },
      why,
    };
  },
});

/**
 * What of a change of fees is beyond the bound, and the version of the terms that it starts from.
 *
 * @param own what a merchant or a kind has of its own before the change; null where the coin's change
 */
export async function feesBeyond(
  tx: Tx,
  whose: WhoseTerms,
  own: OwnTerms | null,
  before: Fees,
  after: Fees,
): Promise<{ version: number; why: Beyond[] }> {
  const [{ fee_bp }, { version, earlier }] = [await boundsOf(tx), await paidHistory(tx, whose, own)];
  const why = FEE_NAMES.flatMap((name) => {
    const column = columnOf(name);
    const [now, fee] = [before[column], after[column]];
    const beyond = fee === now ? undefined : beyondBound(name, [now, ...earlier[column]].map(formatRate), formatRate(fee), fee_bp);
    return beyond ?? [];
  });
  return { version, why };
}

/** The same of the commission of agents, which is nothing unless it is set. */
export async function commissionBeyond(tx: Tx, whose: WhoseTerms, before: number | null, after: number | null): Promise<Beyond[]> {
  const [now, share] = [before ?? 0, after ?? 0];
  if (now === share) return [];
  const [{ fee_bp }, { earlierCommissions }] = [await boundsOf(tx), await termsHistory(tx, whose)];
  const beyond = beyondBound(COMMISSION_NAME, [now, ...earlierCommissions].map(formatRate), formatRate(share), fee_bp);
  return beyond ? [beyond] : [];
}

function everybodys(coin: string) {
  return { ownerId: PROVIDER_OWNER_ID, coin };
}
