import { ADJUSTMENT_RELEASED_AFTER_DAYS } from '@purser/contract/features/adjustment';
import type { Queryable } from '@purser/ledger/accounts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';

/** Of a merchant or a user: who the order belongs to, or who receives it. */
type Whose = { readonly ownerId: number } | { readonly payeeId: number };

/** One adjustment of theirs, its coin known. Refuses with order_unknown. */
export async function findAdjustment(tx: Tx, whose: Whose, serialNumber: string): Promise<ReviewOrder> {
  const [column, id] = 'ownerId' in whose ? ['owner_id', whose.ownerId] : ['payee_id', whose.payeeId];
  const { rows } = await tx.query<ReviewOrder>(
    `select * from review_order where ${column} = $1 and serial_number = $2 and kind || '' = 'adjustment'`,
    [id, serialNumber],
  );
  const [order] = rows;
  if (!order) throw refuse('order_unknown');
  await tx.coins.know([order.coin], tx);
  return order;
}

/** What a user has received that still waits, the newest first. In the user's own scope. */
export async function waitingAdjustments(tx: Tx, userId: number, most: number): Promise<ReviewOrder[]> {
  const { rows } = await tx.query<ReviewOrder>({
    name: 'waiting-adjustments',
    text: `
      select * from review_order where payee_id = $1 and kind || '' = 'adjustment' and status || '' in ('paid', 'appeal')
      order by create_time desc, serial_number desc limit $2`,
    values: [userId, most],
  });
  await tx.coins.know(
    rows.map(({ coin }) => coin),
    tx,
  );
  return rows;
}

/** Writes what the user has against an adjustment that waits; false when it waits no more. */
export async function writeAppeal(tx: Tx, { owner_id, serial_number }: ReviewOrder, reason: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update review_order set appeal_reason = $3, appeal_time = date_trunc('milliseconds', now())
     where owner_id = $1 and serial_number = $2 and status || '' = 'paid'`,
    [owner_id, serial_number, reason],
  );
  return rowCount === 1;
}

/** Adjustments whose days are over, the oldest first. */
export async function dueAdjustments(db: Queryable, most: number): Promise<Pick<ReviewOrder, 'owner_id' | 'serial_number'>[]> {
  const { rows } = await db.query<Pick<ReviewOrder, 'owner_id' | 'serial_number'>>({
    name: 'due-adjustments',
    text: `
      select owner_id, serial_number from review_order
      where kind = 'adjustment' and status = 'paid' and create_time <= now() - make_interval(hours => ${ADJUSTMENT_RELEASED_AFTER_DAYS * 24})
      order by create_time, serial_number limit $1`,
    values: [most],
  });
  return rows;
}
