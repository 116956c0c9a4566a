import { WAITING, WAITING_KINDS, type WaitingKind } from '@purser/contract/features/overview';
import type { StaffReviewKind } from '@purser/contract/features/review';
import { MESSAGE_DELAYED_AFTER_MIN, MESSAGE_FAILED_WITHIN_DAYS } from '@purser/contract/message-times';
import { isPermitted, type StaffRole } from '@purser/contract/staff';
import { HELD_FOR_STAFF } from '../../domain/chain-deposit.ts';
import { readPromises } from '../../domain/promised-time.ts';
import { ORDERS_WITH_FILES, WAITS_FOR_FILE } from '../../domain/waits-for-file.ts';
import { waitsOfKind, waitsSince } from '../../domain/waits-for-staff.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type Counted, countedOf, MOST_COUNTED } from './counted.ts';

const HOUR_MS = 3_600_000;

/** As the condition of their index says it. */
const NOT_DELIVERED = `state || '' in ('failed', 'given_up')`;

/**
 * The times at which what waits began to, the oldest first; of a merchant whose webhook address fails, that of the oldest delivery. Each
 * statement follows an index, and is cut off at a bound.
 */
const TIMES: Record<WaitingKind, string> = {
  appeals: ordersOf('adjustment'),
  usdt_recharges: ordersOf('usdt_recharge'),
  usdt_withdrawals: ordersOf('usdt_withdrawal'),
  fiat_withdrawals: ordersOf('fiat_withdrawal'),
  held_deposits: `select seen_at as at from chain_deposit where ${HELD_FOR_STAFF} order by seen_at`,
  approvals: `select created_at as at from approval where state = 'pending' and expires_at > now() order by created_at`,
  identities: `select created_at as at from identity_submission where status = 'pending' order by submission_id`,
  bank_accounts: `select updated_at as at from payment_method where status = 'unverified' and binding = 'bound' order by payment_method_id`,
  // Since they were approved, or noted as failed.
  payouts: `select coalesce(audit_time, create_time) as at from review_order where kind = 'usdt_withdrawal' and status = 'approved' order by create_time`,
  failed_payouts: `select update_time as at from review_order where kind = 'usdt_withdrawal' and status = 'failed' order by create_time`,
  bank_files: `select coalesce(o.audit_time, o.create_time) as at from ${ORDERS_WITH_FILES} where ${WAITS_FOR_FILE} order by o.create_time`,
  // Since the newest link was made; where none was, since the merchant was admitted.
  merchant_links: `select coalesce(max(link.created_at), merchant.created_at) as at
    from merchant left join merchant_set_up_link link on link.merchant_id = merchant.merchant_id
    where merchant.set_up_at is null group by merchant.created_at, merchant.merchant_id
    order by merchant.created_at, merchant.merchant_id limit ${MOST_COUNTED}`,
  staff_links: `select created_at as at from staff_invitation where used_at is null and expires_at > now() order by created_at`,
  failed_messages: `select create_time as at from message
    where state = 'given_up' and create_time > now() - interval '${MESSAGE_FAILED_WITHIN_DAYS} days' and ${NOT_DELIVERED} order by create_time`,
  delayed_messages: `select create_time as at from message
    where state = 'failed' and create_time < now() - interval '${MESSAGE_DELAYED_AFTER_MIN} minutes' and ${NOT_DELIVERED} order by create_time`,
  failing_webhooks: `select min(at) as at from (
      select merchant_id, created_at as at from webhook_delivery
      where state || '' = 'pending' and attempts + 0 >= 2 order by created_at limit ${MOST_COUNTED}
    ) as failing group by merchant_id`,
};

/** Orders under review that wait for staff. */
function ordersOf(kind: StaffReviewKind): string {
  return `select ${waitsSince(kind)} as at from review_order where ${waitsOfKind(kind)} order by ${waitsSince(kind)}`;
}

interface Waiting {
  readonly kind: WaitingKind;
  readonly waiting: Counted;
  readonly oldest_time: string | null;
  readonly promised_h: number;
  readonly is_broken: boolean;
}

/** What waits, of that which the role may be told of; kinds of which nothing waits are among it. */
export async function readWaiting(tx: Tx, role: StaffRole, now: Date): Promise<Waiting[]> {
  const promised = await readPromises(tx);
  const told = WAITING_KINDS.filter((kind) => isPermitted(role, WAITING[kind]));
  const { rows } = await tx.query<{ kind: WaitingKind; count: bigint; oldest: Date | null }>({
    // Planned once on each connection: planning it takes longer than it does.
    name: `what-waits-${role}`,
    text: told
      .map(
        (kind) =>
          `select '${kind}' as kind, count(*) as count, min(at) as oldest from (select at from (${TIMES[kind]}) as all_of_it limit ${MOST_COUNTED}) as found`,
      )
      .join(' union all '),
  });
  return rows.map(({ kind, count, oldest }) => ({
    kind,
    waiting: countedOf(count),
    oldest_time: oldest?.toISOString() ?? null,
    promised_h: promised[kind],
    is_broken: oldest !== null && now.getTime() - oldest.getTime() > promised[kind] * HOUR_MS,
  }));
}
