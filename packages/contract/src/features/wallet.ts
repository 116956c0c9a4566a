import { z } from 'zod';
import { call, type OutputOf } from '../call.ts';
import { coinName, empty, instant, market, money, nothing, paymentPassword, serialNumber } from '../fields.ts';
import { listCall } from '../list-call.ts';
import { LONGEST_PASSWORD } from '../limits.ts';
import { LOGIN_KINDS } from '../sign-in.ts';
import { LONGEST_TRACK, SLIDER_TRAVEL } from '../slider.ts';
import { recordOf, USER_FEE_NAMES, USER_LIMITS } from '../terms.ts';
import { USER_KINDS } from './account.ts';
import { orderToken } from './checkout.ts';
import { TRANSACTION_TYPES } from './fund-flow.ts';

/** An answer to a slider's challenge. */
export const sliderAnswer = z.strictObject({
  challenge: z.string().max(512),
  /** Where the piece's left edge was left. */
  position: z.number().int().min(0).max(SLIDER_TRAVEL),
  /** How the piece was moved, as far as the page could see: `milliseconds:position` since the first move, separated by blanks. */
  track: z
    .string()
    .regex(new RegExp(`^(\\d{1,6}:\\d{1,3}( \\d{1,6}:\\d{1,3}){0,${LONGEST_TRACK - 1}})?$`))
    .optional(),
  /** Waited instead of moving the piece. */
  waited: z.boolean().optional(),
});

export const walletChallenge = call({
  path: '/v1/wallet/challenge',
  caller: 'public',
  summary:
    'A slider to complete before signing in; good once and for a few minutes. Where its piece belongs is seen in the picture at `picture`',
  input: empty,
  output: z.strictObject({ challenge: z.string(), picture: z.string(), expires_at: instant }),
});

export const walletLogin = call({
  path: '/v1/wallet/login',
  caller: 'public',
  write: true,
  summary: 'Signs a wallet user in; the session travels in an HttpOnly cookie',
  input: z.strictObject({
    identity_kind: z.enum(LOGIN_KINDS),
    /** Username, national phone number (digits only) or email address. */
    identity: z.string().min(1).max(128),
    /** Country calling code without "+", for a phone. */
    area_code: z
      .string()
      .regex(/^\d{1,4}$/)
      .optional(),
    password: z.string().min(1).max(LONGEST_PASSWORD),
    slider: sliderAnswer.optional(),
  }),
  output: z.strictObject({ user_id: z.number().int(), nick: z.string() }),
  errors: [
    'maintenance',
    'forbidden',
    'slider_required',
    'slider_failed',
    'slider_too_early',
    'too_many_requests',
    'wrong_credentials',
    'payer_suspended',
  ],
});

export const walletLogout = call({
  path: '/v1/wallet/logout',
  caller: 'payer',
  write: true,
  keyed: false,
  summary: 'Ends the wallet session at once',
  input: empty,
  output: nothing,
});

export const walletOverview = call({
  path: '/v1/wallet/overview',
  caller: 'payer',
  summary: 'The wallet user and the balances of every enabled market',
  input: empty,
  output: z.strictObject({
    user_id: z.number().int(),
    nick: z.string(),
    kind: z.enum(USER_KINDS),
    has_payment_password: z.boolean(),
    balances: z.array(
      z.strictObject({
        market,
        coin_name: coinName,
        available_asset: money,
        freeze_asset: money,
        pending_asset: money,
        reward_asset: money,
      }),
    ),
    /** Markets that the user has not enabled and may enable, each with its platform token. */
    further_markets: z.array(z.strictObject({ market, coin_name: coinName })),
  }),
});

/** The fees and limits of a wallet user in a coin; fees in percent, limits of USDT in USDT. */
const ownTerms = z.strictObject({
  coin_name: coinName,
  ...recordOf(USER_FEE_NAMES, () => z.string()),
  ...recordOf(USER_LIMITS, () => money),
  /** What of the day's USDT withdrawals is left until midnight UTC. */
  usdt_withdrawal_day_left: money,
});

export const walletTerms = call({
  path: '/v1/wallet/terms',
  caller: 'payer',
  summary: 'The fees and limits that hold for the wallet user, by the kind of user, per coin of the enabled markets',
  input: empty,
  output: z.strictObject({ kind: z.enum(USER_KINDS), coins: z.array(ownTerms) }),
});
export type WalletTerms = OutputOf<typeof walletTerms>;

export const walletMarketEnable = call({
  path: '/v1/wallet/market/enable',
  caller: 'payer',
  write: true,
  summary: 'Enables a market: the wallet may then hold its platform token',
  input: z.strictObject({ market }),
  output: nothing,
  errors: ['market_unknown', 'coin_off'],
  fields: { market_unknown: 'market', coin_off: 'market' },
});

export const walletRecord = z.strictObject({
  serial_number: serialNumber,
  coin_name: coinName,
  transaction_type: z.enum(TRANSACTION_TYPES),
  /** Whether the money is the balance itself or reward funds. */
  purpose: z.enum(['main', 'reward']),
  /** Signed change of all balances together. */
  transaction_number: money,
  /** Of it, what is free to use, and what waits to be confirmed. */
  available_change_number: money,
  pending_change_number: money,
  available_after_number: money,
  merchant_name: z.string().nullable(),
  /** Of the order that was paid, to find its receipt by; null for any other entry. */
  order_token: orderToken.nullable(),
  description: z.string().nullable(),
  time: instant,
});

export const walletRecordQuery = listCall({
  path: '/v1/wallet/record/query',
  caller: 'payer',
  summary: "The wallet user's ledger entries, newest first",
  row: walletRecord,
  sort: ['time'],
  filters: { coin_name: coinName.optional() },
});

export const walletPaymentPasswordSet = call({
  path: '/v1/wallet/payment_password/set',
  caller: 'payer',
  write: true,
  summary: 'Sets or changes the payment password; the login password proves who asks',
  input: z.strictObject({
    login_password: z.string().min(1).max(LONGEST_PASSWORD),
    payment_password: paymentPassword,
    payment_password_again: paymentPassword,
  }),
  output: nothing,
  errors: ['too_many_requests', 'wrong_credentials', 'payment_password_held', 'passwords_differ', 'payment_password_weak'],
});
