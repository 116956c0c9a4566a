import type { ParsedInputOf } from '@purser/contract/call';
import { USER_KINDS } from '@purser/contract/features/account';
import type { marketKindTermsSet } from '@purser/contract/features/kind-terms';
import { recordOf, USER_FEE_NAMES, USER_LIMITS } from '@purser/contract/terms';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { z } from 'zod';
import { refuse } from '../../platform/http/refusal.ts';
import { announce } from '../../platform/streams/hub.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import { beyondContent } from './change-content.ts';
import { feesBeyond } from './change-terms.ts';
import { noteTermsChange, termsHistory } from './history.ts';
import { kindTermsOf, saveKindTerms, userTerms } from './kind-terms.ts';
import { lockCoin } from './queries.ts';
import { NO_OWN_TERMS, type OwnTerms, paidFees, readOwnTerms, shownOwnTerms, shownTerms } from './terms.ts';

const own = z.strictObject({
  ...recordOf(USER_FEE_NAMES, () => z.string().nullable()),
  ...recordOf(USER_LIMITS, () => z.string().nullable()),
});
const usual = z.strictObject({ ...recordOf(USER_FEE_NAMES, () => z.string()), ...recordOf(USER_LIMITS, () => z.string()) });
const content = z.strictObject({
  kind: z.enum(USER_KINDS),
  coin_name: z.string(),
  /** Of the kind's terms, as they were when this was entered. */
  version: z.number().int(),
  before: own,
  after: own,
  /** The coin's, which hold where the kind has none of its own. */
  usual,
  why: z.array(beyondContent),
});
type Content = z.output<typeof content>;

/** The fees and limits of a kind of wallet users in a coin. What counts for the bound is what they pay, by the kind's terms or the coin's. */
export const kindTermsChange = boundedChange<ParsedInputOf<typeof marketKindTermsSet>, Content>({
  name: 'market.kind_terms',
  content,
  describe: ({ kind, coin_name, before, after, usual: now, why }) =>
    factsOf({ user_kind: kind, coin: coin_name }, withUsual(before, now), withUsual(after, now), why),
  // The coin's row is held: the terms of its kinds change one after the other.
  apply: async (tx, { kind, coin_name, version, after, usual: seen }, by) => {
    const coin = await lockCoin(tx, coin_name);
    const whose = { ownerId: PROVIDER_OWNER_ID, coin: coin_name, kind };
    if (!coin || (await termsHistory(tx, whose)).version !== version) throw refuse('terms_changed');
    const now = shownTerms(coin);
    // Where the kind has none of its own, the coin's decide what the change comes to.
    if (USER_FEE_NAMES.some((name) => now[name] !== seen[name])) throw refuse('terms_changed');
    const [before, terms] = [await kindTermsOf(tx, kind, coin_name), readKindTerms(after, coin.decimals)];
    await saveKindTerms(tx, kind, coin_name, terms);
    await noteTermsChange(tx, { ...whose, version }, { before: paidFees(before, coin), after: paidFees(terms, coin) }, by);
    await announce(tx, { coins: true });
  },
  propose: async (tx, input) => {
    const { kind, coin_name } = input;
    const coin = await lockCoin(tx, coin_name);
    if (!coin) throw refuse('coin_unknown');
    const [before, after] = [await kindTermsOf(tx, kind, coin_name), readKindTerms(input, coin.decimals)];
    const whose = { ownerId: PROVIDER_OWNER_ID, coin: coin_name, kind };
    const { version, why } = await feesBeyond(tx, whose, paidFees(before, coin), paidFees(after, coin));
    return {
      kind,
      coin_name,
      version,
      before: userTerms(shownOwnTerms(before, coin.decimals)),
      after: userTerms(shownOwnTerms(after, coin.decimals)),
      usual: userTerms(shownTerms(coin)),
      why,
    };
  },
});

type KindTerms = z.output<typeof own>;

/** Reads what is set for a kind; all other terms are the coin's. A problem names its field. */
function readKindTerms(terms: KindTerms, decimals: number): OwnTerms {
  return readOwnTerms({ ...shownOwnTerms(NO_OWN_TERMS, decimals), ...userTerms(terms) }, decimals);
}

/** Each term of the kind, or the coin's in brackets. */
function withUsual(terms: KindTerms, now: Content['usual']): Record<string, string> {
  return recordOf([...USER_FEE_NAMES, ...USER_LIMITS], (name) => terms[name] ?? `(${now[name]})`);
}
