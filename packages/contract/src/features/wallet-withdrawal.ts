import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, empty, paymentPassword } from '../fields.ts';
import { listCall } from '../list-call.ts';
import { USDT_WITHDRAWAL_STATES } from '../review.ts';
import {
  ADDRESS_ERROR_FIELDS,
  ADDRESS_ERRORS,
  addressInput,
  payoutAddress,
  quoteInput,
  usdtWithdrawalRecord,
  whichWithdrawal,
  WITHDRAWAL_ERROR_FIELDS,
  WITHDRAWAL_ERRORS,
  withdrawalInput,
  withdrawalQuote,
  withdrawalSetting,
} from './usdt-withdrawal.ts';

/** USDT withdrawals of wallet users: the merchant's, confirmed with the payment password. */

const PASSWORD_ERRORS = ['payer_suspended', 'payment_password_not_set', 'payment_password_locked', 'payment_password_wrong'] as const;
const PASSWORD_FIELDS = {
  payment_password_not_set: 'payment_password',
  payment_password_locked: 'payment_password',
  payment_password_wrong: 'payment_password',
} as const;

export const walletWithdrawalQuery = listCall({
  path: '/v1/wallet/usdt_withdrawal/query',
  caller: 'payer',
  summary: 'USDT withdrawals of the wallet, newest first',
  row: usdtWithdrawalRecord,
  sort: ['create_time'],
  filters: { out_abbreviation: coinName.optional(), status: z.enum(USDT_WITHDRAWAL_STATES).optional() },
});

export const walletWithdrawalSetting = call({
  path: '/v1/wallet/usdt_withdrawal/setting',
  caller: 'payer',
  summary: 'Limits, fees, rates and networks of USDT withdrawals, and the address book',
  input: empty,
  output: withdrawalSetting,
});

export const walletWithdrawalQuote = call({
  path: '/v1/wallet/usdt_withdrawal/quote',
  caller: 'payer',
  summary: 'What a withdrawal of an amount would cost and what would arrive',
  input: quoteInput,
  output: withdrawalQuote,
  errors: ['coin_unknown', 'network_unknown'],
  fields: { coin_unknown: 'coin_id', network_unknown: 'network' },
});

export const walletWithdrawalAdd = call({
  path: '/v1/wallet/usdt_withdrawal/add',
  caller: 'payer',
  write: true,
  summary: 'Asks for a withdrawal of USDT to the address in the book; the amount is frozen until it is decided',
  input: z.strictObject({ ...withdrawalInput, payment_password: paymentPassword }),
  output: usdtWithdrawalRecord,
  errors: [...PASSWORD_ERRORS, ...WITHDRAWAL_ERRORS],
  fields: { ...PASSWORD_FIELDS, ...WITHDRAWAL_ERROR_FIELDS },
});

export const walletWithdrawalCancel = call({
  path: '/v1/wallet/usdt_withdrawal/cancel',
  caller: 'payer',
  write: true,
  summary: 'Cancels a withdrawal that nobody has decided on; a cancelled one again changes nothing',
  input: whichWithdrawal,
  output: usdtWithdrawalRecord,
  errors: ['order_unknown', 'review_decided'],
});

export const walletPayoutAddressEdit = call({
  path: '/v1/wallet/usdt_withdrawal/edit_address',
  caller: 'payer',
  write: true,
  summary: 'Changes the withdrawal address of a network; the new one may be used after 24 hours',
  input: z.strictObject({ ...addressInput, payment_password: paymentPassword }),
  output: payoutAddress,
  errors: [...PASSWORD_ERRORS, ...ADDRESS_ERRORS],
  fields: { ...PASSWORD_FIELDS, ...ADDRESS_ERROR_FIELDS },
});

/** What the wallet's page shows: a form that is worked out first and confirmed then, the addresses, and what was withdrawn. */
export interface WalletWithdrawalShown {
  readonly setting: z.infer<(typeof walletWithdrawalSetting)['output']>;
  readonly records: z.infer<(typeof walletWithdrawalQuery)['output']>;
  readonly paging: { readonly page: number; readonly pages: number };
  readonly asked: { readonly coin_id: string; readonly network: string; readonly withdrawal_count: string };
  /** What was asked for, worked out; null while nothing was, or where it cannot be. */
  readonly quote: z.infer<(typeof walletWithdrawalQuote)['output']> | null;
  /** Why what was asked for cannot be worked out, in words; null while it can be. */
  readonly refused: string | null;
  /** What was typed into the form of a network's address that was refused. */
  readonly typed: { readonly network: string; readonly address: string } | null;
  /** Names the confirmation that this page offers, so that a form that is sent twice withdraws once. */
  readonly key: string;
  readonly has_payment_password: boolean;
  readonly done: 'asked' | 'cancelled' | 'address' | null;
}
