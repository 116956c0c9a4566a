import { sql } from 'kysely';
import type { Tx } from '../platform/database/tx.ts';
import { type OpenSession, shownSession } from './open-sessions.ts';

/** The sessions of a member of staff that still let somebody in, the newest first. `asking` is the session that asks. */
export async function staffSessionsOf(tx: Tx, staffId: number, asking: string): Promise<OpenSession[]> {
  const rows = await tx
    .selectFrom('staff_session')
    .innerJoin('sign_in_policy as policy', (join) => join.on('policy.only_row', '=', true))
    .select(['session_id', 'ip', 'user_agent', 'staff_session.created_at', 'last_seen_at', 'expires_at'])
    .where('staff_id', '=', BigInt(staffId))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('staff_session.created_at', '>', sql<Date>`now() - make_interval(mins => staff_absolute_min)`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(mins => staff_idle_min)`)
    .orderBy('session_id', 'desc')
    .execute();
  return rows.map((row) => shownSession({ ...row, current: row.session_id === asking }));
}
