import type { OutputOf } from '@purser/contract/call';
import { staffIdentityQuery } from '@purser/contract/features/identity';
import type { Queryable } from '@purser/ledger/accounts';
import { type OwnerNames, ownerNames } from '../../domain/owners.ts';
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
    owner_name: ({ owner_id }, names: OwnerNames) => names.get(owner_id) ?? '',
  },
  beside: ownerNames,
});

type StaffRow = OutputOf<typeof staffIdentityQuery>['list'][number];

/** Submissions as the list shows them. */
export async function staffRowsOf(db: Queryable, rows: readonly SubmissionRow[]): Promise<StaffRow[]> {
  const names = await ownerNames(db, rows);
  return rows.map(({ owner_id, party, submission_id, kind, status, reason, created_at, decided_at }) => ({
    owner_id: Number(owner_id),
    owner_name: names.get(owner_id) ?? '',
    party,
    submission_id,
    kind,
    status,
    reason,
    create_time: created_at.toISOString(),
    decide_time: decided_at?.toISOString() ?? null,
  }));
}
