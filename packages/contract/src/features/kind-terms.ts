import { z } from 'zod';
import { call } from '../call.ts';
import { commissionRate, feeRate, seen } from '../coin-terms.ts';
import { amount, coinName, decimals, empty, money } from '../fields.ts';
import { recordOf, USER_FEE_NAMES, USER_LIMITS } from '../terms.ts';
import { USER_KINDS } from './account.ts';
import { boundedChange, reason, staffRead } from './market.ts';

/** What is set for a kind of wallet users; null: as the coin has it. Limits that go together come together, or none of them. */
const kindTerms = {
  ...recordOf(USER_FEE_NAMES, () => feeRate.nullable()),
  ...recordOf(USER_LIMITS, () => amount.nullable()),
  /** What agents get of the fees of users whom they referred; null, and for any other kind: nothing. */
  commission_rate: commissionRate.nullable(),
};
const shownKindTerms = {
  ...recordOf(USER_FEE_NAMES, () => z.string().nullable()),
  ...recordOf(USER_LIMITS, () => money.nullable()),
  commission_rate: z.string().nullable(),
};
const usualKindTerms = { ...recordOf(USER_FEE_NAMES, () => z.string()), ...recordOf(USER_LIMITS, () => money) };

export const marketKindTerms = call({
  ...staffRead,
  path: '/v1/operator/market/kind_terms',
  summary: 'The fees and limits of each kind of wallet users per coin, beside those of everybody',
  input: empty,
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        kind: z.enum(USER_KINDS),
        /** Wallet users of the kind. */
        users: z.number().int(),
        coins: z.array(
          z.strictObject({
            coin_name: coinName,
            decimals,
            /** Changes that wait for a second person. */
            waiting: z.number().int(),
            own: z.strictObject(shownKindTerms),
            usual: z.strictObject(usualKindTerms),
          }),
        ),
      }),
    ),
  }),
});

export const marketKindTermsSet = call({
  ...boundedChange,
  path: '/v1/operator/market/kind_terms/set',
  summary:
    "Sets the fees and limits of a kind of wallet users in a coin; null takes the coin's. A fee that changes beyond the bound waits for a second person",
  input: z.strictObject({ kind: z.enum(USER_KINDS), coin_name: coinName, ...kindTerms, reason, before: seen(shownKindTerms) }),
  errors: ['coin_unknown', 'limits_reversed', 'terms_changed'],
  fields: { coin_unknown: 'coin_name', limits_reversed: 'usdt_withdrawal_minimum' },
});
