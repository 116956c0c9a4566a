import { lockOnNodes, orderKey, type ReviewOrder, type ReviewOrderKind } from '../../domain/review-order.ts';
import type { Tx } from '../../platform/database/tx.ts';

export interface Which {
  readonly owner_id: number;
  readonly serial_number: string;
}

/** Orders of any kinds, locked until the transaction ends: what is looked at of them is what is decided. */
export async function lockOrders(tx: Tx, orders: readonly Which[]): Promise<Map<string, ReviewOrder>> {
  if (tx.isDistributed) await lockOnNodes(tx, orders);
  const { rows } = await tx.query<ReviewOrder>(
    `select o.* from review_order o
     where (o.owner_id, o.serial_number) in (select * from unnest($1::bigint[], $2::text[]))
     order by o.owner_id, o.serial_number
     ${tx.isDistributed ? '' : 'for no key update of o'}`,
    [orders.map(({ owner_id }) => owner_id), orders.map(({ serial_number }) => serial_number)],
  );
  return new Map(rows.map((row) => [orderKey(row), row]));
}

/** Approvals that wait for a second person, by their order. */
export async function approvalsOf(tx: Tx, orders: readonly Which[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<Which & { approval_id: string }>(
    `select approval_id, owner_id, content::jsonb -> 'order' ->> 'serial_number' as serial_number from approval
     where state = 'pending' and expires_at > now() and kind = 'review.approve' and owner_id = any ($1::bigint[])`,
    [[...new Set(orders.map(({ owner_id }) => owner_id))]],
  );
  return new Map(rows.map((row) => [orderKey(row), row.approval_id]));
}

/** The names of what is known of an order from elsewhere and speaks against it. */
export async function againstOf(tx: Tx, kind: ReviewOrderKind | undefined, row: ReviewOrder): Promise<string[]> {
  const evidence = (await kind?.evidence?.(tx, row)) ?? [];
  return evidence.filter(({ agrees }) => agrees === false).map(({ name }) => name);
}
