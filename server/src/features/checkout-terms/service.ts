import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { bitsOfWays, type CheckoutWay, ENTRANCES, FUNDS, waysOfBits } from '@purser/contract/checkout-ways';
import type { checkoutTermsSet } from '@purser/contract/features/checkout-terms';
import { formatAmount } from '@purser/contract/money';
import type { CoinTerms } from '../../domain/coin-terms.ts';
import { priceTypes } from '../../domain/exchange-rate.ts';
import { coinsOfMerchant } from '../../domain/merchant-coins.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { findTerms, saveTerms } from './queries.ts';

type Shown = OutputOf<typeof checkoutTermsSet>;
type Input = ParsedInputOf<typeof checkoutTermsSet>;

/** How payers may pay in each coin of the merchant's markets. @param tx scoped to the merchant */
export async function checkoutTermsOf(tx: Tx, merchantId: number): Promise<Shown[]> {
  const coins = await coinsOfMerchant(tx, merchantId);
  const types = await priceTypes(
    tx,
    coins.map(({ code }) => code),
  );
  const own = await findTerms(tx, merchantId);
  return coins.flatMap(({ code, market, decimals, agreed_minimum, agreed_maximum, is_listed, ways }) => {
    if (market === null) return [];
    const terms = own.get(code);
    const limit = (minor: bigint | null | undefined) => (minor == null ? null : formatAmount(minor, decimals));
    return {
      coin_name: code,
      market,
      decimals,
      price_type: types.get(code) ?? null,
      listing: is_listed ? 'on' : 'off',
      minimum: limit(terms?.minimum),
      maximum: limit(terms?.maximum),
      order_minimum: formatAmount(agreed_minimum, decimals),
      order_maximum: formatAmount(agreed_maximum, decimals),
      ways: waysOfBits(ways),
      version: terms?.version ?? 0,
      update_time: terms?.update_time.toISOString() ?? null,
    };
  });
}

/** Sets them for one coin, as they were seen: the merchant's row is locked, so nobody else sets them meanwhile. */
export function setCheckoutTerms(platform: Platform, input: Input, context: MerchantContext): Promise<Shown | Answer<Shown>> {
  const { merchantId } = context;
  const { coin_name, listing, version } = input;
  return confirmedWrite<Shown>(platform, input, context, {
    act: async (tx) => {
      const coin = (await coinsOfMerchant(tx, merchantId)).find(({ code, market }) => code === coin_name && market !== null);
      await tx.coins.know([coin_name], tx);
      if (!coin) throw refuse(tx.coins.find(coin_name) ? 'market_not_enabled' : 'coin_unknown');
      const stored = (await findTerms(tx, merchantId)).get(coin_name);
      const limits = readLimits(input, coin, stored);
      if (!hasOneOf(FUNDS, input.ways)) throw refuse('checkout_funds_missing');
      if (!hasOneOf(ENTRANCES, input.ways)) throw refuse('checkout_entrance_missing');
      if ((stored?.version ?? 0) !== version) throw refuse('checkout_terms_changed');
      await saveTerms(tx, merchantId, coin_name, { listing, ...limits, ways: bitsOfWays(input.ways) });
      const shown = (await checkoutTermsOf(tx, merchantId)).find((terms) => terms.coin_name === coin_name);
      if (!shown) throw new Error('checkout terms that were set are not there');
      return shown;
    },
    audit: ({ minimum, maximum, ways }) => ({
      action: 'checkout_terms.set',
      details: { coin_name, listing, minimum, maximum, ways },
    }),
    tells: ['coins'],
  });
}

/** The merchant's own limits in minor units, within what the provider allows; one that stays as it is may lie outside of what has been narrowed since. */
function readLimits(
  { minimum, maximum }: Input,
  { code, decimals, agreed_minimum, agreed_maximum }: CoinTerms,
  stored: { readonly minimum: bigint | null; readonly maximum: bigint | null } | undefined,
) {
  const own = {
    minimum: minimum === null ? null : askedAmount(minimum, decimals, 'minimum'),
    maximum: maximum === null ? null : askedAmount(maximum, decimals, 'maximum'),
  };
  const text = (minor: bigint) => `${formatAmount(minor, decimals)} ${code}`;
  const bounds = { minimum: text(agreed_minimum), maximum: text(agreed_maximum) };
  const isOutside = (limit: bigint | null) => limit !== null && (limit < agreed_minimum || limit > agreed_maximum);
  if (own.minimum !== stored?.minimum && isOutside(own.minimum)) throw refuse('own_minimum_out_of_range', bounds);
  if (own.maximum !== stored?.maximum && isOutside(own.maximum)) throw refuse('own_maximum_out_of_range', bounds);
  if (own.minimum !== null && own.maximum !== null && own.minimum > own.maximum) throw refuse('limits_reversed');
  return own;
}

function hasOneOf(needed: readonly CheckoutWay[], ways: readonly CheckoutWay[]): boolean {
  return needed.some((way) => ways.includes(way));
}
