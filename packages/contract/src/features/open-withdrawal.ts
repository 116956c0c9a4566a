import { z } from 'zod';
import { call } from '../call.ts';
import { amount, coinName, instant, merchantOrderNumber, money, serialNumber, shownText, userId } from '../fields.ts';
import { LONGEST_REVIEW_REMARK, REVIEW_MODES, REVIEWED_STATES } from '../review.ts';
import { NAMES_ONE_USER, namesOneUser, whichUser } from './open-look-up.ts';

/** Which withdrawal: by Purser's serial number or by the merchant's own number. */
const whichWithdrawal = z.union(
  [z.strictObject({ serial_number: serialNumber.min(1) }), z.strictObject({ order_id: merchantOrderNumber })],
  {
    error: 'either serial_number or order_id',
  },
);

export const openWithdrawal = z.strictObject({
  serial_number: serialNumber,
  order_id: merchantOrderNumber,
  payment_id: userId,
  nick: z.string(),
  external_account: z.string(),
  coin_name: coinName,
  amount: money,
  handling_fee: money,
  settlement_amount: money.meta({ description: 'What arrives in the wallet: the amount less the fee' }),
  order_status: z.enum(REVIEWED_STATES),
  review_mode: z.enum(REVIEW_MODES),
  note: z.string(),
  remark: z.string().meta({ description: 'Why it was rejected' }),
  create_time: instant,
  update_time: instant,
});

export const openWithdrawalCreate = call({
  path: '/v1/open/withdrawal/create',
  caller: 'access_key',
  write: true,
  batched: true,
  summary: "Pays one of the merchant's users out to the wallet: at once within the exemption quota, else after a review at the console",
  input: z
    .strictObject({
      order_id: merchantOrderNumber,
      ...whichUser,
      coin_name: coinName,
      amount: amount.meta({ description: 'What leaves your balance; the fee is taken from it', example: '12.50' }),
      note: shownText.max(LONGEST_REVIEW_REMARK).default('').meta({ description: 'For whoever reviews it' }),
    })
    .refine(namesOneUser, NAMES_ONE_USER),
  output: openWithdrawal,
  errors: [
    'maintenance',
    'merchant_suspended',
    'coin_unknown',
    'coin_off',
    'merchant_order_duplicate',
    'too_many_requests',
    'payee_unknown',
    'payee_ambiguous',
    'payee_suspended',
    'market_not_enabled',
    'fee_exceeds_amount',
    'insufficient_balance',
  ],
});

export const openWithdrawalQuery = call({
  path: '/v1/open/withdrawal/query',
  caller: 'access_key',
  summary: 'One withdrawal as it is now',
  input: whichWithdrawal,
  output: openWithdrawal,
  errors: ['order_unknown'],
});

export const openWithdrawalCancel = call({
  path: '/v1/open/withdrawal/cancel',
  caller: 'access_key',
  write: true,
  summary: 'Cancels a withdrawal that nobody has decided yet: the amount is available again; a cancelled one again changes nothing',
  input: whichWithdrawal,
  output: openWithdrawal,
  errors: ['order_unknown', 'review_decided'],
});
