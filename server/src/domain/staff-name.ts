import type { Tx } from '../platform/database/tx.ts';
import type { Mover } from './review-order.ts';

/** The name of a member of staff, as it is kept with what they did. */
export async function staffName(tx: Tx, staffId: number): Promise<string> {
  const { name } = await tx.selectFrom('staff').select('name').where('staff_id', '=', BigInt(staffId)).executeTakeFirstOrThrow();
  return name;
}

/** A member of staff who moves orders on: how their owners are shown them. */
export async function staffMover(tx: Tx, staffId: number): Promise<Mover> {
  return { kind: 'operator', id: String(staffId), name: await staffName(tx, staffId) };
}
