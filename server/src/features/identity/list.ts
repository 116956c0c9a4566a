import type { OutputOf } from '@purser/contract/call';
import { staffIdentityQuery } from '@purser/contract/features/identity';
import type { Queryable } from '@purser/ledger/accounts';
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
    owner_name: ({ owner_id }, names: ReadonlyMap<bigint, string>) => names.get(owner_id) ?? '',
  },
  beside: async (db, rows): Promise<ReadonlyMap<bigint, string>> => namesOf(db, rows),
});

type StaffRow = OutputOf<typeof staffIdentityQuery>['list'][number];

/** Submissions as the list shows them. */
export async function staffRowsOf(db: Queryable, rows: readonly SubmissionRow[]): Promise<StaffRow[]> {
  const names = await namesOf(db, rows);
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

async function namesOf(db: Queryable, rows: readonly Pick<SubmissionRow, 'owner_id'>[]): Promise<ReadonlyMap<bigint, string>> {
  const { rows: names } = await db.query<{ id: bigint; name: string }>(
    `select merchant_id as id, name from merchant where merchant_id = any ($1::bigint[])
     union all select user_id, nick from wallet_user where user_id = any ($1::bigint[])`,
    [[...new Set(rows.map(({ owner_id }) => owner_id))]],
  );
  return new Map(names.map(({ id, name }) => [id, name]));
}
