import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { MessageProblem, messageDetail, messageSendAgain, messageTest } from '@purser/contract/features/message';
import type { MessageKind } from '@purser/contract/message-kinds';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { isAddress, messageJobKey, messageTime, postMessage, SEND_MESSAGE } from '../../domain/message.ts';
import { shownRecipient } from '../../domain/shown-recipient.ts';
import { jobOf, retryJob } from '../../platform/commands/job-queue.ts';
import { asStaff, readAsStaff } from '../../platform/commands/staff-acts.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';

/** Each test makes us write to whom it names. */
const TESTS: ThrottleRule = { scope: 'message_test', most: 20, rememberedS: 600, window: true };

/** One message of the log, and what becomes of it. */
export function detailOf(
  platform: Platform,
  { message_id }: ParsedInputOf<typeof messageDetail>,
  { role }: StaffContext,
): Promise<OutputOf<typeof messageDetail>> {
  return readAsStaff(platform, async (tx) => {
    const message = await tx.selectFrom('message').selectAll().where('message_id', '=', message_id).executeTakeFirst();
    if (!message) throw refuse('not_found');
    const kept = await jobOf(tx, messageJobKey(message_id));
    return {
      ...message,
      owner_id: Number(message.owner_id),
      kind: message.kind as MessageKind,
      problem: message.problem as MessageProblem | null,
      recipient: shownRecipient(message.recipient, message.channel, role),
      create_time: message.create_time.toISOString(),
      update_time: message.update_time.toISOString(),
      expire_time: message.expire_time.toISOString(),
      next_attempt_time: kept && !kept.givenUp ? kept.nextAt.toISOString() : null,
      can_send_again: kept !== undefined,
    };
  });
}

export function sendAgain(
  platform: Platform,
  { message_id }: ParsedInputOf<typeof messageSendAgain>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  return asStaff(platform, context, { action: 'message.send_again', details: { message_id } }, async (tx) => {
    const message = await tx.selectFrom('message').select('owner_id').where('message_id', '=', message_id).executeTakeFirst();
    if (!message) throw refuse('not_found');
    const own = { owner_id: message.owner_id, message_id };
    await tx
      .selectFrom('message')
      .select('state')
      .where(({ and }) => and(own))
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!(await retryJob(tx, SEND_MESSAGE, messageJobKey(message_id)))) throw refuse('message_gone');
    await tx
      .updateTable('message')
      .set({ state: 'waiting' })
      .where(({ and }) => and(own))
      .execute();
    return null;
  });
}

export async function sendTest(
  platform: Platform,
  { channel, to }: ParsedInputOf<typeof messageTest>,
  context: StaffContext,
): Promise<OutputOf<typeof messageTest> | Answer<OutputOf<typeof messageTest>>> {
  if (!isAddress(channel, to)) throw refuse('message_address_wrong');
  await platform.operator.throttle.count([[TESTS, String(context.staffId)]]);
  const variables = { time: messageTime(platform.clock.now()) };
  const posted = { ownerId: PROVIDER_OWNER_ID, kind: 'test', channel, to, language: context.language, variables } as const;
  return asStaff(platform, context, { action: 'message.test', details: { channel } }, async (tx) => ({
    message_id: await postMessage(tx, platform.secrets, posted),
  }));
}
