import { z } from 'zod';
import { call } from '../call.ts';
import { tagged } from '../field-kind.ts';
import { amount, coinName, decimal, decimals, empty, idText, instant, merchantId, money, serialNumber, shownLine } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { LONGEST_ADDRESS } from '../limits.ts';
import { USDT_WITHDRAWAL_STATES } from '../review.ts';
import { RISK_REASONS } from '../risk.ts';
import { exchangeRate, networkName } from './market.ts';

/** After so long a new withdrawal address may be used. */
export const PAYOUT_ADDRESS_RESTS_H = 24;

/** One withdrawal to a chain. All money is in `out_abbreviation`, but for `count`, which is what arrives, in `abbreviation`. */
export const usdtWithdrawalRecord = z.strictObject({
  order_no: serialNumber,
  status: z.enum(USDT_WITHDRAWAL_STATES),
  /** The owner's number: a merchant's, or of a withdrawal from a wallet the user's. */
  merchant_id: merchantId,
  /** The owner's name. */
  name: z.string(),
  /** The coin that the amount is taken from. */
  out_abbreviation: coinName,
  /** The amount that is taken, with the fee in it. */
  trade_count: money,
  /** The fee's rate, as a percentage. */
  usdt_withdrawal_fee: tagged('decimal', z.string().meta({ description: 'Percentage', example: '0.50' })),
  fee: money,
  /** How much of `out_abbreviation` one USDT is. */
  rate: decimal,
  /** What the transfer on the network costs beside the fee. */
  network_fee: money,
  /** The coin that arrives on the chain, and how much of it. */
  abbreviation: z.string().meta({ description: 'Coin code', example: 'USDT' }),
  count: tagged('decimal', z.string().meta({ description: 'Amount of `abbreviation`', example: '99.500000' })),
  network: networkName,
  address: idText,
  /** Of the transfer on the chain; empty until it was paid out. */
  txid: idText,
  /** Why whoever decides on it looks twice. */
  manual_because: z.array(z.enum(RISK_REASONS)),
  /** Why it was rejected, failed or refunded; empty otherwise. */
  remark: z.string(),
  create_time: instant,
  /** When it was last decided on; null while nobody has. */
  audit_time: instant.nullable(),
  update_time: instant,
});

const filters = {
  order_no: serialNumber.optional(),
  txid: z.string().max(LONGEST_ADDRESS).optional(),
  out_abbreviation: coinName.optional(),
  network: networkName.optional(),
  status: z.enum(USDT_WITHDRAWAL_STATES).optional(),
};

export const usdtWithdrawalQuery = listCall({
  path: '/v1/merchant/usdt_trade/extract/query',
  caller: 'merchant',
  summary: 'USDT withdrawals of the merchant',
  row: usdtWithdrawalRecord,
  sort: ['create_time', 'update_time', 'trade_count'],
  filters,
});

export const usdtWithdrawalExport = exportCall(usdtWithdrawalQuery, 'USDT withdrawals');

export const whichWithdrawal = z.strictObject({ order_no: serialNumber.min(1) });

export const usdtWithdrawalDetail = call({
  path: '/v1/merchant/usdt_trade/extract/detail',
  caller: 'merchant',
  summary: 'One USDT withdrawal as it is now',
  input: whichWithdrawal,
  output: usdtWithdrawalRecord,
  errors: ['order_unknown'],
});

/** What is asked for when USDT is withdrawn: an amount of a coin, to the address that the book has for the network, at the rate that was shown. */
export const withdrawalInput = {
  /** The coin's code. */
  coin_id: coinName,
  /** In the coin; the fee is taken from it. */
  withdrawal_count: amount,
  network: networkName,
  /** As the address book has it: whoever confirms has seen it whole. */
  address: z.string().min(1).max(LONGEST_ADDRESS),
  /** The rate that was shown; one that was replaced holds for another minute. */
  rate: exchangeRate,
  /** What was shown to arrive, in USDT: other fees are refused. Without it, whatever they are. */
  count: amount.optional(),
};

export const WITHDRAWAL_ERRORS = [
  'withdrawal_needs_identity',
  'coin_unknown',
  'network_unknown',
  'coin_off',
  'payout_network_off',
  'market_not_enabled',
  'rate_unavailable',
  'rate_changed',
  'amount_below_minimum',
  'withdrawal_above_maximum',
  'fee_exceeds_amount',
  'fee_changed',
  'payout_address_missing',
  'payout_address_other',
  'payout_address_resting',
  'payout_address_blocked',
  'payout_address_refused',
  'withdrawal_day_maximum',
  'insufficient_balance',
] as const;

/** Which field of `withdrawalInput` a refusal is about. */
export const WITHDRAWAL_ERROR_FIELDS = {
  coin_unknown: 'coin_id',
  network_unknown: 'network',
  coin_off: 'coin_id',
  payout_network_off: 'network',
  market_not_enabled: 'coin_id',
  amount_below_minimum: 'withdrawal_count',
  withdrawal_above_maximum: 'withdrawal_count',
  payout_address_missing: 'network',
  payout_address_other: 'network',
  payout_address_resting: 'network',
  payout_address_blocked: 'network',
  payout_address_refused: 'network',
  rate_unavailable: 'coin_id',
  rate_changed: 'withdrawal_count',
  fee_exceeds_amount: 'withdrawal_count',
  fee_changed: 'withdrawal_count',
  withdrawal_day_maximum: 'withdrawal_count',
  insufficient_balance: 'withdrawal_count',
} as const;

export const usdtWithdrawalAdd = call({
  path: '/v1/merchant/usdt_trade/extract/add',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Asks for a withdrawal of USDT to the address in the book; the amount is frozen until it is decided',
  input: z.strictObject(withdrawalInput),
  output: usdtWithdrawalRecord,
  errors: [...WITHDRAWAL_ERRORS],
  fields: WITHDRAWAL_ERROR_FIELDS,
});

export const usdtWithdrawalCancel = call({
  path: '/v1/merchant/usdt_trade/extract/cancel',
  caller: 'merchant',
  write: true,
  summary: 'Cancels a withdrawal that nobody has decided on; a cancelled one again changes nothing',
  input: whichWithdrawal,
  output: usdtWithdrawalRecord,
  errors: ['order_unknown', 'review_decided'],
});

/** What a withdrawal of an amount comes to, as the numbers stand now. */
export const withdrawalQuote = z.strictObject({
  coin_id: coinName,
  available_asset: money,
  usdt_withdrawal_fee: z.string(),
  /** What is taken as the fee, at `usdt_withdrawal_fee`. */
  transfer_out_commission: money,
  /** Null while there is no rate: nothing can be withdrawn then. */
  rate: z.string().nullable(),
  abbreviation: z.string(),
  /** In the coin; null without a rate, as it is counted in USDT. */
  network_fee: money.nullable(),
  /** What the amount is worth before fees, in `abbreviation`: what the limits are about. Null without a rate. */
  exchange_out: z.string().nullable(),
  /** What arrives, in `abbreviation`; null without a rate, and where the fees leave nothing. */
  count: z.string().nullable(),
});
export const quoteInput = z.strictObject({ coin_id: coinName, network: networkName, withdrawal_count: amount });

export const usdtWithdrawalQuote = call({
  path: '/v1/merchant/usdt_trade/extract/quote',
  caller: 'merchant',
  summary: 'What a withdrawal of an amount would cost and what would arrive',
  input: quoteInput,
  output: withdrawalQuote,
  errors: ['coin_unknown', 'network_unknown'],
  fields: { coin_unknown: 'coin_id', network_unknown: 'network' },
});

/** The address that withdrawals on a network go to. */
export const payoutAddress = z.strictObject({
  network: networkName,
  /** Null while there is none. */
  address: idText.nullable(),
  /** From when on it may be used. */
  usable_time: instant.nullable(),
  is_resting: z.boolean(),
  create_time: instant.nullable(),
});

export const withdrawalSetting = z.strictObject({
  /** The provider takes no withdrawal before the identity is approved, and it is not. */
  needs_identity: z.boolean(),
  abbreviation: z.string(),
  /** Of USDT, as amounts here are written. */
  decimals,
  coins: z.array(
    z.strictObject({
      coin_name: coinName,
      decimals,
      available_asset: money,
      /** Off: nothing can be withdrawn from it now. */
      is_on: z.boolean(),
      /** Limits are in `abbreviation`. */
      minimum: z.string(),
      maximum: z.string(),
      day_maximum: z.string(),
      /** What is left of `day_maximum` today (UTC). */
      day_left: z.string(),
      usdt_withdrawal_fee: z.string(),
      /** How much of the coin one USDT is; null while there is no rate. */
      rate: z.string().nullable(),
    }),
  ),
  /** The networks that are switched on, each with the owner's address on it and its fee in `abbreviation`. */
  networks: z.array(z.strictObject({ ...payoutAddress.shape, network_fee: z.string() })),
});

export const usdtWithdrawalSetting = call({
  path: '/v1/merchant/usdt_trade/extract/setting',
  caller: 'merchant',
  summary: 'Limits, fees, rates and networks of USDT withdrawals, and the address book',
  input: empty,
  output: withdrawalSetting,
});

export const payoutAddressList = call({
  path: '/v1/merchant/charge_record/payout_address',
  caller: 'merchant',
  summary: 'The address book for withdrawals: the address of each network that is switched on, with what it was before',
  input: empty,
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        ...payoutAddress.shape,
        /** Earlier ones, newest first. */
        earlier: z.array(z.strictObject({ address: idText, create_time: instant })),
      }),
    ),
  }),
});

/** A new address for a network. */
export const addressInput = { network: networkName, address: shownLine.min(1).max(LONGEST_ADDRESS) };
export const ADDRESS_ERRORS = ['network_unknown', 'address_malformed', 'payout_address_refused', 'payout_address_blocked'] as const;
export const ADDRESS_ERROR_FIELDS = {
  network_unknown: 'network',
  address_malformed: 'address',
  payout_address_refused: 'address',
  payout_address_blocked: 'address',
} as const;

export const payoutAddressEdit = call({
  path: '/v1/merchant/charge_record/edit_address',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: `Changes the withdrawal address of a network; the new one may be used after ${PAYOUT_ADDRESS_RESTS_H} hours`,
  input: z.strictObject(addressInput),
  output: payoutAddress,
  errors: [...ADDRESS_ERRORS],
  fields: ADDRESS_ERROR_FIELDS,
});
