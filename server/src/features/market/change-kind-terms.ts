import type { ParsedInputOf } from '@purser/contract/call';
import { USER_KINDS, type UserKind } from '@purser/contract/features/account';
import type { marketKindTermsSet } from '@purser/contract/features/kind-terms';
import { COMMISSION_NAME, recordOf, USER_FEE_NAMES, USER_LIMITS } from '@purser/contract/terms';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { z } from 'zod';
import { refuse, wrongField } from '../../platform/http/refusal.ts';
import { announce } from '../../platform/streams/hub.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import { beyondContent } from './change-content.ts';
import { commissionBeyond, feesBeyond } from './change-terms.ts';
import { noteTermsChange, termsHistory } from './history.ts';
import { kindTermsOf, type KindTerms, saveKindTerms, shownKindTerms, userTerms } from './kind-terms.ts';
import { lockCoin } from './queries.ts';
import { commissionOf, NO_OWN_TERMS, paidFees, readOwnTerms, shownOwnTerms, shownTerms } from './terms.ts';

const own = z.strictObject({
  ...recordOf(USER_FEE_NAMES, () => z.string().nullable()),
  ...recordOf(USER_LIMITS, () => z.string().nullable()),
  // What waits since before there were commissions says nothing of them.
  commission_rate: z.string().nullable().default(null),
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
    const [before, terms] = [await kindTermsOf(tx, kind, coin_name), readKindTerms(kind, after, coin.decimals)];
    await saveKindTerms(tx, kind, coin_name, terms);
    const fees = { before: paidFees(before, coin), after: paidFees(terms, coin), own: { before, after: terms } };
    await noteTermsChange(tx, { ...whose, version }, fees, by, { before: before.commission_bp ?? 0, after: terms.commission_bp ?? 0 });
    await announce(tx, { coins: true });
  },
  propose: async (tx, input) => {
    const { kind, coin_name } = input;
    const coin = await lockCoin(tx, coin_name);
    if (!coin) throw refuse('coin_unknown');
    const [before, after] = [await kindTermsOf(tx, kind, coin_name), readKindTerms(kind, input, coin.decimals)];
    const whose = { ownerId: PROVIDER_OWNER_ID, coin: coin_name, kind };
    const { version, why } = await feesBeyond(tx, whose, before, paidFees(before, coin), paidFees(after, coin));
    const beyond = await commissionBeyond(tx, whose, before.commission_bp, after.commission_bp);
    return {
      kind,
      coin_name,
      version,
      before: shownKindTerms(before, coin.decimals),
      after: shownKindTerms(after, coin.decimals),
      usual: userTerms(shownTerms(coin)),
      why: [...why, ...beyond],
    };
  },
});

type WireKindTerms = z.output<typeof own>;

/** Reads what is set for a kind; all other terms are the coin's. A problem names its field. */
function readKindTerms(kind: UserKind, { commission_rate, ...terms }: WireKindTerms, decimals: number): KindTerms {
  if (commission_rate !== null && kind !== 'agent') throw wrongField(COMMISSION_NAME, 'of_agents');
  return {
    ...readOwnTerms({ ...shownOwnTerms(NO_OWN_TERMS, decimals), ...userTerms(terms) }, decimals),
    commission_bp: commissionOf(commission_rate),
  };
}

/** Each term of the kind, or the coin's in brackets. */
function withUsual(terms: WireKindTerms, now: Content['usual']): Record<string, string> {
  const shown = recordOf([...USER_FEE_NAMES, ...USER_LIMITS], (name) => terms[name] ?? `(${now[name]})`);
  return { ...shown, commission_rate: terms.commission_rate ?? '(0.00)' };
}
