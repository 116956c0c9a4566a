import { staffIdentityQuery } from '@purser/contract/features/identity';
import { sql } from 'kysely';
import { isOfOrders, type QueueSource, withId } from '../../domain/queue.ts';
import { deciderShown, type DecidedNames, decidedNames } from '../../domain/staff-name.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import type { SubmissionRow } from './content.ts';

/** Everybody's submissions, for staff. What they say is not read. */
export const staffIdentities = list(staffIdentityQuery, {
  from: 'identity_submission',
  owner: 'owner_id',
  key: 'submission_id',
  keyed: 'uuidv7',
  columns: {
    create_time: 'created_at',
    decide_time: 'decided_at',
    owner_name: ({ owner_id }, { owners }: DecidedNames) => owners.get(owner_id) ?? '',
    decided_by: ({ decided_by }, names: DecidedNames) => deciderShown(decided_by, names),
  },
  beside: decidedNames,
});

export const identitiesFile = exportFile(staffIdentityQuery, {
  name: 'identities',
  title: 'identities',
  titles: { owner_id: 'owner_number' },
  columns: {
    create_time: 24,
    status: { width: 14, words: 'authentication_status' },
    party: 14,
    kind: 12,
    owner_id: 14,
    owner_name: 28,
    reason: 40,
    decide_time: 24,
    decided_by: { width: 20, of: ({ decided_by }) => decided_by?.name ?? null },
  },
});

/** What of them waits for staff. */
export const WAITING_IDENTITIES: QueueSource = {
  kinds: ['identity'],
  table: 'identity_submission',
  id: 'submission_id',
  since: sql.ref('created_at'),
  waiting: (filters) => (isOfOrders(filters) ? undefined : [sql`status = 'pending'`, ...withId('submission_id', filters.item_id)]),
  shown: async (tx, waits, reader) => {
    const { rows } = await tx.query<SubmissionRow>(
      'select * from identity_submission where (owner_id, submission_id) in (select * from unnest($1::bigint[], $2::uuid[]))',
      [waits.map(({ owner_id }) => owner_id), waits.map(({ id }) => id)],
    );
    const identities = await staffIdentities.shown(tx, rows, reader);
    return new Map(identities.map((identity) => [identity.submission_id, { kind: 'identity', identity }]));
  },
};
