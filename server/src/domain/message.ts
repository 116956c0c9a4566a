import { LANGUAGES, type Language } from '@purser/contract/language';
import {
  channelsOf,
  MESSAGE_CHANNELS,
  MESSAGE_KIND_NAMES,
  MESSAGE_KINDS,
  type MessageChannel,
  type MessageKind,
  type MessageVariables,
} from '@purser/contract/message-kinds';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { addJob, type JobKind } from '../platform/commands/job-queue.ts';
import type { Tx } from '../platform/database/tx.ts';
import type { Secrets } from '../platform/security/secrets.ts';

const sendPayload = z.strictObject({
  owner_id: z.number(),
  message_id: z.uuid(),
  kind: z.enum(MESSAGE_KIND_NAMES),
  channel: z.enum(MESSAGE_CHANNELS),
  to: z.string(),
  language: z.enum(LANGUAGES),
  variables: z.record(z.string(), z.string()),
});
export type SendPayload = z.output<typeof sendPayload>;

/** The job that sends a mail, and whatever message an earlier release has queued. What the message says is nowhere but in its payload. */
export const SEND_MESSAGE: JobKind<SendPayload> = { name: 'send-message', payload: sendPayload, maxAttempts: 20 };
/** The same of a text message: a kind of its own, so that neither waits for the other's server. */
export const SEND_TEXT: JobKind<SendPayload> = { ...SEND_MESSAGE, name: 'send-text' };

/** The key of a message's job. */
export function messageJobKey(messageId: string): string {
  return `message ${messageId}`;
}

interface Posted<Kind extends MessageKind> {
  /** Whom it is about: a merchant, a wallet user, a member of staff, or the provider while nobody is known yet. */
  readonly ownerId: number;
  readonly kind: Kind;
  readonly channel: MessageChannel;
  /** A mail address, or a phone number in E.164 form. */
  readonly to: string;
  readonly language: Language;
  readonly variables: MessageVariables<Kind>;
}

const EXPIRES = 'now() + make_interval(secs => $7)';
const POST = `
  insert into message (owner_id, message_id, kind, channel, recipient, language, expire_time) values ($1, $2, $3, $4, $5, $6, ${EXPIRES})`;
/** Posts a message in the name in which an account is closed, in the same transaction; as the system alone. */
export const POST_FAREWELL = `select post_farewell($1, $2, $3, $4, $5, $6, ${EXPIRES})`;

/** Posts a message within a transaction: it is sent once that has committed. Returns its id. */
export async function postMessage<Kind extends MessageKind>(
  tx: Tx,
  secrets: Secrets,
  { ownerId, kind, channel, to, language, variables }: Posted<Kind>,
  statement: typeof POST | typeof POST_FAREWELL = POST,
): Promise<string> {
  if (!isAddress(channel, to) || !channelsOf(kind).includes(channel))
    throw new Error(`a ${kind} cannot be sent by ${channel} to this address`);
  const messageId = uuidv7();
  await tx.query(statement, [ownerId, messageId, kind, channel, to, language, MESSAGE_KINDS[kind].usefulFor_s]);
  const payload: SendPayload = { owner_id: ownerId, message_id: messageId, kind, channel, to, language, variables };
  await addJob(tx, secrets, channel === 'sms' ? SEND_TEXT : SEND_MESSAGE, payload, messageJobKey(messageId));
  return messageId;
}

const PHONE = /^\+[1-9]\d{6,14}$/;
const mailAddress = z.email().max(254);

/** Whether a channel can reach this address. */
export function isAddress(channel: MessageChannel, address: string): boolean {
  return channel === 'sms' ? PHONE.test(address) : mailAddress.safeParse(address).success;
}

/** A time as messages tell it: alike in every language. */
export function messageTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
