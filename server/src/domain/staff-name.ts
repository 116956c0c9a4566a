import type { Queryable } from '@purser/ledger/accounts';
import type { Tx } from '../platform/database/tx.ts';
import { type OwnerNames, ownerNames } from './owners.ts';
import type { Mover } from './review-order.ts';

/** The name of a member of staff, as it is kept with what they did. */
export async function staffName(tx: Tx, staffId: number): Promise<string> {
  const { name } = await tx.selectFrom('staff').select('name').where('staff_id', '=', BigInt(staffId)).executeTakeFirstOrThrow();
  return name;
}

/** What members of staff are called, by their numbers. */
export type StaffNames = ReadonlyMap<bigint, string>;

export async function staffNames(db: Queryable, ids: readonly (bigint | null)[]): Promise<StaffNames> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const { rows } = await db.query<{ staff_id: bigint; name: string }>(
    'select staff_id, name from staff where staff_id = any ($1::bigint[])',
    [known],
  );
  return new Map(rows.map(({ staff_id, name }) => [staff_id, name]));
}

/** What rows' owners, and those who decided on them, are called. */
export interface DecidedNames {
  readonly owners: OwnerNames;
  readonly staff: StaffNames;
}

export async function decidedNames(
  db: Queryable,
  rows: readonly { readonly owner_id: bigint; readonly decided_by: bigint | null }[],
): Promise<DecidedNames> {
  return {
    owners: await ownerNames(db, rows),
    staff: await staffNames(
      db,
      rows.map(({ decided_by }) => decided_by),
    ),
  };
}

/** Who decided, as staff are told; null where nobody has. */
export function deciderShown(
  id: bigint | null,
  { staff }: Pick<DecidedNames, 'staff'>,
): { readonly staff_id: number; readonly name: string } | null {
  return id === null ? null : { staff_id: Number(id), name: staff.get(id) ?? '' };
}

/** A member of staff who moves orders on: how their owners are shown them. */
export async function staffMover(tx: Tx, staffId: number): Promise<Mover> {
  return { kind: 'operator', id: String(staffId), name: await staffName(tx, staffId) };
}
