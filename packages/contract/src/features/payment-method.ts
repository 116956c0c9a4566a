import { z } from 'zod';
import {
  BINDINGS,
  LISTINGS,
  LONGEST_BANK_NAME,
  LONGEST_HOLDER_NAME,
  PAYMENT_METHOD_KINDS,
  PAYMENT_METHOD_STATES,
} from '../bank-account.ts';
import { call } from '../call.ts';
import { idText, instant, market, merchantId, nothing, shownLine, shownText } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { staffId } from './staff.ts';

/** Bank accounts that merchants and wallet users are paid out to. Numbers are shown masked everywhere but where staff compare them. */

export const paymentMethod = z.strictObject({
  payment_method_id: idText,
  kind: z.enum(PAYMENT_METHOD_KINDS),
  /** The currency area whose money it takes. */
  market,
  holder_name: z.string(),
  bank_name: z.string(),
  /** BIC, or the code of a national clearing system; empty where the account number says it. */
  bank_code: z.string(),
  account_number: z.string().meta({ description: 'Masked', example: '••••8901' }),
  status: z.enum(PAYMENT_METHOD_STATES),
  /** Why staff rejected it; empty otherwise. */
  reason: z.string(),
  binding: z.enum(BINDINGS),
  listing: z.enum(LISTINGS),
  is_default: z.boolean(),
  create_time: instant,
  update_time: instant,
});

export const paymentMethodQuery = listCall({
  path: '/v1/merchant/payment_method/query',
  caller: 'merchant',
  summary: "The merchant's bank accounts, those that were unlinked included",
  row: paymentMethod,
  sort: ['create_time'],
  filters: {
    payment_method_id: z.uuid().optional(),
    market: market.optional(),
    status: z.enum(PAYMENT_METHOD_STATES).optional(),
    binding: z.enum(BINDINGS).optional(),
    listing: z.enum(LISTINGS).optional(),
  },
});

export const paymentMethodExport = exportCall(paymentMethodQuery, "The merchant's bank accounts, their numbers masked,");

const which = { payment_method_id: z.uuid() };

/** What a bank must know of an account, beside its number. */
const details = {
  holder_name: shownLine.trim().min(1).max(LONGEST_HOLDER_NAME),
  bank_name: shownLine.trim().min(1).max(LONGEST_BANK_NAME),
  bank_code: z.string().max(24).default('').meta({ description: 'BIC or national clearing code; may be left out for an IBAN' }),
};

export const paymentMethodAdd = call({
  path: '/v1/merchant/payment_method/add',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Links a bank account; money is paid out to it once staff have verified it',
  input: z.strictObject({
    market,
    ...details,
    account_number: z.string().max(64).meta({ description: 'IBAN, or digits', example: 'DE89 3704 0044 0532 0130 00' }),
  }),
  output: paymentMethod,
  errors: [
    'market_unknown',
    'market_not_enabled',
    'account_number_invalid',
    'bank_code_invalid',
    'payment_method_known',
    'payment_method_limit',
  ],
  fields: {
    market_unknown: 'market',
    market_not_enabled: 'market',
    account_number_invalid: 'account_number',
    bank_code_invalid: 'bank_code',
    payment_method_known: 'account_number',
  },
});

export const paymentMethodUpdate = call({
  path: '/v1/merchant/payment_method/update',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Changes what is said of a bank account, which is then verified anew, or whether it is listed. Its number never changes',
  input: z.strictObject({ ...which, ...details, listing: z.enum(LISTINGS) }),
  output: paymentMethod,
  errors: ['payment_method_unknown', 'bank_code_invalid'],
  fields: { payment_method_unknown: 'payment_method_id', bank_code_invalid: 'bank_code' },
});

export const paymentMethodDelete = call({
  path: '/v1/merchant/payment_method/delete',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Unlinks a bank account: nothing new is paid out to it. Withdrawals that were requested before are not changed',
  input: z.strictObject(which),
  output: nothing,
  errors: ['payment_method_unknown'],
  fields: { payment_method_unknown: 'payment_method_id' },
});

export const paymentMethodSetDefault = call({
  path: '/v1/merchant/payment_method/set_default',
  caller: 'merchant',
  write: true,
  summary: 'Makes a bank account the one that is offered first in its market',
  input: z.strictObject(which),
  output: paymentMethod,
  errors: ['payment_method_unknown'],
  fields: { payment_method_unknown: 'payment_method_id' },
});

export const PARTIES_OF_METHODS = ['merchant', 'user'] as const;

export const staffPaymentMethod = z.strictObject({
  ...paymentMethod.shape,
  owner_id: merchantId,
  owner_name: z.string(),
  party: z.enum(PARTIES_OF_METHODS),
  /** Counts the changes: what is decided is what was seen. */
  version: z.number().int(),
  /** Who verified or rejected it as it is now, and when; null while nobody has. */
  decided_by: z.strictObject({ staff_id: staffId, name: z.string() }).nullable(),
  decide_time: instant.nullable(),
});

export const METHOD_DECISIONS = ['verify', 'reject'] as const;
/** How many bank accounts are decided on with one code. */
export const MOST_METHODS_DECIDED = 100;

export const staffPaymentMethodQuery = listCall({
  path: '/v1/operator/bank_account/query',
  caller: 'staff',
  permission: 'review.read',
  summary: 'Bank accounts of merchants and wallet users, the newest first',
  row: staffPaymentMethod,
  sort: ['create_time'],
  filters: {
    payment_method_id: z.uuid().optional(),
    owner_id: merchantId.optional(),
    market: market.optional(),
    status: z.enum(PAYMENT_METHOD_STATES).optional(),
    party: z.enum(PARTIES_OF_METHODS).optional(),
    binding: z.enum(BINDINGS).optional(),
  },
});

export const staffPaymentMethodExport = exportCall(
  staffPaymentMethodQuery,
  'Bank accounts of merchants and wallet users, their numbers masked,',
);

const ofOwner = { owner_id: merchantId, ...which };
/** As it was looked at: one that its owner has changed since, or that somebody has decided, is refused. */
const seen = { ...ofOwner, version: z.number().int().positive(), status: z.enum(PAYMENT_METHOD_STATES) };
export const staffPaymentMethodNumber = call({
  path: '/v1/operator/bank_account/number',
  caller: 'staff',
  permission: 'review.decide',
  write: true,
  summary: "Shows an account number whole, to compare it with a bank's record; that it was shown stands in its owner's audit log",
  input: z.strictObject(ofOwner),
  output: z.strictObject({ account_number: z.string() }),
  errors: ['payment_method_unknown'],
  fields: { payment_method_unknown: 'payment_method_id' },
});

export const staffPaymentMethodDecide = call({
  path: '/v1/operator/bank_account/decide',
  caller: 'staff',
  permission: 'review.decide',
  write: true,
  confirm: 'google_code',
  summary:
    'Verifies bank accounts as they were seen, so that money may be paid out to them, or rejects them, or takes verifications back: each decided on its own, and its owner is told why it was rejected',
  input: z.strictObject({
    accounts: z.array(z.strictObject(seen)).min(1).max(MOST_METHODS_DECIDED),
    decision: z.enum(METHOD_DECISIONS),
    /** Wanted for a rejection, which the owner reads. */
    reason: shownText.trim().max(200).default(''),
  }),
  output: z.strictObject({
    /** In the order of what was asked. */
    results: z.array(
      z.strictObject({
        ...ofOwner,
        /** 200: done. Another: it was refused and is as it was. */
        code: z.number().int(),
        msg: z.string(),
        detail: z.string(),
        /** The account's state now; null where nothing was decided. */
        status: z.enum(PAYMENT_METHOD_STATES).nullable(),
      }),
    ),
  }),
});
