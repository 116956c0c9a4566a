import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, idText, instant, merchantId, nothing, serialNumber, shownLine, shownText } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { LONGEST_ADDRESS } from '../limits.ts';
import { LONGEST_REVIEW_REMARK, USDT_WITHDRAWAL_STATES } from '../review.ts';
import { payoutWait } from './payout-wait.ts';
import { usdtWithdrawalRecord } from './usdt-withdrawal.ts';

/** Paying out approved USDT withdrawals by hand or by the signer, and the addresses that nothing is paid out to. */

/**
 * What became for good of a transfer that the signer has signed: final, reverted by the chain, its place taken by another transaction of the key, on TRON expired
 * without a block that has it, or called off by the signer, as its address was blocked.
 */
export const SIGNED_OUTCOMES = ['paid', 'reverted', 'taken', 'expired', 'cancelled'] as const;
/** Where such a transfer is: not sent yet, given to the nodes, in a block, or being called off while one of the two is mined; or what became of it. */
export const SIGNED_STATES = ['signed', 'sent', 'confirming', 'cancelling', ...SIGNED_OUTCOMES] as const;

/** A withdrawal, with what the signer has done about it. */
const payoutRecord = z.strictObject({
  ...usdtWithdrawalRecord.shape,
  /** Whether the signer pays withdrawals on this network; by hand otherwise. */
  paid_by_signer: z.boolean(),
  /** The newest transaction that was signed for it; null: none was. */
  signed: z
    .strictObject({
      state: z.enum(SIGNED_STATES),
      txid: idText,
      /** How often it was signed until it was mined: with higher fees each time, on TRON after it had expired. */
      attempts: z.int(),
      /** The block that has it. */
      block: z.int().nullable(),
      sign_time: instant,
    })
    .nullable(),
  /** Why an approved one does not go on; null while it does, or staff pay it by hand. */
  waits: payoutWait.nullable(),
  /** What its final transaction has moved, where that is something else than was signed: USDT that has left the hot address, and of that what has arrived; null otherwise. */
  moved: z.strictObject({ txid: idText, left: z.string(), arrived: z.string() }).nullable(),
  /** The transaction by which the signer says that it was signed, and of which nothing else is known here; null otherwise. Whether two people have said that it has paid nothing. */
  signed_before: z.strictObject({ txid: idText, told_time: instant, is_unpaid: z.boolean() }).nullable(),
});

export const payoutQuery = listCall({
  path: '/v1/operator/payout/query',
  caller: 'staff',
  permission: 'review.read',
  summary: 'USDT withdrawals of all merchants and wallet users, newest first',
  row: payoutRecord,
  sort: ['create_time'],
  filters: {
    order_no: serialNumber.optional(),
    merchant_id: merchantId.optional(),
    out_abbreviation: coinName.optional(),
    status: z.enum(USDT_WITHDRAWAL_STATES).optional(),
  },
});

export const payoutExport = exportCall(payoutQuery, 'USDT withdrawals of all merchants and wallet users');

const decide = { caller: 'staff', permission: 'review.decide', write: true, confirm: 'google_code' } as const;
const which = { merchant_id: merchantId, order_no: serialNumber.min(1) };
const reason = shownText.min(1).max(LONGEST_REVIEW_REMARK);
const output = z.strictObject({ order_no: serialNumber, status: z.enum(USDT_WITHDRAWAL_STATES) });
const UNKNOWN = ['order_unknown', 'review_decided'] as const;

export const payoutSettle = call({
  ...decide,
  path: '/v1/operator/payout/settle',
  summary: 'Notes the transfer that was sent for an approved withdrawal and settles it; by somebody else than whoever approved it',
  input: z.strictObject({ ...which, txid: z.string().min(1).max(LONGEST_ADDRESS) }),
  output,
  errors: [
    ...UNKNOWN,
    'payout_signed',
    'payout_by_signer',
    'second_person_required',
    'counts_as_one',
    'payout_address_blocked',
    'payout_address_refused',
    'payout_txid_malformed',
    'payout_txid_taken',
    'insufficient_balance',
  ],
  fields: { payout_txid_malformed: 'txid', payout_txid_taken: 'txid' },
});

export const payoutFail = call({
  ...decide,
  path: '/v1/operator/payout/fail',
  summary: 'Notes that an approved withdrawal could not be sent; its money stays frozen',
  input: z.strictObject({ ...which, reason }),
  output,
  errors: [...UNKNOWN, 'payout_signed'],
});

export const payoutRetry = call({
  ...decide,
  path: '/v1/operator/payout/retry',
  summary: 'Puts a failed withdrawal back among the approved ones; not while its owner is suspended',
  input: z.strictObject(which),
  output,
  errors: [...UNKNOWN, 'payout_address_blocked', 'payout_address_refused', 'recharge_owner_suspended'],
});

export const payoutRefund = call({
  ...decide,
  path: '/v1/operator/payout/refund',
  summary: 'Gives the money of a failed withdrawal back to its owner',
  input: z.strictObject({ ...which, reason }),
  output,
  errors: [...UNKNOWN, 'payout_signed'],
});

/** What two people can say of a withdrawal in doubt: it has left, and is settled as it is; or nothing of it has left, and its money stays with the owner. */
export const PAYOUT_ENDS = ['paid', 'not_paid'] as const;

export const payoutEnd = call({
  ...decide,
  path: '/v1/operator/payout/end',
  summary:
    'Enters what became of a withdrawal that the chain or the signer leaves in doubt: it is ended so once a second person approves it',
  input: z.strictObject({ ...which, became: z.enum(PAYOUT_ENDS), reason }),
  output: z.strictObject({ approval_id: idText }),
  errors: [...UNKNOWN, 'payout_signed', 'payout_not_in_doubt', 'payout_has_left', 'review_waits_for_second'],
});

const blockedAddress = z.strictObject({
  address: idText,
  reason: z.string(),
  blocked_by: z.string(),
  create_time: instant,
});

export const blockedAddressQuery = listCall({
  path: '/v1/operator/blocked_address/query',
  caller: 'staff',
  permission: 'review.read',
  summary: 'Addresses on chains that nothing is paid out to, newest first',
  row: blockedAddress,
  sort: ['create_time'],
  filters: { address: z.string().max(LONGEST_ADDRESS).optional() },
});

export const blockedAddressExport = exportCall(blockedAddressQuery, 'Addresses on chains that nothing is paid out to');

export const blockedAddressAdd = call({
  ...decide,
  path: '/v1/operator/blocked_address/add',
  sets: true,
  summary: 'Puts an address on the block list, for every network that has addresses of its form',
  input: z.strictObject({ address: shownLine.min(1).max(LONGEST_ADDRESS), reason }),
  output: blockedAddress,
  errors: ['address_malformed', 'address_blocked_already'],
  fields: { address_malformed: 'address', address_blocked_already: 'address' },
});

export const blockedAddressRemove = call({
  ...decide,
  path: '/v1/operator/blocked_address/remove',
  sets: true,
  summary: 'Takes an address off the block list',
  input: z.strictObject({ address: z.string().min(1).max(LONGEST_ADDRESS), reason }),
  output: nothing,
  errors: ['not_found'],
});
