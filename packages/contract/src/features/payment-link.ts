import { z } from 'zod';
import { call } from '../call.ts';
import { amount, coinName, empty, instant, market, money, serialNumber, shownLine } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { LONGEST_LINK_LIFETIME_MIN, PAYMENT_LINK_STATES, PAYMENT_LINK_USES, SHORTEST_LINK_LIFETIME_MIN } from '../payment-link.ts';

/** A text for payers is at most this long. */
export const LONGEST_LINK_TEXT = 200;

export const paymentLink = z.strictObject({
  create_time: instant,
  serial_number: serialNumber,
  coin_name: coinName,
  /** What each payer pays. */
  amount: money,
  /** What payers are shown. */
  description: z.string(),
  link_uses: z.enum(PAYMENT_LINK_USES),
  link_status: z.enum(PAYMENT_LINK_STATES),
  /** How often it was paid, and what came together. */
  payment_count: z.number().int(),
  payment_sum: money,
  payment_url: z.string().meta({ description: 'Where payers pay' }),
  /** Until when it can be paid. */
  expire_time: instant,
});

export const paymentLinkQuery = listCall({
  path: '/v1/merchant/payment_link/query',
  caller: 'merchant',
  summary: 'The payment links that the merchant made, each with its state and what it brought in',
  row: paymentLink,
  sort: ['create_time'],
  filters: {
    serial_number: serialNumber.optional(),
    coin_name: coinName.optional(),
    link_uses: z.enum(PAYMENT_LINK_USES).optional(),
    link_status: z.enum(PAYMENT_LINK_STATES).optional(),
  },
});

export const paymentLinkExport = exportCall(paymentLinkQuery, 'The payment links that the merchant made');

export const paymentLinkAdd = call({
  path: '/v1/merchant/payment_link/add',
  caller: 'merchant',
  write: true,
  summary: 'Makes a payment link: whoever has its address can pay the amount, once altogether or each payer for themselves',
  input: z.strictObject({
    coin_name: coinName,
    amount,
    description: shownLine.max(LONGEST_LINK_TEXT).default(''),
    link_uses: z.enum(PAYMENT_LINK_USES),
    lifetime_min: z
      .number()
      .int()
      .min(SHORTEST_LINK_LIFETIME_MIN)
      .max(LONGEST_LINK_LIFETIME_MIN)
      .meta({ description: 'Minutes until nobody can pay it any more' }),
  }),
  output: paymentLink,
  errors: [
    'merchant_suspended',
    'coin_unknown',
    'market_not_enabled',
    'coin_off',
    'coin_not_listed',
    'order_amount_out_of_range',
    'fee_exceeds_amount',
  ],
});

export const paymentLinkClose = call({
  path: '/v1/merchant/payment_link/close',
  caller: 'merchant',
  write: true,
  summary: 'Closes a payment link: nobody can pay it from then on. A closed one again changes nothing',
  input: z.strictObject({ serial_number: serialNumber.min(1) }),
  output: paymentLink,
  errors: ['link_unknown', 'link_paid', 'link_expired', 'order_expired'],
});

export const standingCodeList = call({
  path: '/v1/merchant/standing_code/list',
  caller: 'merchant',
  summary: "The merchant's standing codes, one for each market: payers scan one and type what they pay",
  input: empty,
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        coin_name: coinName,
        market,
        /** Off: nobody can pay in it now. */
        is_on: z.boolean(),
        /** Off as the merchant has set it: it takes no new orders in the coin. */
        is_listed: z.boolean(),
        payment_url: z.string().meta({ description: 'What the code says' }),
      }),
    ),
  }),
});
