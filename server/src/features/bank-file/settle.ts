import type { ParsedInputOf } from '@purser/contract/call';
import type { BankFileOrderState, bankFileOrderReturn, bankFilePay } from '@purser/contract/features/bank-file';
import { fiatWithdrawalKind } from '../../domain/fiat-withdrawal.ts';
import { type Mover, moveReviewOrders } from '../../domain/review-order.ts';
import { refuseUnlessSeen } from '../../platform/commands/seen.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { shownFile } from './waiting.ts';

interface Included {
  readonly owner_id: bigint;
  readonly serial_number: string;
  readonly status: BankFileOrderState;
}

/** Pays out every order of a file but those that failed, all or none. Refuses in the order of `bankFilePay`. */
export async function payBankFile(
  tx: Tx,
  platform: Platform,
  staffId: number,
  { file_no: fileNo, before }: Pick<ParsedInputOf<typeof bankFilePay>, 'file_no' | 'before'>,
): Promise<void> {
  const file = await lockFile(tx, fileNo);
  if (!file) throw refuse('bank_file_unknown');
  if (file.status === 'paid') throw refuse('bank_file_paid');
  if (before) refuseUnlessSeen(before, (await shownFile(tx, fileNo)).pays);
  const { rows } = await tx.query<Included>(
    `select owner_id, serial_number, status from bank_file_order where file_no = $1 and status || '' = 'included' order by owner_id, serial_number`,
    [fileNo],
  );
  const by = moverOf(staffId);
  const moves = rows.map(({ owner_id, serial_number }) => ({
    ownerId: Number(owner_id),
    serialNumber: serial_number,
    event: 'pay_out' as const,
    by,
  }));
  const results = await moveReviewOrders(tx, platform, fiatWithdrawalKind, moves);
  // An order in a file is approved and held until its file is paid: anything else is a fault, and nothing is paid out then.
  const refused = results.findIndex((result) => result instanceof Refusal);
  if (refused >= 0) throw new Error(`order ${rows[refused]?.serial_number} of ${fileNo}: ${(results[refused] as Refusal).outcome}`);
  await tx.query(
    `update bank_file_order set status = 'paid', decided_by = $2, updated_at = date_trunc('milliseconds', now())
     where file_no = $1 and status || '' = 'included'`,
    [fileNo, staffId],
  );
  await tx.query(`update bank_file set status = 'paid', paid_by = $2, paid_at = date_trunc('milliseconds', now()) where file_no = $1`, [
    fileNo,
    staffId,
  ]);
}

/** Gives one order's money back to its owner: the bank did not carry it out, or sent it back. Gives whose it was. */
export async function returnOrder(
  tx: Tx,
  platform: Platform,
  staffId: number,
  { file_no, order_no, outcome, reason }: Omit<ParsedInputOf<typeof bankFileOrderReturn>, 'google_code'>,
): Promise<void> {
  await lockFile(tx, file_no);
  const { rows } = await tx.query<Included>(
    'select owner_id, serial_number, status from bank_file_order where file_no = $1 and serial_number = $2',
    [file_no, order_no],
  );
  const [order] = rows;
  if (!order) throw refuse('bank_file_order_unknown');
  if (order.status === 'failed' || order.status === 'returned') throw refuse('bank_file_order_ended');
  if (outcome === 'returned' && order.status !== 'paid') throw refuse('bank_file_order_not_paid');
  if (outcome === 'failed' && order.status !== 'included') throw refuse('bank_file_order_is_paid');
  const ownerId = Number(order.owner_id);
  const move = { ownerId, serialNumber: order_no, event: 'return' as const, by: moverOf(staffId), remark: reason };
  const [result] = await moveReviewOrders(tx, platform, fiatWithdrawalKind, [move]);
  if (result instanceof Refusal) throw result.outcome === 'insufficient_balance' ? refuse('provider_balance_short') : result;
  await tx.query(
    `update bank_file_order set status = $3, reason = $4, decided_by = $5, updated_at = date_trunc('milliseconds', now())
     where owner_id = $1 and serial_number = $2`,
    [order.owner_id, order_no, outcome, reason, staffId],
  );
}

/** Holds the file, so that what becomes of its orders is decided by one after another; the orders themselves are locked after it. */
async function lockFile(tx: Tx, fileNo: string): Promise<{ readonly status: 'made' | 'paid' } | undefined> {
  const { rows } = await tx.query<{ status: 'made' | 'paid' }>('select status from bank_file where file_no = $1 for no key update', [
    fileNo,
  ]);
  return rows[0];
}

function moverOf(staffId: number): Mover {
  return { kind: 'operator', id: String(staffId), name: '' };
}
