import { z } from 'zod';
import { call, type OutputOf } from '../call.ts';
import { coinName, empty, instant, money, serialNumber } from '../fields.ts';
import { listCall } from '../list-call.ts';
import { SHOWN_COMMISSION_STATES } from '../referral.ts';
import { USER_FEES } from '../terms.ts';

/** What an agent has of the users who came by their code. */

export const walletReferral = call({
  path: '/v1/wallet/referral',
  caller: 'payer',
  summary: "The wallet user's referral code with its link, how many came by it, and per coin the share of fees and what it has come to",
  input: empty,
  output: z.strictObject({
    /** Null for who is not an agent. */
    own: z.strictObject({ code: z.string(), link: z.url() }).nullable(),
    came: z.number().int(),
    coins: z.array(
      z.strictObject({
        coin_name: coinName,
        /** Of each fee, in percent; null for who is not an agent any more. */
        commission_rate: z.string().nullable(),
        paid: money,
        /** Not paid yet. */
        due: money,
        /** Whether the wallet has an account in the coin: where it has none, what is due waits for it. */
        is_held: z.boolean(),
      }),
    ),
  }),
});

export const walletCommissionQuery = listCall({
  path: '/v1/wallet/commission/query',
  caller: 'payer',
  summary: 'What orders of referred users have earned the wallet user, newest first; of the user no more is told than a masked name',
  row: z.strictObject({
    serial_number: serialNumber,
    /** What earned it. */
    order_kind: z.enum(USER_FEES),
    /** Of who did it: the first character of the name; empty where the account is closed. */
    masked_nick: z.string(),
    coin_name: coinName,
    /** Of the fee, in percent, as it was when it was earned. */
    commission_rate: z.string(),
    amount: money,
    state: z.enum(SHOWN_COMMISSION_STATES),
    create_time: instant,
    /** Not before it is it paid. */
    due_time: instant,
    settle_time: instant.nullable(),
  }),
  sort: ['create_time'],
  filters: { coin_name: coinName.optional() },
});

export type WalletReferral = OutputOf<typeof walletReferral>;
export type WalletCommissions = OutputOf<typeof walletCommissionQuery>;
