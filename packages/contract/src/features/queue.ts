import { z } from 'zod';
import { coinName, idText, instant, merchantId, money, serialNumber } from '../fields.ts';
import { listCall } from '../list-call.ts';
import type { Permission } from '../staff.ts';
import { approvalRow } from './approval.ts';
import { identityRow } from './identity.ts';
import type { WaitingKind } from './overview.ts';
import { staffPaymentMethod } from './payment-method.ts';
import { reviewRow } from './review.ts';

/** The kinds of things that wait for staff to decide, and what a role must be allowed to see one waiting. */
export const QUEUE = {
  usdt_recharge: 'review.read',
  usdt_withdrawal: 'review.read',
  fiat_withdrawal: 'review.read',
  adjustment: 'review.read',
  identity: 'identity.read',
  bank_account: 'review.read',
  approval: 'approval.read',
} as const satisfies Record<string, Permission>;
export type QueueKind = keyof typeof QUEUE;
export const QUEUE_KINDS = Object.keys(QUEUE) as [QueueKind, ...QueueKind[]];

/** What is promised of each kind: the kind by which the overview tells of it. */
export const PROMISE_OF: Readonly<Record<QueueKind, WaitingKind>> = {
  usdt_recharge: 'usdt_recharges',
  usdt_withdrawal: 'usdt_withdrawals',
  fiat_withdrawal: 'fiat_withdrawals',
  adjustment: 'appeals',
  identity: 'identities',
  bank_account: 'bank_accounts',
  approval: 'approvals',
};

const QUEUE_OWNERS = ['merchant', 'user', 'provider'] as const;

export const queueQuery = listCall({
  path: '/v1/operator/queue/query',
  caller: 'staff',
  permission: 'review.read',
  summary: 'Whatever waits for staff to decide, of every kind that the role may see: as the list of its kind shows it',
  row: z.strictObject({
    kind: z.enum(QUEUE_KINDS),
    /** A party's number, or 1 for the provider. */
    owner_id: z.number().int(),
    owner_type: z.enum(QUEUE_OWNERS),
    owner_name: z.string(),
    /** What the list of its kind calls it by: a serial number, or an id. */
    item_id: idText,
    coin_name: coinName.nullable(),
    amount: money.nullable(),
    /** Since when it waits. */
    create_time: instant,
    /** By when it is promised to be decided, and whether that time has passed. */
    promised_time: instant,
    is_late: z.boolean(),
    /** One of these is there: the row of its own list. */
    order: reviewRow.nullable(),
    identity: identityRow.nullable(),
    bank_account: staffPaymentMethod.nullable(),
    approval: approvalRow.nullable(),
  }),
  sort: ['create_time'],
  filters: {
    kind: z.enum(QUEUE_KINDS).optional(),
    owner_id: merchantId.optional(),
    item_id: z.string().min(1).max(64).optional(),
    /** These are of orders: nothing else has them. */
    coin_name: coinName.optional(),
    serial_number: serialNumber.optional(),
    order_id: z.string().max(64).optional(),
    txid: z.string().max(128).optional(),
  },
});
