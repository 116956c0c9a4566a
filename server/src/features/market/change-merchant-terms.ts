import type { ParsedInputOf } from '@purser/contract/call';
import type { marketMerchantTermsSet } from '@purser/contract/features/market';
import { FEE_NAMES } from '@purser/contract/terms';
import { z } from 'zod';
import { refuse } from '../../platform/http/refusal.ts';
import { announce } from '../../platform/streams/hub.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import { arrivesOf100, beyondContent, shownOwnTermsContent, shownTermsContent, termTexts } from './change-content.ts';
import { feesBeyond } from './change-terms.ts';
import { noteTermsChange, termsHistory } from './history.ts';
import { lockCoin, lockMerchant, ownTermsOf, saveOwnTerms } from './queries.ts';
import { paidFees, readOwnTerms, shownOwnTerms, shownTerms } from './terms.ts';

const own = z.strictObject(shownOwnTermsContent);
const content = z.strictObject({
  name: z.string(),
  coin_name: z.string(),
  /** Of the merchant's own terms, as they were when this was entered. */
  version: z.number().int(),
  before: own,
  after: own,
  /** The coin's, which hold where the merchant has none of its own. */
  usual: z.strictObject(shownTermsContent),
  why: z.array(beyondContent),
});
type Content = z.output<typeof content>;

/** A merchant's own fees and limits of a coin. What counts for the bound is what the merchant pays, by its own terms or the coin's. */
export const merchantTermsChange = boundedChange<ParsedInputOf<typeof marketMerchantTermsSet>, Content>({
  name: 'market.merchant_terms',
  content,
  // The coin is locked as well: its own fees stay what the change is measured by.
  acrossOwners: true,
  describe: ({ name, coin_name, before, after, usual, why }, ownerId) => {
    const fee = (terms: z.output<typeof own>) => terms.payment_fee_rate ?? usual.payment_fee_rate;
    const head = { merchant_id: String(ownerId), name, coin: coin_name, arrives_of_100: arrivesOf100(fee(before), fee(after)) };
    return factsOf(head, withUsual(before, usual), withUsual(after, usual), why);
  },
  apply: async (tx, { coin_name, version, after, usual }, by, ownerId) => {
    const merchant = await lockMerchant(tx, ownerId);
    const coin = await lockCoin(tx, coin_name);
    const whose = { ownerId, coin: coin_name };
    if (!merchant || !coin || (await termsHistory(tx, whose)).version !== version) throw refuse('terms_changed');
    const now = shownTerms(coin);
    // Where the merchant has none of its own, the coin's decide what the change comes to.
    if (FEE_NAMES.some((name) => now[name] !== usual[name])) throw refuse('terms_changed');
    const [before, terms] = [await ownTermsOf(tx, ownerId, coin_name), readOwnTerms(after, coin.decimals)];
    await saveOwnTerms(tx, ownerId, coin_name, terms);
    const fees = { before: paidFees(before, coin), after: paidFees(terms, coin), own: { before, after: terms } };
    await noteTermsChange(tx, { ...whose, version }, fees, by);
    await announce(tx, { merchants: [[ownerId, ['coins']]] });
  },
  propose: async (tx, input) => {
    const { merchant_id, coin_name } = input;
    const merchant = await lockMerchant(tx, merchant_id);
    if (!merchant) throw refuse('terms_merchant_unknown');
    const coin = await lockCoin(tx, coin_name);
    if (!coin) throw refuse('coin_unknown');
    const [before, after] = [await ownTermsOf(tx, merchant_id, coin_name), readOwnTerms(input, coin.decimals)];
    const whose = { ownerId: merchant_id, coin: coin_name };
    const { version, why } = await feesBeyond(tx, whose, before, paidFees(before, coin), paidFees(after, coin));
    return {
      name: merchant.name,
      coin_name,
      version,
      before: shownOwnTerms(before, coin.decimals),
      after: shownOwnTerms(after, coin.decimals),
      usual: shownTerms(coin),
      why,
    };
  },
});

/** Each own term as it is, or the coin's in brackets. */
function withUsual(terms: z.output<typeof own>, usual: Content['usual']): Record<string, string> {
  const [texts, usualTexts] = [termTexts(terms), termTexts(usual)];
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value ?? `(${usualTexts[name]})`]));
}
