import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { staffMemberSessionEnd, staffMemberSessions } from '@purser/contract/features/staff-member';
import { staffSessionsOf } from '../../domain/staff-sessions.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

type Ended = OutputOf<typeof staffMemberSessionEnd>;

export function memberSessions(
  platform: Platform,
  { staff_id }: ParsedInputOf<typeof staffMemberSessions>,
  { sessionId }: StaffContext,
): Promise<OutputOf<typeof staffMemberSessions>> {
  return readAsStaff(platform, async (tx) => {
    const member = await tx.selectFrom('staff').select('staff_id').where('staff_id', '=', BigInt(staff_id)).executeTakeFirst();
    if (!member) throw refuse('not_found');
    return { list: await staffSessionsOf(tx, staff_id, sessionId) };
  });
}

/** Ends one session of another member, or all of them. Who ends their own does so on the page of their own account. */
export function endMemberSessions(
  platform: Platform,
  input: ParsedInputOf<typeof staffMemberSessionEnd>,
  context: StaffContext,
): Promise<Ended | Answer<Ended>> {
  const { staff_id, session_id } = input;
  return confirmedWrite<Ended>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const ended = await tx
        .deleteFrom('staff_session')
        .where('staff_id', '=', BigInt(staff_id))
        .$if(session_id !== undefined, (query) => query.where('session_id', '=', session_id ?? ''))
        .executeTakeFirstOrThrow();
      if (ended.numDeletedRows === 0n) throw refuse('not_found');
      // After the look for it, as the contract says; the refusal undoes it.
      if (staff_id === context.staffId) throw refuse('staff_self');
      return { ended: Number(ended.numDeletedRows) };
    },
    audit: ({ ended }) => ({ action: 'staff.end_session', details: { staff_id, ...(session_id !== undefined && { session_id }), ended } }),
  });
}
