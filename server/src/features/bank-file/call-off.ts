import type { ParsedInputOf } from '@purser/contract/call';
import type { fiatWithdrawalCallOff } from '@purser/contract/features/bank-file';
import { fiatWithdrawalKind } from '../../domain/fiat-withdrawal.ts';
import { lockOnNodes, moveReviewOrders } from '../../domain/review-order.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Gives an approved withdrawal's money back to its owner before any file has it. Making a file locks the orders that it takes as well: whoever comes second sees
 * what the first has done.
 */
export async function callOff(
  tx: Tx,
  platform: Platform,
  staffId: number,
  { owner_id, order_no, reason }: Omit<ParsedInputOf<typeof fiatWithdrawalCallOff>, 'google_code'>,
): Promise<void> {
  const which = [owner_id, order_no];
  if (tx.isDistributed) await lockOnNodes(tx, [{ owner_id, serial_number: order_no }]);
  const { rows } = await tx.query<{ kind: string; status: string }>(
    `select kind, status from review_order where owner_id = $1 and serial_number = $2 ${tx.isDistributed ? '' : 'for no key update'}`,
    which,
  );
  const [order] = rows;
  if (order?.kind !== 'fiat_withdrawal') throw refuse('order_unknown');
  const filed = await tx.query('select from bank_file_order where owner_id = $1 and serial_number = $2', which);
  if (order.status !== 'approved' || filed.rowCount !== 0) throw refuse('not_waiting_for_file');
  const by = { kind: 'operator', id: String(staffId), name: '' } as const;
  const move = { ownerId: owner_id, serialNumber: order_no, event: 'return' as const, by, remark: reason };
  const [result] = await moveReviewOrders(tx, platform, fiatWithdrawalKind, [move]);
  if (result instanceof Refusal) throw result;
}
