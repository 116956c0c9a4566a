import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type {
  staffAuthenticatorReplace,
  staffAuthenticatorSecret,
  staffPasswordChange,
  staffSessionEnd,
  staffSessionEndOthers,
  staffSessionList,
} from '@purser/contract/features/staff';
import { offerAuthenticator, provenAuthenticator } from '../../domain/new-authenticator.ts';
import { checkPasswordChange, type PasswordChange } from '../../domain/password-change.ts';
import { type EndedLinks, endLinksMadeBy, fitPassword, voidEntriesOf } from '../../domain/staff-links.ts';
import { staffSessionsOf } from '../../domain/staff-sessions.ts';
import { asStaff, readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { takeConfirmation } from '../../platform/security/staff-confirmation.ts';

type Ended = OutputOf<typeof staffSessionEndOthers>;

/** Guesses at the present password within a session. */
const OLD_PASSWORD: ThrottleRule = { scope: 'staff_password', most: 5, rememberedS: 15 * 60 };

export function ownSessions(platform: Platform, { staffId, sessionId }: StaffContext): Promise<OutputOf<typeof staffSessionList>> {
  return readAsStaff(platform, async (tx) => ({ list: await staffSessionsOf(tx, staffId, sessionId) }));
}

export function endOwnSession(
  platform: Platform,
  { session_id }: ParsedInputOf<typeof staffSessionEnd>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  return asStaff(platform, context, { action: 'session.end', details: { session_id } }, async (tx) => {
    const ended = await tx
      .deleteFrom('staff_session')
      .where('staff_id', '=', BigInt(context.staffId))
      .where('session_id', '=', session_id)
      .executeTakeFirst();
    if (ended.numDeletedRows !== 1n) throw refuse('not_found');
    return null;
  });
}

export function endOtherOwnSessions(platform: Platform, context: StaffContext): Promise<Ended | Answer<Ended>> {
  return keyedWrite<Ended>(platform, context, {
    whose: 'provider',
    act: async (tx) => ({ ended: await endOtherSessions(tx, context) }),
    audit: ({ ended }) => ({ action: 'session.end_others', details: { ended } }),
  });
}

export function changeOwnPassword(
  platform: Platform,
  input: ParsedInputOf<typeof staffPasswordChange>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { operator } = platform;
  const { staffId } = context;
  let ended: EndedLinks = {};
  return confirmedWrite<null, PasswordChange>(platform, input, context, {
    whose: 'provider',
    prepare: () =>
      checkPasswordChange(operator, input, {
        guesses: [[OLD_PASSWORD, String(staffId)]],
        present: async () => {
          const member = await operator.db.systemQueries
            .selectFrom('staff')
            .select('password_hash')
            .where('staff_id', '=', BigInt(staffId))
            .executeTakeFirst();
          return member?.password_hash;
        },
        fit: (wanted) => fitPassword(operator.db.system, wanted),
      }),
    act: async (tx, { password_hash, replaces }) => {
      const changed = await tx
        .updateTable('staff')
        .set({ password_hash })
        .where('staff_id', '=', BigInt(staffId))
        .where('password_hash', '=', replaces)
        .executeTakeFirst();
      if (changed.numUpdatedRows !== 1n) throw refuse('old_password_wrong');
      ended = await endWhatOthersHold(tx, context);
      return null;
    },
    audit: () => ({ action: 'password.change', details: { ...ended } }),
  });
}

/** A secret for another authenticator. */
export async function newAuthenticator(platform: Platform, { staffId }: StaffContext): Promise<OutputOf<typeof staffAuthenticatorSecret>> {
  const { username } = await platform.operator.db.systemQueries
    .selectFrom('staff')
    .select('username')
    .where('staff_id', '=', BigInt(staffId))
    .executeTakeFirstOrThrow();
  return offerAuthenticator(platform, `staff ${staffId}`, username);
}

export function replaceAuthenticator(
  platform: Platform,
  input: ParsedInputOf<typeof staffAuthenticatorReplace>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { staffId } = context;
  let ended: EndedLinks = {};
  return keyedWrite<null>(platform, context, {
    whose: 'provider',
    act: async (tx) => {
      const proven = provenAuthenticator(platform, `staff ${staffId}`, input);
      // The code is of the present authenticator, so it is taken before that is replaced.
      await takeConfirmation(tx, platform, context, input.google_code);
      const { totp_secret } = await tx
        .selectFrom('staff')
        .select('totp_secret')
        .where('staff_id', '=', BigInt(staffId))
        .forUpdate()
        .executeTakeFirstOrThrow();
      await tx.updateTable('staff').set(proven).where('staff_id', '=', BigInt(staffId)).execute();
      // The first one beside a passkey replaces nothing that somebody else could have.
      if (totp_secret === null) await endOtherSessions(tx, context);
      else ended = await endWhatOthersHold(tx, context);
      return null;
    },
    audit: () => ({ action: 'authenticator.replace', details: { ...ended } }),
  });
}

/** With what was replaced, or removed, somebody else may have signed in, made links to come back by, and entered what a second person approves. */
export async function endWhatOthersHold(tx: Tx, context: StaffContext): Promise<EndedLinks> {
  await endOtherSessions(tx, context);
  await voidEntriesOf(tx, context.staffId);
  return endLinksMadeBy(tx, context.staffId);
}

/** Answers how many there were. */
async function endOtherSessions(tx: Tx, { staffId, sessionId }: StaffContext): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_session')
    .where('staff_id', '=', BigInt(staffId))
    .where('session_id', '!=', sessionId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
