import { z } from 'zod';
import { idText, instant } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';

/** The acts that a merchant sees in the audit log of its own account, by kind. The database lists the same, and which of them are staff's. */
export const OWN_ACTS = {
  login: [
    'login',
    'sign_in.fail',
    'session.end',
    'session.end_others',
    'merchant.set_up',
    'party.end_session',
    'party.unlock',
    'merchant.set_up_link.make',
    'merchant.set_up_link.withdraw',
  ],
  password: ['password.change', 'party.change_password'],
  authenticator: ['authenticator.bind', 'authenticator.replace', 'recovery_code.make', 'party.reset_authenticator'],
  access_key: ['access_key.add', 'access_key.update', 'access_key.delete', 'party.revoke_access_key'],
  white_list: ['white_list.add', 'white_list.delete', 'party.clear_white_list'],
  webhook: [
    'webhook.update',
    'webhook.redeliver',
    'webhook.endpoint.add',
    'webhook.endpoint.update',
    'webhook.endpoint.delete',
    'webhook.endpoint.rotate_secret',
  ],
  address: ['payout_address.edit', 'recharge.deposit_address'],
  bank_account: [
    'payment_method.add',
    'payment_method.update',
    'payment_method.delete',
    'payment_method.set_default',
    'payment_method.verify',
    'payment_method.reject',
  ],
  withdrawal: [
    'usdt_withdrawal.add',
    'usdt_withdrawal.cancel',
    'usdt_withdrawal.approved',
    'usdt_withdrawal.settled',
    'usdt_withdrawal.failed',
    'usdt_withdrawal.refunded',
    'fiat_withdrawal.add',
    'fiat_withdrawal.cancel',
    'withdrawal_limit.update',
  ],
  recharge: ['usdt_recharge.add', 'usdt_recharge.cancel', 'recharge.quick'],
  transfer: [
    'transfer.confirm',
    'refund.confirm',
    'adjustment.add',
    'payment_link.add',
    'payment_link.close',
    'order.close',
    'ledger.manual_posting',
  ],
  decision: [
    'user_withdrawal.approve',
    'user_withdrawal.reject',
    'user_withdrawal.cancel',
    'adjustment.release',
    'adjustment.take_back',
    'review.approve',
    'review.reject',
  ],
  account: [
    'notice_mail.change',
    'time_zone.change',
    'logo.update',
    'identity.submit',
    'identity.erase',
    'file.upload',
    'file.remove',
    'agreement.accept',
    'party.suspend',
    'party.reinstate',
    'party.approve_identity',
    'party.withdraw_identity',
    'party.set_recharge_configuration',
    'identity.approve',
    'identity.reject',
    'market.merchant_enable',
    'market.merchant_terms',
  ],
} as const;

export type OwnActKind = keyof typeof OWN_ACTS;
export type OwnAct = (typeof OWN_ACTS)[OwnActKind][number];

export const OWN_ACT_KINDS = Object.keys(OWN_ACTS) as [OwnActKind, ...OwnActKind[]];
const ACTS = Object.values(OWN_ACTS).flat() as [OwnAct, ...OwnAct[]];

/** `operator` is the provider's staff, of whom no more is said. */
export const OWN_ACTOR_KINDS = ['merchant', 'access_key', 'operator', 'system'] as const;

const ownEntry = z.strictObject({
  create_time: instant,
  act_kind: z.enum(OWN_ACT_KINDS),
  act: z.enum(ACTS),
  actor_kind: z.enum(OWN_ACTOR_KINDS),
  actor: idText.meta({ description: 'The login name or number of a member, or the access key; empty for staff and the system' }),
  subject: z.string().meta({ description: 'What it was done to: numbers, addresses, amounts', example: '203.0.113.0/24, Office' }),
  ip: idText.nullable(),
  device: z
    .string()
    .meta({ description: 'What the browser says it is; empty where it says nothing that is known', example: 'Chrome, Windows' }),
  user_agent: z.string(),
  /** 1, 2, 3 within the merchant's log, with gaps where an entry is not the merchant's business. */
  entry_number: idText,
});

export const ownAuditQuery = listCall({
  path: '/v1/merchant/account/audit/query',
  caller: 'merchant',
  summary: "What was done in the merchant's own account: by its members, its access keys, the system and the provider's staff",
  row: ownEntry,
  sort: ['create_time'],
  filters: {
    act_kind: z.enum(OWN_ACT_KINDS).optional(),
    entry_number: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .optional(),
  },
});

export const ownAuditExport = exportCall(ownAuditQuery, "The audit trail of the merchant's own account");
