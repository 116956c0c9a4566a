import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, decimals, empty, instant, market } from '../fields.ts';
import { LANGUAGES } from '../language.ts';
import { maintenanceNotice } from './maintenance.ts';

export const userConfigGet = call({
  path: '/v1/user/config/get',
  caller: 'public',
  summary: 'What a client may know before anyone signs in',
  input: empty,
  output: z.strictObject({
    languages: z.array(z.enum(LANGUAGES)),
    /** Those that are switched on, each with its platform token. */
    markets: z.array(z.strictObject({ market, coin_name: coinName, decimals, symbol: z.string() })),
    server_time: instant,
    maintenance: z.boolean(),
    /** The maintenance that runs, or the next that is planned within a day; null when there is none. */
    maintenance_notice: maintenanceNotice.nullable(),
    payment_redirect_after_s: z.number().int(),
    demo: z.boolean(),
  }),
});
