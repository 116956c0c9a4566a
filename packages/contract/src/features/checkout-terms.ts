import { z } from 'zod';
import { LISTINGS } from '../bank-account.ts';
import { call } from '../call.ts';
import { CHECKOUT_WAYS } from '../checkout-ways.ts';
import { PRICE_TYPES } from '../coin.ts';
import { amount, coinName, decimals, empty, instant, market, money } from '../fields.ts';

/** How payers may pay a merchant, coin by coin. It holds for orders that are made from then on. */

const checkoutTerms = z.strictObject({
  coin_name: coinName,
  market,
  decimals,
  /** Of the coin's rate to USDT; null where it has none. */
  price_type: z.enum(PRICE_TYPES).nullable(),
  /** Off: no new orders in the coin. */
  listing: z.enum(LISTINGS),
  /** The merchant's own limits of an order; null: as the provider allows. */
  minimum: money.nullable(),
  maximum: money.nullable(),
  /** What the provider allows. */
  order_minimum: money,
  order_maximum: money,
  ways: z.array(z.enum(CHECKOUT_WAYS)),
  /** Counts the changes; 0 while nothing was set. */
  version: z.number().int(),
  update_time: instant.nullable(),
});

export const checkoutTermsQuery = call({
  path: '/v1/merchant/checkout_terms/query',
  caller: 'merchant',
  summary: 'How payers may pay in each coin of the merchant’s markets: the ways, whether it is listed, and the limits of an order',
  input: empty,
  output: z.strictObject({ list: z.array(checkoutTerms) }),
});

export const checkoutTermsSet = call({
  path: '/v1/merchant/checkout_terms/set',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Sets how payers may pay in a coin, for orders that are made from now on; open orders stay as they are',
  input: z.strictObject({
    coin_name: coinName,
    listing: z.enum(LISTINGS),
    /** Of an order; null: as the provider allows. */
    minimum: amount.nullable(),
    maximum: amount.nullable(),
    ways: z.array(z.enum(CHECKOUT_WAYS)).max(CHECKOUT_WAYS.length),
    /** That of the terms as they were seen. */
    version: z.number().int().min(0),
  }),
  output: checkoutTerms,
  errors: [
    'coin_unknown',
    'market_not_enabled',
    'own_minimum_out_of_range',
    'own_maximum_out_of_range',
    'limits_reversed',
    'checkout_funds_missing',
    'checkout_entrance_missing',
    'checkout_terms_changed',
  ],
  fields: {
    coin_unknown: 'coin_name',
    market_not_enabled: 'coin_name',
    own_minimum_out_of_range: 'minimum',
    own_maximum_out_of_range: 'maximum',
    limits_reversed: 'minimum',
    checkout_funds_missing: 'ways',
    checkout_entrance_missing: 'ways',
  },
});
