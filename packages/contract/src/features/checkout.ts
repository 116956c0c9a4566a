import { z } from 'zod';
import { call } from '../call.ts';
import { CHECKOUT_WAYS } from '../checkout-ways.ts';
import { coinName, decimals, instant, money, paymentPassword, serialNumber } from '../fields.ts';
import { CANCELLED_BY, PAYMENT_ORDER_STATES } from '../payment-order.ts';
import { PAYER_VERIFICATIONS } from '../sign-in-policy.ts';

/** The unguessable part of a payment page's address: the merchant's id (6 bytes) and 128 random bits, base64url. */
export const orderToken = z.string().regex(/^[\w-]{30}$/);

/** What anyone who has the order's address may see. */
export const checkoutOrder = z.strictObject({
  token: orderToken,
  serial_number: serialNumber,
  order_id: z.string(),
  merchant_name: z.string(),
  /** The address of its logo's picture; null where it has none. */
  merchant_logo: z.string().nullable(),
  description: z.string(),
  coin_name: coinName,
  /** Of the coin: what amounts on the page are worked out with. */
  decimals,
  amount: money,
  /** The market of the coin: a payer's wallet has to have it enabled. */
  market: z.string().nullable(),
  order_status: z.enum(PAYMENT_ORDER_STATES),
  /** The order is open, and cannot be paid while its merchant is suspended. */
  merchant_suspended: z.boolean(),
  cancelled_by: z.enum(CANCELLED_BY).nullable(),
  /** Whether a payer may give it up for everybody; the order of a payment link stays for whoever else has the link. */
  may_cancel: z.boolean(),
  /** The ways in which payers may pay it: it keeps those that it was made with. */
  ways: z.array(z.enum(CHECKOUT_WAYS)),
  expire_time: instant,
  server_time: instant,
  /** Where the payer may return to, with the order's number and state in its query; null when the merchant named none. */
  return_address: z.string().nullable(),
  /** Whether the signed-in payer is the one who paid. */
  paid_by_me: z.boolean(),
  /** When the signed-in payer paid, and how much of it from reward funds; null for anybody else. */
  paid_time: instant.nullable(),
  from_reward: money.nullable(),
});

/** The signed-in payer, as far as this order concerns them. */
export const checkoutPayer = z.strictObject({
  user_id: z.number().int(),
  nick: z.string(),
  market_enabled: z.boolean(),
  available_asset: money,
  reward_asset: money,
  /** Whether the page offers to deposit USDT for it: the order allows it, and the coin's rate floats. */
  may_deposit_usdt: z.boolean(),
  has_payment_password: z.boolean(),
  /** Whether the payer may confirm this payment by face. */
  may_confirm_by_face: z.boolean(),
  /** A passkey may stand in the place of the payment password. */
  has_passkey: z.boolean(),
  /** What the payer must still verify before they pay. */
  missing_verifications: z.array(z.enum(PAYER_VERIFICATIONS)),
  /** Until when no payment password is taken, after too many wrong ones; null when it is not locked. */
  payment_password_locked_until: instant.nullable(),
  /** Until when the payment password cannot be changed, after a code has set the login password anew; null when it can. */
  payment_password_held_until: instant.nullable(),
});

/** The payer whom the page names, their number: while another is signed in, nothing is done. Left out, it is whoever is signed in. */
export const shownPayer = z.number().int().positive().optional();

const orderAndPayer = z.strictObject({ order: checkoutOrder, payer: checkoutPayer.nullable() });

export const checkoutView = call({
  path: '/v1/checkout/view',
  caller: 'payer_maybe',
  summary: 'The order behind a payment page, and the payer if one is signed in',
  input: z.strictObject({ token: orderToken }),
  output: orderAndPayer,
  errors: ['order_unknown'],
});

export const checkoutScan = call({
  path: '/v1/checkout/scan',
  caller: 'payer_maybe',
  write: true,
  summary: 'Notes that the payment code was opened on a phone',
  input: z.strictObject({ token: orderToken }),
  output: orderAndPayer,
  errors: ['order_unknown'],
});

export const checkoutAuthorise = call({
  path: '/v1/checkout/authorise',
  caller: 'payer',
  write: true,
  summary:
    'Checks the payment password and grants the payment of this one order for a short time, so that a lost answer can be asked for again',
  input: z.strictObject({ token: orderToken, payment_password: paymentPassword, user_id: shownPayer }),
  output: z.strictObject({ payment_grant: z.string(), expires_at: instant }),
  errors: [
    'another_signed_in',
    'order_unknown',
    'verification_incomplete',
    'payer_suspended',
    'payment_password_not_set',
    'payment_password_locked',
    'payment_password_wrong',
  ],
});

export const checkoutPay = call({
  path: '/v1/checkout/pay',
  caller: 'payer',
  write: true,
  batched: true,
  summary: "Pays the order, whole, from the payer's balance and, if chosen, reward funds",
  input: z.strictObject({ token: orderToken, payment_grant: z.string().max(512), use_reward: z.boolean().default(false) }),
  output: z.strictObject({
    serial_number: serialNumber,
    paid_time: instant,
    amount: money,
    from_reward: money,
    return_address: z.string().nullable(),
  }),
  errors: [
    'payment_grant_refused',
    'order_unknown',
    'order_already_paid',
    'order_cancelled',
    'order_expired',
    'payer_suspended',
    'merchant_suspended',
    'market_not_enabled',
    'insufficient_balance',
  ],
});

export const checkoutAbandon = call({
  path: '/v1/checkout/abandon',
  // Not whoever has the address: that is also who saw it over a shoulder.
  caller: 'payer',
  write: true,
  summary: 'The signed-in payer gives the order up; it is cancelled',
  input: z.strictObject({ token: orderToken, user_id: shownPayer }),
  output: orderAndPayer,
  errors: ['payer_suspended', 'another_signed_in', 'order_unknown', 'order_of_link', 'order_already_paid', 'order_expired'],
});

export const checkoutEvents = call({
  method: 'GET',
  path: '/v1/checkout/events',
  caller: 'payer_maybe',
  answer: 'events',
  summary: 'Server-sent events: the order whenever its state changes',
  input: z.strictObject({ token: orderToken }),
  output: z.unknown(),
  errors: ['order_unknown'],
});
