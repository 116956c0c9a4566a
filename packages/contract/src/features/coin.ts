import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, empty, market, money } from '../fields.ts';

export const coinList = call({
  path: '/v1/merchant/coin/list',
  caller: 'merchant',
  summary: 'The coins of the markets that the merchant has enabled, with the limits and fees that apply',
  input: empty,
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        coin_name: coinName,
        market: market.nullable(),
        decimals: z.number().int(),
        transfer_minimum: money,
        transfer_fee_rate: z.string().meta({ description: 'Percentage', example: '0.10' }),
        payment_fee_rate: z.string().meta({ description: 'Percentage', example: '1.00' }),
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
