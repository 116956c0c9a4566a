import { releaseFile } from '../../domain/file-use.ts';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';

const MOST_AT_ONCE = 50;

/** Erases what identities said when their time is over. */
export function identityJobs(platform: Platform): PeriodicJob[] {
  return [{ name: 'erase-identities', everyMs: 60 * 60_000, run: () => eraseDueIdentities(platform) }];
}

/** What a submission said goes, with its photographs; that it was handed in and decided stays. */
export async function eraseDueIdentities({ db, secrets }: Platform): Promise<void> {
  for (;;) {
    const due = await db.systemTransaction(async (tx) => {
      const { rows } = await tx.query<{ owner_id: bigint; submission_id: string }>(
        `select owner_id, submission_id from identity_submission where content is not null and erase_at <= now() order by erase_at limit ${MOST_AT_ONCE}`,
      );
      return rows;
    });
    for (const { owner_id, submission_id } of due) {
      const ownerId = Number(owner_id);
      await db.scoped(ownerId, async (tx) => {
        const { rows } = await tx.query<{ file_ids: string[] }>(
          // A photograph that was handed in again is kept as long as the later submission.
          `select array(select unnest(file_ids) except select unnest(other.file_ids) from identity_submission other
             where other.owner_id = $1 and other.submission_id <> $2 and other.content is not null) as file_ids
           from identity_submission where owner_id = $1 and submission_id = $2 and content is not null for no key update`,
          [ownerId, submission_id],
        );
        const [row] = rows;
        if (!row) return;
        for (const fileId of row.file_ids) await releaseFile(tx, { ownerId, fileId });
        await tx.query(
          `update identity_submission set content = null, document_mac = null, file_ids = '{}' where owner_id = $1 and submission_id = $2`,
          [ownerId, submission_id],
        );
        const entry = { actorKind: 'system', actor: 'retention', action: 'identity.erase', details: { submission_id }, ip: null } as const;
        await audit(tx, secrets, { ownerId, ...entry });
      });
    }
    if (due.length < MOST_AT_ONCE) return;
  }
}
