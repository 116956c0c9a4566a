import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type {
  staffPasskeyAdd,
  staffPasskeyConfirmation,
  staffPasskeyCreation,
  staffPasskeyList,
  staffPasskeyRemove,
} from '@purser/contract/features/staff-passkey';
import type { EndedLinks } from '../../domain/staff-links.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { keyedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type ChallengeFor,
  creationOf,
  ofOperators,
  readNewPasskey,
  readyForPasskeys,
  requestOf,
} from '../../platform/security/passkeys.ts';
import { keepSignInPolicy } from '../../platform/security/sign-in-policy.ts';
import { takeConfirmation } from '../../platform/security/staff-confirmation.ts';
import { credentialsOf, keepPasskey, refuseUnfitPasskey, staffHandle } from '../../platform/security/staff-passkeys.ts';
import { endWhatOthersHold } from './own.ts';

type Added = OutputOf<typeof staffPasskeyAdd>;

function challengeFor(use: 'add' | 'confirm', { staffId, sessionId }: StaffContext): ChallengeFor {
  return { use, staff: staffId, session: sessionId };
}

export function ownPasskeys(platform: Platform, { staffId }: StaffContext): Promise<OutputOf<typeof staffPasskeyList>> {
  return readAsStaff(platform, async (tx) => {
    const rows = await tx
      .selectFrom('staff_passkey')
      .select(['passkey_id', 'name', 'synced', 'created_at', 'last_used_at'])
      .where('staff_id', '=', BigInt(staffId))
      .orderBy('passkey_id')
      .execute();
    const list = rows.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      create_time: created_at.toISOString(),
      last_used_time: last_used_at?.toISOString() ?? null,
    }));
    return { list };
  });
}

export async function confirmationRequest(platform: Platform, context: StaffContext): Promise<OutputOf<typeof staffPasskeyConfirmation>> {
  const credentials = await credentialsOf(platform.operator.db.systemQueries, context.staffId);
  return requestOf(ofOperators(platform), challengeFor('confirm', context), credentials);
}

export async function creationRequest(platform: Platform, context: StaffContext): Promise<OutputOf<typeof staffPasskeyCreation>> {
  const { operator } = platform;
  const { username, name } = await operator.db.systemQueries
    .selectFrom('staff')
    .select(['username', 'name'])
    .where('staff_id', '=', BigInt(context.staffId))
    .executeTakeFirstOrThrow();
  const credentials = await credentialsOf(operator.db.systemQueries, context.staffId);
  const handle = staffHandle(platform.secrets, username);
  return creationOf(ofOperators(platform), challengeFor('add', context), { handle, username, name, credentials });
}

export function addPasskey(
  platform: Platform,
  input: ParsedInputOf<typeof staffPasskeyAdd>,
  context: StaffContext,
): Promise<Added | Answer<Added>> {
  return keyedWrite(platform, context, {
    whose: 'provider',
    prepare: readyForPasskeys,
    act: async (tx) => {
      await tx.selectFrom('staff').select('staff_id').where('staff_id', '=', BigInt(context.staffId)).forUpdate().executeTakeFirstOrThrow();
      const made = await readNewPasskey(ofOperators(platform), challengeFor('add', context), input.passkey);
      await refuseUnfitPasskey(tx, context.staffId, made);
      // By a factor that the member has already: a passkey that is kept first would confirm itself.
      await takeConfirmation(tx, platform, context, input.google_code);
      return { passkey_id: await keepPasskey(tx, context.staffId, made) };
    },
    audit: ({ passkey_id }) => ({ action: 'passkey.add', details: { passkey_id, name: input.passkey.name } }),
  });
}

export function removePasskey(
  platform: Platform,
  input: ParsedInputOf<typeof staffPasskeyRemove>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { passkey_id, google_code } = input;
  const staff_id = BigInt(context.staffId);
  let name = '';
  let ended: EndedLinks = {};
  return keyedWrite<null>(platform, context, {
    whose: 'provider',
    act: async (tx) => {
      const member = await tx
        .selectFrom('staff')
        .select('totp_secret')
        .where('staff_id', '=', staff_id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const own = await tx.selectFrom('staff_passkey').select(['passkey_id', 'name']).where('staff_id', '=', staff_id).execute();
      const removed = own.find((passkey) => passkey.passkey_id === passkey_id);
      if (!removed) throw refuse('not_found');
      const { staff_factor } = await keepSignInPolicy(tx);
      if (own.length === 1 && (member.totp_secret === null || staff_factor === 'passkey')) throw refuse('last_factor');
      // The passkey may confirm its own removal, so that is taken while it is there.
      await takeConfirmation(tx, platform, context, google_code);
      await tx.deleteFrom('staff_passkey').where('staff_id', '=', staff_id).where('passkey_id', '=', passkey_id).execute();
      ended = await endWhatOthersHold(tx, context);
      ({ name } = removed);
      return null;
    },
    audit: () => ({ action: 'passkey.remove', details: { passkey_id, name, ...ended } }),
  });
}
