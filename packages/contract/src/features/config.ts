import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, empty, instant, market } from '../fields.ts';
import { LANGUAGES } from '../language.ts';

export const userConfigGet = call({
  path: '/v1/user/config/get',
  caller: 'public',
  summary: 'What a client may know before anyone signs in',
  input: empty,
  output: z.strictObject({
    languages: z.array(z.enum(LANGUAGES)),
    markets: z.array(z.strictObject({ market, coin_name: coinName, decimals: z.number().int() })),
    server_time: instant,
    maintenance: z.boolean(),
    payment_redirect_after_s: z.number().int(),
    demo: z.boolean(),
  }),
});
