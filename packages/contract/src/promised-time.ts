import { z } from 'zod';
import { WAITING_KINDS, type WaitingKind } from './features/overview.ts';

/** The hours that can be promised: a month at the most. */
export const PROMISE_BOUNDS = [1, 720] as const;

/** Within how many hours what waits is promised to be dealt with, until staff set another time. */
export const USUAL_PROMISES: Readonly<Record<WaitingKind, number>> = {
  appeals: 24,
  usdt_recharges: 24,
  usdt_withdrawals: 24,
  fiat_withdrawals: 24,
  held_deposits: 2,
  approvals: 24,
  identities: 24,
  bank_accounts: 24,
  payouts: 24,
  failed_payouts: 4,
  bank_files: 24,
  merchant_links: 72,
  staff_links: 72,
  failed_messages: 24,
  delayed_messages: 1,
  failing_webhooks: 24,
};

const hours = z.number().int().min(PROMISE_BOUNDS[0]).max(PROMISE_BOUNDS[1]);

/** Hours by the kind of what waits. */
export const promises = z.strictObject(Object.fromEntries(WAITING_KINDS.map((kind) => [kind, hours])) as Record<WaitingKind, typeof hours>);
export type Promises = z.infer<typeof promises>;
