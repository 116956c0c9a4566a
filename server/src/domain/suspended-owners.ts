import type { Tx } from '../platform/database/tx.ts';
import type { ReviewEvidence, ReviewOrder } from './review-order.ts';

/** Those of the owners who are suspended: merchants and wallet users never have the same number. */
export async function suspendedAmong(tx: Tx, owners: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (owners.length === 0) return new Set();
  const { rows } = await tx.query<{ owner_id: bigint }>(
    `select merchant_id as owner_id from merchant where merchant_id = any ($1::bigint[]) and status = 'suspended'
     union all
     select user_id from wallet_user where user_id = any ($1::bigint[]) and status = 'suspended'`,
    [owners],
  );
  return new Set(rows.map(({ owner_id }) => owner_id));
}

/** Whether the owner of an order is suspended, as it stands beside what leads out: that speaks against it. */
export async function ownerStatus(tx: Tx, { owner_id }: Pick<ReviewOrder, 'owner_id'>): Promise<ReviewEvidence> {
  const isSuspended = (await suspendedAmong(tx, [owner_id])).has(owner_id);
  return isSuspended ? { name: 'owner_status', value: 'suspended', agrees: false } : { name: 'owner_status', value: 'normal' };
}
