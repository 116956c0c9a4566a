import type { Act } from '@purser/contract/acts';
import type { Call, OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { marketKindTerms, marketKindTermsSet } from '@purser/contract/features/kind-terms';
import type * as calls from '@purser/contract/features/market';
import type { Confirmation } from '@purser/contract/passkey';
import { mainAccount, PROVIDER_OWNER_ID, providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { tokenOf } from '../../domain/market-token.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { announce } from '../../platform/streams/hub.ts';
import { changeOrEnter } from './bounded-change.ts';
import type { Beyond } from './bounds.ts';
import { boundsChange } from './change-bounds.ts';
import { feedChange, heldRateChange } from './change-feed.ts';
import { coinNetworkChange } from './change-coin-network.ts';
import { kindTermsChange } from './change-kind-terms.ts';
import { merchantTermsChange } from './change-merchant-terms.ts';
import { rateBeyond, rateChange } from './change-rate.ts';
import { reviewBoundsChange } from './change-review-bounds.ts';
import { commissionBeyond, feesBeyond, termsChange } from './change-terms.ts';
import { addRate } from './history.ts';
import { everyKindsTerms, kindTermsOf } from './kind-terms.ts';
import { saveNetwork } from './networks.ts';
import { findCoin, findMerchant, lockMerchant, merchantTermsOf, overviewOf, ownTermsOf, ratesOf } from './queries.ts';
import { basisPointsOf, commissionOf, feesFrom, paidFees, readTerms, shownTerms, TERM_COLUMNS } from './terms.ts';

type Input<Name extends keyof typeof calls> = ParsedInputOf<Extract<(typeof calls)[Name], Call>>;
type Done = Promise<null | Answer<null>>;
type ChangedTerms = OutputOf<typeof calls.marketTermsSet>;
type Changed = Promise<ChangedTerms | Answer<ChangedTerms>>;
/** What was changed, as the audit log notes it. */
type Change = Readonly<Record<string, unknown>>;

const MOST_RATES_SHOWN = 100;

/** Markets, coins, networks and terms, as staff read and change them. Each change is confirmed by a code, and noted with before and after. */
export class Markets {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  overview(): Promise<OutputOf<typeof calls.marketOverview>> {
    return readAsStaff(this.#platform, overviewOf);
  }

  add(input: Input<'marketAdd'>, context: StaffContext): Done {
    const { coin_name, market, symbol, decimals, rate } = input;
    return this.#change(input, context, 'market.add', async (tx) => {
      const terms = readTerms(input, decimals);
      if (market !== null) {
        const made = await tx.query('insert into market (market) values ($1) on conflict do nothing', [market]);
        if (made.rowCount === 0) throw refuse('market_taken');
      }
      const values = TERM_COLUMNS.map((_, place) => `$${place + 5}`).join(', ');
      const made = await tx.query(
        `insert into coin (code, market, symbol, decimals, position, ${TERM_COLUMNS.join(', ')})
         select $1, $2, $3, $4, coalesce(max(position), 0) + 1, ${values} from coin on conflict do nothing`,
        [coin_name, market, symbol, decimals, ...TERM_COLUMNS.map((column) => terms[column])],
      );
      if (made.rowCount === 0) throw refuse('coin_taken');
      await openAccounts(tx, providerAccounts(coin_name));
      if (rate !== null) await addRate(tx, coin_name, rate, { staffId: context.staffId, approvalId: null });
      return { after: { coin_name, market, symbol, decimals, ...shownTerms({ ...terms, decimals }), rate } };
    });
  }

  setTerms(input: Input<'marketTermsSet'>, context: StaffContext): Changed {
    return this.#shared(changeOrEnter(this.#platform, input, context, termsChange));
  }

  switch(input: Input<'marketSwitch'>, context: StaffContext): Done {
    const { what, name, is_on } = input;
    return this.#change(input, context, 'market.switch', async (tx) => {
      const key = what === 'coin' ? 'code' : 'market';
      const { rows } = await tx.query<{ is_on: boolean }>(`select is_on from ${what} where ${key} = $1 for no key update`, [name]);
      const [found] = rows;
      if (!found) throw refuse(what === 'coin' ? 'coin_unknown' : 'market_unknown');
      await tx.query(`update ${what} set is_on = $2 where ${key} = $1`, [name, is_on]);
      return { what, name, before: { is_on: found.is_on }, after: { is_on } };
    });
  }

  setRate(input: Input<'marketRateSet'>, context: StaffContext): Changed {
    return this.#shared(changeOrEnter(this.#platform, input, context, rateChange));
  }

  setFeed(input: Input<'marketFeedSet'>, context: StaffContext): Changed {
    return this.#shared(changeOrEnter(this.#platform, input, context, feedChange));
  }

  acceptHeld(input: Input<'marketFeedAccept'>, context: StaffContext): Changed {
    return this.#shared(changeOrEnter(this.#platform, input, context, heldRateChange));
  }

  setBounds(input: Input<'marketBoundsSet'>, context: StaffContext): Changed {
    return changeOrEnter(this.#platform, input, context, boundsChange);
  }

  setReviewBounds(input: Input<'marketReviewBoundsSet'>, context: StaffContext): Changed {
    return changeOrEnter(this.#platform, input, context, reviewBoundsChange);
  }

  /** Looks at a change without locks: when it is made, it is looked at again. */
  check({ coin_name, merchant_id, kind, rate, commission_rate, ...fees }: Input<'marketCheck'>): Promise<{ why: Beyond[] }> {
    return readAsStaff(this.#platform, async (tx) => {
      const coin = await findCoin(tx, coin_name);
      if (!coin) throw refuse('coin_unknown');
      const asked = feesFrom((name) => {
        const percentage = fees[name];
        return percentage === null ? null : basisPointsOf(name, percentage);
      });
      const whose = { ownerId: merchant_id ?? PROVIDER_OWNER_ID, coin: coin_name, ...(kind && { kind }) };
      const ofKind = kind && (await kindTermsOf(tx, kind, coin_name));
      const own = ofKind ?? (merchant_id === null ? null : await ownTermsOf(tx, merchant_id, coin_name));
      const before = own ? paidFees(own, coin) : coin;
      const { why } = await feesBeyond(tx, whose, own, before, paidFees(asked, coin));
      const shares =
        ofKind === undefined || commission_rate === undefined
          ? []
          : await commissionBeyond(tx, whose, ofKind.commission_bp, commissionOf(commission_rate));
      return { why: [...why, ...shares, ...(rate === null ? [] : (await rateBeyond(tx, coin_name, rate)).why)] };
    });
  }

  rates({ coin_name }: Input<'marketRateHistory'>): Promise<OutputOf<typeof calls.marketRateHistory>> {
    return readAsStaff(this.#platform, async (tx) => {
      const { rowCount } = await tx.query('select from coin where code = $1', [coin_name]);
      if (rowCount === 0) throw refuse('coin_unknown');
      return { list: await ratesOf(tx, coin_name, MOST_RATES_SHOWN) };
    });
  }

  saveNetwork(input: Input<'marketNetworkSave'>, context: StaffContext): Done {
    return this.#change(input, context, 'market.network', (tx) => saveNetwork(tx, input));
  }

  saveCoinNetwork(input: Input<'marketCoinNetworkSave'>, context: StaffContext): Changed {
    return this.#shared(changeOrEnter(this.#platform, input, context, coinNetworkChange));
  }

  merchantTerms({ merchant_id }: Input<'marketMerchantTerms'>): Promise<OutputOf<typeof calls.marketMerchantTerms>> {
    return readAsStaff(this.#platform, async (tx) => {
      const merchant = await findMerchant(tx, merchant_id);
      if (!merchant) throw refuse('terms_merchant_unknown');
      return merchantTermsOf(tx, merchant_id, merchant);
    });
  }

  setMerchantTerms(input: Input<'marketMerchantTermsSet'>, context: StaffContext): Changed {
    return changeOrEnter(this.#platform, input, context, merchantTermsChange, input.merchant_id);
  }

  kindTerms(): Promise<OutputOf<typeof marketKindTerms>> {
    return readAsStaff(this.#platform, everyKindsTerms);
  }

  setKindTerms(input: ParsedInputOf<typeof marketKindTermsSet>, context: StaffContext): Changed {
    return changeOrEnter(this.#platform, input, context, kindTermsChange);
  }

  enableForMerchant(input: Input<'marketMerchantEnable'>, context: StaffContext): Done {
    const { merchant_id, market } = input;
    return this.#changeOf(merchant_id, input, context, 'market.merchant_enable', async (tx) => {
      const merchant = await lockMerchant(tx, merchant_id);
      if (!merchant) throw refuse('terms_merchant_unknown');
      const token = await tokenOf(tx, market);
      if (!token) throw refuse('market_unknown');
      if (!token.is_on) throw refuse('coin_off', { coin: token.code });
      if (merchant.markets.includes(market)) return new Answer('already_done', null);
      const markets = [...merchant.markets, market];
      await tx.query('update merchant set markets = markets || $2::text where merchant_id = $1 and not $2 = any (markets)', [
        merchant_id,
        market,
      ]);
      await openAccounts(tx, [mainAccount(merchant_id, token.code)]);
      return { before: { markets: merchant.markets }, after: { markets } };
    });
  }

  /** A change of what is everybody's: every process hears of it, and this one has it before it answers. */
  async #change(
    input: { readonly google_code: Confirmation },
    context: StaffContext,
    action: Act,
    change: (tx: Tx) => Promise<Change>,
  ): Promise<null | Answer<null>> {
    let details: Change = {};
    const done = confirmedWrite<null>(this.#platform, input, context, {
      whose: 'provider',
      act: async (tx) => {
        details = await change(tx);
        await announce(tx, { coins: true });
        return null;
      },
      audit: () => ({ action, details }),
    });
    return this.#shared(done);
  }

  /** What is everybody's and was changed is known to this process before it answers. */
  async #shared<Answered>(change: Promise<Answered>): Promise<Answered> {
    const { db, log } = this.#platform;
    const done = await change;
    await db.coins.refresh().catch(() => db.coins.refreshSoon(log));
    return done;
  }

  /** A change of what is one merchant's, in the merchant's audit log. */
  #changeOf(
    merchantId: number,
    input: { readonly google_code: Confirmation },
    context: StaffContext,
    action: Act,
    change: (tx: Tx) => Promise<Change | Answer<null>>,
  ): Done {
    let details: Change = {};
    return confirmedWrite<null>(this.#platform, input, context, {
      whose: merchantId,
      act: async (tx) => {
        const changed = await change(tx);
        if (changed instanceof Answer) return changed;
        details = changed;
        return null;
      },
      audit: () => ({ action, details }),
      tells: ['coins'],
    });
  }
}
