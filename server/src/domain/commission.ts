import { newSerialNumber } from '@purser/contract/serial';
import type { Tx } from '../platform/database/tx.ts';
import type { Moved } from './review-order.ts';

/** Events that bring the provider a fee for good or for now, or take it back. */
const OF_FEES: ReadonlySet<Moved['event']> = new Set(['approve', 'settle', 'pay_out', 'return']);

/**
 * Notes what orders that were just moved earn the agents who referred their owners, in the transaction that moved them; nothing for other owners. It
 * is paid later, so that an order waits for no account but its own.
 */
export async function noteCommissions(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const orders = moved.filter(({ order, event }) => OF_FEES.has(event) && order.fee > 0n).map(({ order }) => order);
  if (orders.length === 0) return;
  // What was moved just now lies on the nodes in the name of who moved it, and the function looks at it in its own.
  if (tx.isDistributed && !(await anyReferred(tx, orders))) return;
  await tx.query('select note_commissions($1, $2, $3)', [
    orders.map(({ owner_id }) => owner_id),
    orders.map(({ serial_number }) => serial_number),
    orders.map(() => newSerialNumber('commission')),
  ]);
}

async function anyReferred(tx: Tx, orders: readonly Moved['order'][]): Promise<boolean> {
  const { rows } = await tx.query('select 1 from referral where user_id = any($1::bigint[]) limit 1', [
    orders.map(({ owner_id }) => owner_id),
  ]);
  return rows.length > 0;
}
