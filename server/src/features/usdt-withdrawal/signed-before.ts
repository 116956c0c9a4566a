import type { Tx } from '../../platform/database/tx.ts';
import { orderKey, type ReviewOrder } from '../../domain/review-order.ts';

/** Which of these withdrawals the signer says that it has signed, while nothing else is known here of that: their money may have left. Two people can say that it has not. */
export async function signedBefore(
  tx: Tx,
  orders: readonly Pick<ReviewOrder, 'owner_id' | 'serial_number'>[],
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set();
  const { rows } = await tx.query<{ owner_id: bigint; serial_number: string }>(
    `select owner_id, serial_number from payout_signed_before
     where (owner_id, serial_number) in (select * from unnest($1::bigint[], $2::text[])) and unpaid_at is null`,
    [orders.map(({ owner_id }) => owner_id), orders.map(({ serial_number }) => serial_number)],
  );
  return new Set(rows.map(orderKey));
}
