import { purposeOf } from '@purser/contract/file-purpose';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import { audit } from '../../platform/proof/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteFile, type FileRow, takeDue } from './queries.ts';

const MOST_AT_ONCE = 50;

/** Removes files when their time is over, and what uploads that were cut off have left. */
export function fileJobs(platform: Platform): PeriodicJob[] {
  return [
    { name: 'remove-files', everyMs: 60_000, run: () => removeDueFiles(platform) },
    { name: 'sweep-file-storage', everyMs: 60 * 60_000, run: () => platform.vault.storage.sweep() },
  ];
}

/**
 * First the row says that the file is leaving, then its bytes go, then the row: whatever is cut off in between is taken up again, and a row
 * that is gone leaves no bytes behind.
 */
export async function removeDueFiles(platform: Platform): Promise<void> {
  for (;;) {
    const due = await platform.db.systemTransaction((tx) => takeDue(tx, MOST_AT_ONCE));
    for (const file of due) await remove(platform, file);
    if (due.length < MOST_AT_ONCE) return;
  }
}

async function remove({ db, vault, secrets }: Platform, file: FileRow): Promise<void> {
  await vault.remove(file.file_id);
  const ownerId = Number(file.owner_id);
  await db.scoped(ownerId, async (tx) => {
    if (!(await deleteFile(tx, file))) return;
    // What nobody ever used was never part of anything.
    if (file.used_at === null) return;
    await audit(tx, secrets, {
      ownerId,
      actorKind: 'system',
      actor: 'retention',
      action: 'file.remove',
      details: { file_id: file.file_id, purpose: file.purpose, kept_days: purposeOf(file.purpose).keptDays ?? null },
      ip: null,
    });
  });
}
