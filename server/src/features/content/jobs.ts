import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { audit } from '../../platform/proof/audit.ts';
import { lockDue } from './editing-queries.ts';
import { publishScheduled } from './scheduled.ts';

const AT_ONCE = 20;

/** Publishes what was scheduled, as it was then, within seconds of its time. It is published once, however many workers there are. */
export function contentJobs(platform: Platform): PeriodicJob[] {
  return [{ name: 'publish-content', everyMs: 5_000, run: () => publishDue(platform) }];
}

async function publishDue({ operator, secrets }: Platform): Promise<void> {
  // Without the operator's connections nothing is scheduled either.
  if (operator.warning !== undefined) return;
  await operator.db.systemTransaction(async (tx) => {
    for (const item of await lockDue(tx, AT_ONCE)) {
      const version = await publishScheduled(tx, item, item.scheduled_by ?? item.saved_by);
      const details = { content_id: item.content_id, version };
      const entry = { ownerId: PROVIDER_OWNER_ID, actorKind: 'system', actor: 'schedule', ip: null } as const;
      await audit(tx, secrets, { ...entry, action: 'content.publish', details });
    }
  });
}
