import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, decimals, empty, market, money } from '../fields.ts';
import { FEE_NAMES, recordOf } from '../terms.ts';

const feePercent = z.string().meta({ description: 'Percentage', example: '0.10' });

const coin = z.strictObject({
  coin_name: coinName,
  /** Null of USDT, which belongs to no market. */
  market: market.nullable(),
  decimals,
  symbol: z.string(),
  /** Off: no new orders and no transfers in it; balances stay. */
  is_on: z.boolean(),
});

export const coinList = call({
  path: '/v1/merchant/coin/list',
  caller: 'merchant',
  summary: 'The coins of the markets that the merchant has enabled, with the limits and fees that apply',
  input: empty,
  output: z.strictObject({
    list: z.array(
      coin.extend({
        transfer_minimum: money,
        ...recordOf(FEE_NAMES, () => feePercent),
        /** Off as the merchant has set it: it takes no new orders in the coin. */
        is_listed: z.boolean(),
        order_minimum: money,
        order_maximum: money,
        /** Whether a refund gives the merchant its part of the order's fee back. */
        refund_returns_fee: z.boolean(),
      }),
    ),
  }),
});

export const coinAddressList = call({
  method: 'GET',
  path: '/v1/merchant/coin/address_list',
  caller: 'merchant',
  summary: 'The address at which the merchant receives each coin from other merchants',
  input: empty,
  output: z.strictObject({ list: z.array(z.strictObject({ coin_name: coinName, address: z.string() })) }),
});

export const systemCoinQuery = call({
  path: '/v1/system/coin/query',
  caller: 'public',
  summary: 'Every coin that is dealt in here: the platform token of each market, and USDT',
  input: empty,
  output: z.strictObject({ list: z.array(coin) }),
});
