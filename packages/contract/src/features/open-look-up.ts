import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, market, money, shownLine, userId } from '../fields.ts';
import { PARTY_STATUSES } from './account.ts';

/** Whom a merchant's system means: one of both. */
export const whichUser = {
  payment_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().meta({
    description: "The user's wallet ID; either this or external_account",
    example: 50000001,
  }),
  external_account: shownLine.min(1).max(64).optional().meta({
    description: 'What you called the user in your orders: the one user who paid of the latest 200 of them',
  }),
};

interface WhichUser {
  readonly payment_id?: number | undefined;
  readonly external_account?: string | undefined;
}

export function namesOneUser({ payment_id, external_account }: WhichUser): boolean {
  return (payment_id === undefined) !== (external_account === undefined);
}

export const NAMES_ONE_USER = { path: ['payment_id'], message: 'either payment_id or external_account' };

export const openUserQuery = call({
  path: '/v1/open/user/query',
  caller: 'access_key',
  summary: 'A wallet user: whether money can be sent to them, and in which markets',
  input: z.strictObject(whichUser).refine(namesOneUser, NAMES_ONE_USER),
  output: z.strictObject({ payment_id: userId, nick: z.string(), status: z.enum(PARTY_STATUSES), markets: z.array(market) }),
  errors: ['too_many_requests', 'payee_unknown', 'payee_ambiguous'],
});

export const openBalanceQuery = call({
  path: '/v1/open/balance/query',
  caller: 'access_key',
  summary: "The merchant's balances in every coin that it deals in, or in one",
  input: z.strictObject({ coin_name: coinName.optional() }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({ coin_name: coinName, available_asset: money, freeze_asset: money, pending_asset: money, total_asset: money }),
    ),
  }),
  errors: ['coin_unknown'],
});

export const openRateQuery = call({
  path: '/v1/open/rate/query',
  caller: 'access_key',
  summary: 'What one USDT is worth in a coin now',
  input: z.strictObject({ coin_name: coinName }),
  output: z.strictObject({
    coin_name: coinName,
    rate: z.string().meta({ description: 'Coins for one USDT, as a decimal string with at most 18 places', example: '7.1' }),
  }),
  errors: ['coin_unknown', 'rate_unavailable'],
});
