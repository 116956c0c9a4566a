import { z } from 'zod';
import { LONGEST_BANK_NAME, LONGEST_HOLDER_NAME } from '../bank-account.ts';
import { call } from '../call.ts';
import { tagged } from '../field-kind.ts';
import { empty, instant, market, merchantId, nothing, serialNumber, shownLine, shownText } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';

/** Approved fiat withdrawals leave in files that a bank carries out. */

export const BANK_FILE_STATES = ['made', 'paid'] as const;
export const BANK_FILE_ORDER_STATES = ['included', 'paid', 'failed', 'returned'] as const;
export type BankFileOrderState = (typeof BANK_FILE_ORDER_STATES)[number];
export const BANK_FILE_FORMATS = ['xml', 'csv'] as const;
export type BankFileFormat = (typeof BANK_FILE_FORMATS)[number];
/** Orders that one file has at most. */
export const MOST_ORDERS_OF_FILE = 1_000;
/** Why files leave an approved withdrawal out: its bank account is no longer verified, or neither verified nor linked any more; or its owner is suspended; or banks are not paid from its coin. */
export const LEFT_OUT_WHY = ['account_not_verified', 'account_unlinked', 'owner_suspended', 'coin_not_paid_out'] as const;
export type LeftOutWhy = (typeof LEFT_OUT_WHY)[number];
export const MOST_LEFT_OUT_SHOWN = 100;

const fileNo = serialNumber.min(1);
const currencyAmount = tagged('decimal', z.string().meta({ description: "Decimal with the currency's own places", example: '1200.00' }));
const hash = z.string().meta({ description: 'SHA-256 of the file, in hex' });

const counted = z.strictObject({ order_count: z.number().int(), total: currencyAmount });

export const bankFile = z.strictObject({
  file_no: serialNumber,
  market,
  status: z.enum(BANK_FILE_STATES),
  order_count: z.number().int(),
  total: currencyAmount,
  /** What is paid out of it, or was: all of its withdrawals but those that failed. */
  pays: counted,
  failed: counted,
  xml_hash: hash,
  csv_hash: hash,
  made_by: z.string(),
  create_time: instant,
  paid_time: instant.nullable(),
  /** Who marked it as paid; null while nobody has. */
  paid_by: z.string().nullable(),
});

export const bankFileQuery = listCall({
  path: '/v1/operator/bank_file/query',
  caller: 'staff',
  permission: 'bank.read',
  summary: 'Bank files, the newest first',
  row: bankFile,
  sort: ['create_time'],
  filters: {
    file_no: serialNumber.optional(),
    market: market.optional(),
    status: z.enum(BANK_FILE_STATES).optional(),
  },
});

export const bankFileExport = exportCall(bankFileQuery, 'Bank files, without what is in them,');

export const bankFileOrderQuery = listCall({
  path: '/v1/operator/bank_file/order/query',
  caller: 'staff',
  permission: 'bank.read',
  summary: 'The withdrawals in bank files, with what became of each',
  row: z.strictObject({
    file_no: serialNumber,
    order_no: serialNumber,
    owner_id: merchantId,
    /** Its owner, a wallet user, has closed their account since. */
    owner_is_closed: z.boolean(),
    market,
    amount: currencyAmount,
    holder_name: z.string(),
    bank_name: z.string(),
    /** Masked. */
    account_number: z.string(),
    status: z.enum(BANK_FILE_ORDER_STATES),
    /** Why it failed or came back; empty otherwise. */
    reason: z.string(),
    /** Who marked it last, as paid, failed or returned; null while nobody has. */
    decided_by: z.string().nullable(),
    create_time: instant,
    update_time: instant,
  }),
  sort: ['create_time'],
  filters: {
    file_no: serialNumber.optional(),
    order_no: serialNumber.optional(),
    owner_id: merchantId.optional(),
    status: z.enum(BANK_FILE_ORDER_STATES).optional(),
  },
});

export const bankFileOrderExport = exportCall(bankFileOrderQuery, 'The withdrawals in bank files');

/** The account that the provider pays a currency out from. */
const payoutAccount = z.strictObject({
  holder_name: z.string(),
  bank_name: z.string(),
  bank_code: z.string(),
  account_number: z.string(),
});

/** SHA-256 of the order numbers, in hex: another one as soon as a file would hold other withdrawals. */
const ordersHash = z.string().max(64);

export const bankFileWaiting = call({
  path: '/v1/operator/bank_file/waiting',
  caller: 'staff',
  permission: 'bank.read',
  summary: 'What waits for a bank file in each currency, the account that it is paid out from, and which withdrawals files leave out',
  input: empty,
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        market,
        order_count: z.number().int(),
        total: currencyAmount,
        /** When the oldest of them was approved; null when none waits. */
        oldest_time: instant.nullable(),
        /** What a file that is made now takes of them: the oldest, up to a thousand; null when none waits. */
        next_file: z.strictObject({ order_count: z.number().int(), total: currencyAmount, orders_hash: ordersHash }).nullable(),
        payout_account: payoutAccount.nullable(),
      }),
    ),
    /** Approved withdrawals that files leave out for as long as something stands against them, the oldest first, a hundred at most. */
    left_out: z.array(
      z.strictObject({ owner_id: merchantId, order_no: serialNumber, market, amount: currencyAmount, why: z.enum(LEFT_OUT_WHY) }),
    ),
    /** How many there are, those that are not listed among them. */
    left_out_total: z.number().int(),
  }),
});

export const bankPayoutAccountSet = call({
  path: '/v1/operator/bank_file/payout_account/set',
  caller: 'staff',
  permission: 'bank.change',
  write: true,
  confirm: 'google_code',
  summary: 'Sets the account that a currency is paid out from; files that were made before keep theirs',
  input: z.strictObject({
    market,
    holder_name: shownLine.trim().min(1).max(LONGEST_HOLDER_NAME),
    bank_name: shownLine.trim().min(1).max(LONGEST_BANK_NAME),
    bank_code: z.string().max(24).default(''),
    account_number: z.string().max(64),
    /** The account that was set when it was looked at, null where none was; refused with `terms_changed` where that is no longer so. */
    before: payoutAccount.nullable().optional(),
  }),
  output: nothing,
  errors: ['market_unknown', 'account_number_invalid', 'bank_code_invalid', 'terms_changed'],
  fields: { market_unknown: 'market', account_number_invalid: 'account_number', bank_code_invalid: 'bank_code' },
});

export const bankFileAdd = call({
  path: '/v1/operator/bank_file/add',
  caller: 'staff',
  permission: 'bank.change',
  write: true,
  confirm: 'google_code',
  summary:
    'Collects approved withdrawals in a currency, the oldest first, into one file; each withdrawal is in one file only. Those whose bank account is not verified any more, or whose owner is suspended, are left out',
  input: z.strictObject({
    market,
    /** When the bank is to carry it out: a date of ISO 8601. */
    execution_date: z.iso.date(),
    /** What the file would hold, and be paid out from, when it was looked at; refused with `terms_changed` where that is no longer so. */
    before: z.strictObject({ orders_hash: ordersHash, payout_account: payoutAccount }).optional(),
  }),
  output: bankFile,
  errors: ['market_unknown', 'payout_account_missing', 'execution_date_past', 'bank_file_empty', 'terms_changed'],
  fields: {
    market_unknown: 'market',
    payout_account_missing: 'market',
    execution_date_past: 'execution_date',
    bank_file_empty: 'market',
  },
});

export const bankFileDownload = call({
  path: '/v1/operator/bank_file/download',
  caller: 'staff',
  permission: 'bank.change',
  answer: 'file',
  summary: 'A bank file as it was made: ISO 20022 pain.001.001.09, or CSV. Each download stands in the audit log',
  input: z.strictObject({ file_no: fileNo, format: z.enum(BANK_FILE_FORMATS) }),
  output: z.unknown(),
  errors: ['bank_file_unknown'],
  fields: { bank_file_unknown: 'file_no' },
});

export const bankFilePay = call({
  path: '/v1/operator/bank_file/pay',
  caller: 'staff',
  permission: 'bank.change',
  write: true,
  confirm: 'google_code',
  summary: 'Marks a file as carried out by the bank: pays out all of its withdrawals but those that failed',
  input: z.strictObject({
    file_no: fileNo,
    /** What it paid when it was looked at; refused with `terms_changed` where that is no longer so. */
    before: counted.optional(),
  }),
  output: bankFile,
  errors: ['bank_file_unknown', 'bank_file_paid', 'terms_changed'],
  fields: { bank_file_unknown: 'file_no' },
});

export const bankFileOrderReturn = call({
  path: '/v1/operator/bank_file/order/return',
  caller: 'staff',
  permission: 'bank.change',
  write: true,
  confirm: 'google_code',
  summary:
    'Marks one withdrawal of a file as failed (the bank did not carry it out) or returned (it came back): the owner has the money again',
  input: z.strictObject({
    file_no: fileNo,
    order_no: fileNo,
    outcome: z.enum(['failed', 'returned']),
    reason: shownText.trim().min(1).max(200),
  }),
  output: nothing,
  errors: [
    'bank_file_order_unknown',
    'bank_file_order_ended',
    'bank_file_order_not_paid',
    'bank_file_order_is_paid',
    'provider_balance_short',
  ],
  fields: { bank_file_order_unknown: 'order_no' },
});

export const fiatWithdrawalCallOff = call({
  path: '/v1/operator/bank_file/call_off',
  caller: 'staff',
  permission: 'review.decide',
  write: true,
  confirm: 'google_code',
  summary: 'Calls an approved withdrawal off that is in no bank file yet: the owner has the money again, and reads why',
  input: z.strictObject({ owner_id: merchantId, order_no: fileNo, reason: shownText.trim().min(1).max(200) }),
  output: nothing,
  errors: ['order_unknown', 'not_waiting_for_file'],
  fields: { order_unknown: 'order_no', not_waiting_for_file: 'order_no' },
});
