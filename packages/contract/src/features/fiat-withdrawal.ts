import { z } from 'zod';
import { call } from '../call.ts';
import { tagged } from '../field-kind.ts';
import { amount, coinName, instant, market, merchantId, money, serialNumber, shownText } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { FIAT_WITHDRAWAL_STATES, LONGEST_REVIEW_REMARK } from '../review.ts';
import { RISK_REASONS } from '../risk.ts';

/** Withdrawals of platform tokens and USDT to a bank account, in the currency of its market. */

const decimal = tagged('decimal', z.string().meta({ description: 'Decimal', example: '25300.5' }));

export const fiatWithdrawal = z.strictObject({
  order_no: serialNumber,
  merchant_id: merchantId,
  name: z.string(),
  /** The currency that arrives. */
  abbreviation: market,
  /** The coin that is withdrawn; trade_count and fee are in it. */
  out_abbreviation: coinName,
  trade_count: money,
  /** Units of the currency for one of the coin. */
  rate: decimal,
  fee: money,
  /** The fee's rate in percent: "0.80". */
  currency_withdrawal_fee: tagged('decimal', z.string()),
  /** What arrives, in the currency. */
  count: decimal,
  status: z.enum(FIAT_WITHDRAWAL_STATES),
  holder_name: z.string(),
  bank_name: z.string(),
  /** Masked. */
  account_number: z.string(),
  /** Why whoever decides on it looks twice. */
  manual_because: z.array(z.enum(RISK_REASONS)),
  /** Why it was rejected or returned; empty otherwise. */
  remark: z.string(),
  create_time: instant,
  /** When it was approved or rejected; null while it waits. */
  audit_time: instant.nullable(),
  update_time: instant,
});

export const fiatWithdrawalQuery = listCall({
  path: '/v1/merchant/currency_trade/extract/query',
  caller: 'merchant',
  summary: "The merchant's withdrawals to bank accounts",
  row: fiatWithdrawal,
  sort: ['create_time'],
  filters: {
    order_no: serialNumber.optional(),
    out_abbreviation: coinName.optional(),
    status: z.enum(FIAT_WITHDRAWAL_STATES).optional(),
  },
});

export const fiatWithdrawalExport = exportCall(fiatWithdrawalQuery, 'Fiat withdrawals');

const which = z.strictObject({ order_no: serialNumber.min(1) });

export const fiatWithdrawalDetail = call({
  path: '/v1/merchant/currency_trade/extract/detail',
  caller: 'merchant',
  summary: 'One withdrawal to a bank account, as it is now',
  input: which,
  output: fiatWithdrawal,
  errors: ['order_unknown'],
  fields: { order_unknown: 'order_no' },
});

/** What asks for a withdrawal, whoever asks. */
const wish = z.strictObject({
  coin_name: coinName,
  amount,
  payment_method_id: z.uuid(),
  /** The rate that was shown; without one, whatever it is. It must hold, or have held within the last minute. */
  rate: z.string().max(40).optional(),
  /** What was shown to arrive, in the currency: another fee is refused. Without it, whatever it is. */
  count: amount.optional(),
  note: shownText.max(LONGEST_REVIEW_REMARK).default(''),
});

export const fiatWithdrawalAdd = call({
  path: '/v1/merchant/currency_trade/extract/add',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary:
    'Asks for a withdrawal to a verified bank account; the fee is taken from the amount, and the money is frozen until it is decided',
  input: wish,
  output: fiatWithdrawal,
  errors: [
    'withdrawal_needs_identity',
    'coin_unknown',
    'coin_off',
    'payment_method_unknown',
    'payment_method_unverified',
    'payment_method_off',
    'payout_currency_differs',
    'rate_unavailable',
    'rate_changed',
    'amount_below_minimum',
    'fee_exceeds_amount',
    'fee_changed',
    'market_not_enabled',
    'insufficient_balance',
  ],
  fields: {
    coin_unknown: 'coin_name',
    coin_off: 'coin_name',
    payment_method_unknown: 'payment_method_id',
    payment_method_unverified: 'payment_method_id',
    payment_method_off: 'payment_method_id',
    payout_currency_differs: 'payment_method_id',
    amount_below_minimum: 'amount',
    fee_exceeds_amount: 'amount',
    fee_changed: 'amount',
    market_not_enabled: 'coin_name',
    insufficient_balance: 'amount',
  },
});

export const fiatWithdrawalCancel = call({
  path: '/v1/merchant/currency_trade/extract/cancel',
  caller: 'merchant',
  write: true,
  summary:
    'Takes back a withdrawal that nobody has decided yet; the money is available again. One that is taken back again changes nothing',
  input: which,
  output: fiatWithdrawal,
  errors: ['order_unknown', 'review_decided'],
  fields: { order_unknown: 'order_no' },
});

export const fiatWithdrawalSetting = call({
  path: '/v1/merchant/currency_trade/setting/query',
  caller: 'merchant',
  summary: 'What a withdrawal of a coin to a currency costs, and what would arrive of an amount',
  input: z.strictObject({ coin_name: coinName, market, amount: amount.optional() }),
  output: z.strictObject({
    /** The provider takes no withdrawal before the identity is approved, and it is not. */
    needs_identity: z.boolean(),
    coin_name: coinName,
    abbreviation: market,
    available_asset: money,
    withdrawal_minimum: money,
    currency_withdrawal_fee: z.string(),
    rate: decimal,
    /** Null unless an amount was given that covers the fee. */
    fee: money.nullable(),
    count: decimal.nullable(),
  }),
  errors: ['coin_unknown', 'market_unknown', 'payout_currency_differs', 'coin_off', 'rate_unavailable'],
  fields: { coin_unknown: 'coin_name', market_unknown: 'market', payout_currency_differs: 'market' },
});
