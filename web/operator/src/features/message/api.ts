import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { callQuery, refresh, toldQuery } from '@purser/console-kit/query';
import type { InputOf, OutputOf } from '@purser/contract/call';
import {
  messageDetail,
  messageProviders,
  type messageQuery,
  messageSendAgain,
  messageTemplateChange,
  messageTemplateList,
  messageTemplateReset,
  messageTemplateVersions,
  messageTest,
} from '@purser/contract/features/message';
import { registrationGet } from '@purser/contract/features/wallet-access';

export type Message = OutputOf<typeof messageQuery>['list'][number];
export type Template = OutputOf<typeof messageTemplateList>['templates'][number];
export type Wording = Template['wordings'][number];
export type TemplateKey = InputOf<typeof messageTemplateVersions>;

type Senders = OutputOf<typeof messageProviders>;
export type MailSender = Senders['mail'];
export type SmsSender = Senders['sms'];

export const detailOf = (message_id: string) => toldQuery(messageDetail, { message_id }, ['message']);
export const templates = callQuery(messageTemplateList, {}, ['message']);
export const versionsOf = (key: TemplateKey) => toldQuery(messageTemplateVersions, key, ['message']);
export const senders = callQuery(messageProviders, {}, ['system', 'message']);
export const registration = callQuery(registrationGet, {}, ['system']);

/** By what senders are shown, and the messages that wait for them. */
export const SENDERS = ['system', 'message'] as const;

/** After a change: what is on show is read again, and so are the messages that waited for it. */
export function readSendersAgain(): void {
  refresh(SENDERS);
}

/** Attempts a write under its key, and fetches again what it changed. */
async function act<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } finally {
    refresh(['message']);
  }
}

export function sendAgain(message_id: string): Promise<null> {
  return act(
    keysOf(messageSendAgain).attempt(message_id, (idempotencyKey) => client.request(messageSendAgain, { message_id }, { idempotencyKey })),
  );
}

export function sendTest(input: InputOf<typeof messageTest>): Promise<OutputOf<typeof messageTest>> {
  return act(
    keysOf(messageTest).attempt(JSON.stringify(input), (idempotencyKey) =>
      client.request(messageTest, input, { idempotencyKey, quiet: true }),
    ),
  );
}

export function changeWording(input: InputOf<typeof messageTemplateChange>): Promise<OutputOf<typeof messageTemplateChange>> {
  return act(
    keysOf(messageTemplateChange).attempt(JSON.stringify(input), (idempotencyKey) =>
      client.request(messageTemplateChange, input, { idempotencyKey, quiet: true }),
    ),
  );
}

export function resetWording(input: InputOf<typeof messageTemplateReset>): Promise<OutputOf<typeof messageTemplateReset>> {
  return act(
    keysOf(messageTemplateReset).attempt(JSON.stringify(input), (idempotencyKey) =>
      client.request(messageTemplateReset, input, { idempotencyKey, quiet: true }),
    ),
  );
}
