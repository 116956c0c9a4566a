import { isPermitted, type StaffRole } from '@purser/contract/staff';
import type { Tx } from '../database/tx.ts';
import { refuse } from '../http/refusal.ts';
import type { StaffContext } from '../http/route.ts';

/**
 * Keeps a member of staff as they are until the transaction is over, and refuses one who was suspended or lost the call's permission
 * since the request came in: what they asked for is then not done, however late it comes to it. Answers the role that they have now, by which
 * whatever else a role decides is decided.
 */
export async function lockStaff(
  tx: Tx,
  { staffId, permission }: Pick<StaffContext, 'staffId' | 'permission'>,
  lock: 'share' | 'update',
): Promise<StaffRole> {
  const member = tx.selectFrom('staff').select(['role', 'status']).where('staff_id', '=', BigInt(staffId));
  const { role, status } = await (lock === 'share' ? member.forShare() : member.forUpdate()).executeTakeFirstOrThrow();
  if (status !== 'active') throw refuse('unauthenticated');
  if (!isPermitted(role, permission)) throw refuse('staff_not_allowed');
  return role;
}
