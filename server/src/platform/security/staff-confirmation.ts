import type { Confirmation } from '@purser/contract/passkey';
import type { Queryable } from '@purser/ledger/accounts';
import type { Tx } from '../database/tx.ts';
import { refuse } from '../http/refusal.ts';
import type { StaffContext } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { noteFailure } from './sign-in-failures.ts';
import { CODE_OF_ACT } from './sign-in-limits.ts';
import { readSignInPolicy } from './sign-in-policy.ts';
import { checkPasskey, takePasskey } from './staff-passkeys.ts';
import { StaffSessions } from './staff-sessions.ts';
import type { Subjects } from './throttle.ts';
import { stepOfAct } from './totp.ts';

type Confirming = Pick<StaffContext, 'staffId' | 'sessionId' | 'ip'>;
type Standing = Pick<Platform, 'operator' | 'operatorUrl' | 'secrets' | 'clock'>;

/**
 * Takes what a member of staff confirms an act with, inside the transaction that it confirms: a code of the authenticator, or in its place the
 * answer of one of their passkeys to a challenge of this session. Good once either way; whoever fails too often waits, and loses the session.
 */
export async function takeConfirmation(tx: Tx, platform: Standing, context: Confirming, given: Confirmation): Promise<void> {
  await refuseOtherFactor(tx, given);
  const member = await tx
    .selectFrom('staff')
    .select(['totp_secret', 'totp_last_step'])
    .where('staff_id', '=', BigInt(context.staffId))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const subject = `staff ${context.staffId}`;
  const noteWrong = (locked: boolean) => noteWrongConfirmation(platform, context, locked);
  if (typeof given === 'string') {
    const step = await stepOfAct({ ...platform, throttle: platform.operator.throttle }, subject, member, given, noteWrong);
    await tx.updateTable('staff').set({ totp_last_step: step }).where('staff_id', '=', BigInt(context.staffId)).execute();
    return;
  }
  const { throttle } = platform.operator;
  const guesses: Subjects = [[CODE_OF_ACT, subject]];
  const counted = await throttle.count(guesses);
  const whatFor = { use: 'confirm', staff: context.staffId, session: context.sessionId } as const;
  const asserted = await checkPasskey(platform, tx, context.staffId, whatFor, given);
  if (!asserted) {
    await noteWrong(counted.subjects.some(({ locks }) => locks));
    throw refuse('passkey_refused');
  }
  if (!(await takePasskey(tx, context.staffId, asserted))) {
    await throttle.takeBack(counted);
    throw refuse('passkey_refused');
  }
  await throttle.clear(guesses);
}

/** Refuses a code where the policy asks for a passkey, with passkey_required. */
export async function refuseOtherFactor(db: Queryable, given: Confirmation): Promise<void> {
  if (typeof given !== 'string') return;
  const { staff_factor } = await readSignInPolicy(db);
  if (staff_factor === 'passkey') throw refuse('passkey_required');
}

/** The transaction is rolled back by a wrong answer; that it was wrong stays. */
async function noteWrongConfirmation(
  { operator, secrets }: Standing,
  { staffId, sessionId, ip }: Confirming,
  locked: boolean,
): Promise<void> {
  const { aside: db } = operator;
  await noteFailure({ db, secrets }, { ownerId: staffId, party: 'staff', kind: 'code_of_act', ip, locked });
  if (locked) await new StaffSessions(db).end({ staffId, sessionId });
}
