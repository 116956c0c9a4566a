import { z } from 'zod';
import { call } from '../call.ts';
import { MOST_NEW_DECIMALS, NETWORK_KINDS, PRICE_TYPES } from '../coin.ts';
import { commissionRate, feeRate, ownTerms, seen, shownOwnTerms, shownTerms, terms } from '../coin-terms.ts';
import { amount, coinName, decimals, empty, idText, instant, market, merchantId, money, nothing, shownLine, shownText } from '../fields.ts';
import { boundRate, FEED_PROBLEMS, rateFeed } from '../rate-feed.ts';
import { COMMISSION_NAME, FEE_NAMES, recordOf } from '../terms.ts';
import { USER_KINDS } from './account.ts';
import type { StaffReviewKind } from './review.ts';

/** What one USDT is worth: exact, above zero. */
export const exchangeRate = z
  .string()
  .max(37)
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/)
  .refine((text) => /[1-9]/.test(text))
  .meta({ description: 'Coins for one USDT, as a decimal string', example: '0.92' });

const bounds = { fee_bound: boundRate, rate_bound: boundRate };

/** Why it is changed, in the words of whoever enters it. */
export const reason = shownText.min(1).max(500);

const symbol = shownLine.max(8);
export const networkName = z
  .string()
  .regex(/^[A-Z0-9]{2,12}$/)
  .meta({ description: 'Network', example: 'TRC20' });

/** Up to which amount one person approves an order of a kind; zero where it always wants two. */
export const REVIEW_BOUNDS = [
  'adjustment_bound',
  'usdt_recharge_bound',
  'usdt_withdrawal_bound',
  'fiat_withdrawal_bound',
] as const satisfies readonly `${StaffReviewKind}_bound`[];

const rate = z.strictObject({
  price_type: z.enum(PRICE_TYPES),
  /** Coins for one USDT; null where the rate floats and its feed was not heard yet. */
  rate: z.string().nullable(),
  /** What one USDT costs whoever asks for it; null where it is the rate itself. */
  rate_to_usdt: z.string().nullable(),
  set_by: z.string(),
  set_time: instant,
});

/** What a floating rate follows. */
const shownFeed = {
  address: z.string(),
  pointer: z.string(),
  spread_rate: z.string(),
  every_s: z.number().int(),
  stale_after_s: z.number().int(),
  jump_rate: z.string(),
};

/** A coin's token on a network. */
const shownToken = {
  contract_address: z.string(),
  token_decimals: z.number().int(),
  confirmations: z.number().int(),
  /** Where everybody sends what they recharge; empty while nothing is taken in over the network. */
  deposit_address: z.string(),
  /** What a withdrawal over the network costs beside its fee. */
  network_fee: money,
  is_on: z.boolean(),
};
const coinOnNetwork = z.strictObject({ coin_name: coinName, ...shownToken });

/** What of a change is beyond what one person may do. */
export const beyond = z.strictObject({
  name: z.enum([
    ...FEE_NAMES,
    COMMISSION_NAME,
    'network_fee',
    ...(['deposit_address', 'contract_address', 'token_decimals'] as const),
    'rate',
    'rate_feed',
    'fee_bound',
    'rate_bound',
    ...REVIEW_BOUNDS,
  ]),
  /** Of what held within the last day, what the change is farthest from. */
  before: z.string(),
  after: z.string(),
  /** By how much it changes, in percent of what it was, rounded up; null from zero, and of a bound. */
  change: z.string().nullable(),
  /** How far one person may go, in percent; null of a bound, which one person may only lower, of a token and a deposit address, and of a feed. */
  bound: z.string().nullable(),
});
const why = z.array(beyond);

/** A change that was done at once, or waits for a second person and says why. */
const changed = z.strictObject({
  waits: z.strictObject({ approval_id: idText, expires_at: instant, why }).nullable(),
});

export const staffRead = { caller: 'staff', permission: 'market.read' } as const;
const staffChange = { caller: 'staff', permission: 'market.change', write: true, confirm: 'google_code', output: nothing } as const;
/** A change that a second person approves where it goes beyond a bound. */
export const boundedChange = { ...staffChange, output: changed } as const;

export const marketOverview = call({
  ...staffRead,
  path: '/v1/operator/market/overview',
  summary: 'Every market and coin with its fees, limits and rate, and every network with the coins on it',
  input: empty,
  output: z.strictObject({
    /** How far one person may change a fee or rate within a day, in percent. */
    bounds: z.strictObject({ fee_bound: z.string(), rate_bound: z.string() }),
    coins: z.array(
      z.strictObject({
        coin_name: coinName,
        market: market.nullable(),
        symbol: z.string(),
        decimals,
        coin_is_on: z.boolean(),
        /** Null for a crypto coin, which has no market. */
        market_is_on: z.boolean().nullable(),
        ...shownTerms,
        ...recordOf(REVIEW_BOUNDS, () => money),
        rate: rate.nullable(),
        /** What a floating rate follows, and how that goes. */
        feed: z
          .strictObject({
            ...shownFeed,
            /** When it was last heard. */
            taken_time: instant.nullable(),
            /** It was not heard for too long: nothing is exchanged. */
            is_stale: z.boolean(),
            /** A rate that jumped, and waits for staff. */
            held_rate: z.string().nullable(),
            problem: z.enum(FEED_PROBLEMS).nullable(),
          })
          .nullable(),
        /** Merchants with fees or limits of their own. */
        own_terms: z.number().int(),
        /** Changes of its terms or rate that wait for a second person. */
        waiting: z.number().int(),
      }),
    ),
    networks: z.array(
      z.strictObject({
        network: networkName,
        kind: z.enum(NETWORK_KINDS),
        endpoints: z.array(z.string()),
        is_on: z.boolean(),
        coins: z.array(coinOnNetwork),
      }),
    ),
  }),
});

export const marketAdd = call({
  ...staffChange,
  path: '/v1/operator/market/add',
  summary:
    "Adds a market with its platform token, or a crypto coin, and opens the provider's accounts in it; it is in use at once, everywhere",
  input: z.strictObject({
    coin_name: coinName,
    /** Null for a crypto coin. */
    market: market.nullable(),
    symbol,
    /** Never changes afterwards. */
    decimals: z.number().int().min(0).max(MOST_NEW_DECIMALS),
    ...terms,
    rate: exchangeRate.nullable(),
  }),
  errors: ['market_taken', 'coin_taken', 'limits_reversed'],
  fields: { market_taken: 'market', coin_taken: 'coin_name', limits_reversed: 'order_minimum' },
});

export const marketCheck = call({
  ...staffRead,
  path: '/v1/operator/market/check',
  summary: 'Whether a change of fees or rate would want a second person, and why; nothing is changed',
  input: z.strictObject({
    coin_name: coinName,
    /** Whose terms: a merchant's own; null for everybody's. */
    merchant_id: merchantId.nullable(),
    /** Those of a kind of wallet users; left out where they are not. */
    kind: z.enum(USER_KINDS).optional(),
    /** As it is to be; null where it stays, and for a merchant where it is to be the coin's. */
    ...recordOf(FEE_NAMES, () => feeRate.nullable()),
    /** Of agents; left out where it stays. */
    commission_rate: commissionRate.nullable().optional(),
    rate: exchangeRate.nullable(),
  }),
  output: z.strictObject({ why }),
  errors: ['coin_unknown'],
  fields: { coin_unknown: 'coin_name' },
});

export const marketTermsSet = call({
  ...boundedChange,
  path: '/v1/operator/market/terms/set',
  summary:
    "Changes a coin's symbol, fees and limits, for every merchant without terms of its own; orders that exist keep theirs. A fee that changes beyond the bound waits for a second person",
  input: z.strictObject({ coin_name: coinName, symbol, ...terms, reason, before: seen({ symbol: z.string(), ...shownTerms }) }),
  errors: ['coin_unknown', 'limits_reversed', 'terms_changed'],
  fields: { coin_unknown: 'coin_name', limits_reversed: 'order_minimum' },
});

export const marketSwitch = call({
  ...staffChange,
  path: '/v1/operator/market/switch',
  sets: true,
  summary: 'Switches a coin, or a market with its token, on or off; off, there are no new orders and no transfers in it',
  input: z.strictObject({ what: z.enum(['coin', 'market']), name: coinName, is_on: z.boolean() }),
  errors: ['coin_unknown', 'market_unknown'],
  fields: { coin_unknown: 'name', market_unknown: 'name' },
});

export const marketRateSet = call({
  ...boundedChange,
  path: '/v1/operator/market/rate/set',
  summary: "Sets a coin's fixed rate to USDT; the rates before it stay in its history. A change beyond the bound waits for a second person",
  input: z.strictObject({ coin_name: coinName, rate: exchangeRate, reason, before: seen({ rate: z.string().nullable() }) }),
  errors: ['coin_unknown', 'terms_changed'],
  fields: { coin_unknown: 'coin_name' },
});

export const marketFeedSet = call({
  ...boundedChange,
  path: '/v1/operator/market/feed/set',
  summary: 'Lets a coin’s rate follow a feed: a JSON answer with a number in it. It always waits for a second person',
  input: z.strictObject({ coin_name: coinName, ...rateFeed, reason, before: seen(shownFeed) }),
  errors: ['coin_unknown', 'terms_changed'],
  fields: { coin_unknown: 'coin_name' },
});

export const marketFeedTry = call({
  caller: 'staff',
  permission: 'market.change',
  path: '/v1/operator/market/feed/try',
  summary: 'Asks a feed once and says what it answers, or why that is of no use; nothing is kept',
  input: z.strictObject({ address: rateFeed.address, pointer: rateFeed.pointer }),
  output: z.strictObject({
    /** What the feed says; null where it is of no use. */
    rate: z.string().nullable(),
    problem: z.enum(FEED_PROBLEMS).nullable(),
    /** When it was asked. */
    time: instant,
    /** How long it took, in milliseconds. */
    duration_ms: z.number().int(),
  }),
  errors: ['too_many_requests'],
});

export const marketFeedAccept = call({
  ...boundedChange,
  path: '/v1/operator/market/feed/accept',
  summary: 'Lets a feed go on from a rate that jumped and is held; one beyond the bound of rates waits for a second person',
  input: z.strictObject({ coin_name: coinName, rate: exchangeRate, reason }),
  errors: ['coin_unknown', 'terms_changed'],
  fields: { coin_unknown: 'coin_name' },
});

export const marketBoundsSet = call({
  ...boundedChange,
  path: '/v1/operator/market/bounds/set',
  summary: 'Sets how far one person may change a fee or rate within a day; raising it waits for a second person',
  input: z.strictObject({ ...bounds, reason, before: seen({ fee_bound: z.string(), rate_bound: z.string() }) }),
  errors: ['terms_changed'],
});

export const marketReviewBoundsSet = call({
  ...boundedChange,
  path: '/v1/operator/market/review_bounds/set',
  summary: 'Sets up to which amount one person approves orders in a coin, of each kind; raising one waits for a second person',
  input: z.strictObject({
    coin_name: coinName,
    ...recordOf(REVIEW_BOUNDS, () => amount),
    reason,
    before: seen(recordOf(REVIEW_BOUNDS, () => money)),
  }),
  errors: ['coin_unknown', 'terms_changed'],
  fields: { coin_unknown: 'coin_name' },
});

export const marketRateHistory = call({
  ...staffRead,
  path: '/v1/operator/market/rate/history',
  summary: "A coin's last hundred rates, newest first",
  input: z.strictObject({ coin_name: coinName }),
  output: z.strictObject({ list: z.array(rate) }),
  errors: ['coin_unknown'],
});

export const marketNetworkSave = call({
  ...staffChange,
  path: '/v1/operator/market/network/save',
  summary: 'Adds a network, or changes its endpoints and whether it is on',
  input: z.strictObject({
    network: networkName,
    /** Of a new network; that of a known one stays. */
    kind: z.enum(NETWORK_KINDS),
    /** Those of a network that is connected stay as they are: `purser chain connect` names others. */
    endpoints: z.array(z.url({ protocol: /^https?$/ }).max(500)).max(10),
    is_on: z.boolean(),
    before: seen({ endpoints: z.array(z.string()), is_on: z.boolean() }),
  }),
  errors: ['network_connected', 'terms_changed'],
  fields: { network_connected: 'endpoints' },
});

export const marketCoinNetworkSave = call({
  ...boundedChange,
  path: '/v1/operator/market/coin_network/save',
  summary:
    "Adds a coin to a network, or changes its token's contract, decimals and confirmations there, the address that recharges are sent to and what a withdrawal costs. A cost that changes beyond the bound, another contract, decimals or address wait for a second person",
  input: z.strictObject({
    coin_name: coinName,
    network: networkName,
    contract_address: z.string().max(100),
    token_decimals: z.number().int().min(0).max(36),
    confirmations: z.number().int().min(1).max(10_000),
    /** Where everybody sends what they recharge; empty: nothing is taken in over the network. */
    deposit_address: z.string().max(100),
    /** What a withdrawal over the network costs beside its fee; zero for nothing. */
    network_fee: amount,
    is_on: z.boolean(),
    reason,
    before: seen(shownToken),
  }),
  errors: ['coin_unknown', 'network_unknown', 'contract_address_malformed', 'address_malformed', 'deposit_address_taken', 'terms_changed'],
  fields: {
    coin_unknown: 'coin_name',
    network_unknown: 'network',
    contract_address_malformed: 'contract_address',
    address_malformed: 'deposit_address',
    deposit_address_taken: 'deposit_address',
  },
});

export const marketMerchantTerms = call({
  ...staffRead,
  path: '/v1/operator/market/merchant_terms',
  summary: "A merchant's markets, and its own fees and limits per coin beside those of everybody",
  input: z.strictObject({ merchant_id: merchantId }),
  output: z.strictObject({
    merchant_id: merchantId,
    name: z.string(),
    markets: z.array(market),
    /** Markets that are switched on and that the merchant has not. */
    further_markets: z.array(market),
    /** The coins of its markets, and those in which it has terms of its own. */
    list: z.array(
      z.strictObject({
        coin_name: coinName,
        decimals,
        /** Changes that wait for a second person. */
        waiting: z.number().int(),
        own: z.strictObject(shownOwnTerms),
        usual: z.strictObject(shownTerms),
      }),
    ),
  }),
  errors: ['terms_merchant_unknown'],
  fields: { terms_merchant_unknown: 'merchant_id' },
});

export const marketMerchantTermsSet = call({
  ...boundedChange,
  path: '/v1/operator/market/merchant_terms/set',
  summary:
    "Sets a merchant's own fees and limits of a coin; null takes the coin's. A fee that changes beyond the bound waits for a second person",
  input: z.strictObject({ merchant_id: merchantId, coin_name: coinName, ...ownTerms, reason, before: seen(shownOwnTerms) }),
  errors: ['terms_merchant_unknown', 'coin_unknown', 'limits_reversed', 'terms_changed'],
  fields: { terms_merchant_unknown: 'merchant_id', coin_unknown: 'coin_name', limits_reversed: 'order_minimum' },
});

export const marketMerchantEnable = call({
  ...staffChange,
  path: '/v1/operator/market/merchant/enable',
  summary: "Enables a market for a merchant and opens the merchant's account in its token",
  input: z.strictObject({ merchant_id: merchantId, market }),
  errors: ['terms_merchant_unknown', 'market_unknown', 'coin_off'],
  fields: { terms_merchant_unknown: 'merchant_id', market_unknown: 'market', coin_off: 'market' },
});
