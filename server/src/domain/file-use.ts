import { type PurposeName, purposeOf } from '@purser/contract/file-purpose';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';

interface WhichFile {
  readonly ownerId: number;
  readonly fileId: string;
}

/**
 * Begins to use a file for what it was sent for, in the transaction of what uses it: from then on it is kept as long as its purpose says.
 * One that is used already stays so. Refuses with file_not_usable.
 */
export async function useFile(tx: Tx, { ownerId, fileId, purpose }: WhichFile & { readonly purpose: PurposeName }): Promise<void> {
  const { rowCount } = await tx.query(
    `update file set used_at = least(used_at, now()), remove_at = case when used_at is null then until else remove_at end
     from (select now() + make_interval(days => $4) as until) as moment
     where owner_id = $1 and file_id = $2 and purpose = $3 and state = 'kept' and (remove_at is null or remove_at > now())`,
    [ownerId, fileId, purpose, purposeOf(purpose).keptDays ?? null],
  );
  if (rowCount !== 1) throw refuse('file_not_usable');
}

/** Ends the use of a file in the transaction of what used it: it is removed soon. */
export async function releaseFile(tx: Tx, { ownerId, fileId }: WhichFile): Promise<void> {
  await tx.query(`update file set remove_at = now() where owner_id = $1 and file_id = $2 and used_at is not null`, [ownerId, fileId]);
}
