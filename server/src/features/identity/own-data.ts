import type { Platform } from '../../platform/platform.ts';
import { contentOf, type SubmissionRow } from './content.ts';

/** What a wallet user has handed in for their identity, opened, for themself. */
export async function ownSubmissions({ db, secrets }: Platform, userId: number): Promise<object[]> {
  return db.scoped(userId, async (tx) => {
    const { rows } = await tx.query<SubmissionRow>('select * from identity_submission where owner_id = $1 order by submission_id', [
      userId,
    ]);
    return rows.map((row) => ({
      kind: row.kind,
      status: row.status,
      reason: row.status === 'rejected' ? row.reason : '',
      created_at: row.created_at,
      decided_at: row.decided_at,
      erase_at: row.erase_at,
      content: contentOf(secrets, row),
    }));
  });
}
