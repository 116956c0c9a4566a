import type { PurposeName } from '@purser/contract/file-purpose';
import { newFileId } from '../../../domain/file-id.ts';
import type { TestApp } from '../../../platform/testing/app.ts';

/** The id of a file that was sent and is used by nothing yet. Its row alone is there, without bytes. */
export async function keptFile({ sql }: TestApp, ownerId: number, purpose: PurposeName): Promise<string> {
  const fileId = newFileId(ownerId);
  await sql(
    `insert into file (owner_id, file_id, purpose, state, name, media_type, size, content_hash, sent_by, remove_at)
     values ($1, $2, $3, 'kept', 'a.png', 'image/png', 1, sha256(''), 'test', now() + interval '1 day')`,
    [ownerId, fileId, purpose],
  );
  return fileId;
}
