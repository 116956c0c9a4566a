import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, empty, market, money } from '../fields.ts';

export const assetQuery = call({
  path: '/v1/merchant/asset/query',
  caller: 'merchant',
  summary: 'Balances of every coin the merchant holds',
  input: empty,
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        coin_name: coinName,
        market: market.nullable(),
        available_asset: money,
        freeze_asset: money,
        /** SPEC's "to-be-confirmed" bucket. */
        pending_asset: money,
        total_asset: money,
      }),
    ),
  }),
});
