import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant, merchantId, nothing, shownLine, shownText } from '../fields.ts';
import { LANGUAGES } from '../language.ts';
import { exportCall, listCall } from '../list-call.ts';
import { MESSAGE_CHANNELS, MESSAGE_KIND_NAMES, MESSAGE_STATES } from '../message-kinds.ts';
import { mailSettings, signingKey, smsSettings } from '../message-provider.ts';

/**
 * Why a message was not sent, as a word of ours: what a server said may quote the message.
 * - `no_provider`: nothing is set up to send it by; it waits;
 * - `connection`, `timeout`, `tls`: the provider could not be reached, or not safely;
 * - `target_refused`: the provider's address is one that may not be connected to;
 * - `login_refused`, `sender_refused`: the provider refused us, by our login or our sender's address;
 * - `deferred`: it said "not now"; `refused`: it will not take this message;
 * - `expired`: the message was of no use any more before it could be sent;
 * - `unexpected`: a fault of ours, told in the log.
 */
export const MESSAGE_PROBLEMS = [
  'no_provider',
  'connection',
  'timeout',
  'tls',
  'target_refused',
  'login_refused',
  'sender_refused',
  'deferred',
  'refused',
  'expired',
  'unexpected',
] as const;
export type MessageProblem = (typeof MESSAGE_PROBLEMS)[number];

const kind = z.enum(MESSAGE_KIND_NAMES);
const channel = z.enum(MESSAGE_CHANNELS);
const language = z.enum(LANGUAGES);
const messageId = z.uuid();

const messageRow = z.strictObject({
  message_id: idText,
  /** Whom it is about: a merchant, a wallet user, a member of staff; 1 for the provider. */
  owner_id: merchantId,
  kind,
  channel,
  /** Shown in part to roles that only look. */
  recipient: z.string(),
  language,
  state: z.enum(MESSAGE_STATES),
  attempts: z.number().int(),
  problem: z.enum(MESSAGE_PROBLEMS).nullable(),
  /** What the provider answered by number, of SMTP or HTTP. */
  reply_code: z.number().int().nullable(),
  create_time: instant,
  update_time: instant,
});

export const messageQuery = listCall({
  path: '/v1/operator/message/query',
  caller: 'staff',
  permission: 'message.read',
  summary: 'Messages that were posted, without what they said',
  row: messageRow,
  sort: ['create_time'],
  filters: {
    message_id: messageId.optional(),
    recipient: z.string().max(254).optional(),
    owner_id: merchantId.optional(),
    kind: kind.optional(),
    channel: channel.optional(),
    state: z.enum(MESSAGE_STATES).optional(),
  },
});
export const messageExport = exportCall(messageQuery, 'Messages');

export const messageDetail = call({
  path: '/v1/operator/message/detail',
  caller: 'staff',
  permission: 'message.read',
  summary: 'One message, and whether and when it is tried again',
  input: z.strictObject({ message_id: messageId }),
  output: messageRow.extend({
    /** After it the message is of no use. */
    expire_time: instant,
    /** Null when it is not tried again by itself. */
    next_attempt_time: instant.nullable(),
    /** What it says is still kept, sealed. */
    can_send_again: z.boolean(),
  }),
  errors: ['not_found'],
});

export const messageSendAgain = call({
  path: '/v1/operator/message/send_again',
  caller: 'staff',
  permission: 'message.change',
  write: true,
  summary: 'Lets a message that waits or was not delivered be tried again at once',
  input: z.strictObject({ message_id: messageId }),
  output: nothing,
  errors: ['not_found', 'message_gone'],
});

export const messageTest = call({
  path: '/v1/operator/message/test',
  caller: 'staff',
  permission: 'message.change',
  write: true,
  summary: 'Posts a test message; how it went stands in its detail a moment later',
  input: z.strictObject({ channel, to: z.string().trim().max(254) }),
  output: z.strictObject({ message_id: idText }),
  errors: ['message_address_wrong', 'too_many_requests'],
  fields: { message_address_wrong: 'to' },
});

const wording = z.strictObject({
  language,
  subject: z.string(),
  body: z.string(),
  /** 0 while it is as it was shipped. */
  version: z.number().int(),
  /** Staff have worded it. */
  changed: z.boolean(),
  changed_by: z.string().nullable(),
  change_time: instant.nullable(),
});

export const messageTemplateList = call({
  path: '/v1/operator/message/template/list',
  caller: 'staff',
  permission: 'message.read',
  summary: 'What each kind of message says in each language, and the variables that it may name',
  input: empty,
  output: z.strictObject({
    templates: z.array(
      z.strictObject({ kind, channel, variables: z.array(z.string()), secret: z.array(z.string()), wordings: z.array(wording) }),
    ),
  }),
});

const templateKey = { kind, channel, language };
const templateErrors = ['not_found', 'message_template_changed'] as const;

export const messageTemplateVersions = call({
  path: '/v1/operator/message/template/versions',
  caller: 'staff',
  permission: 'message.read',
  summary: 'Every wording that a message has had in a language, the newest first; one without texts went back to the shipped wording',
  input: z.strictObject(templateKey),
  output: z.strictObject({
    versions: z.array(
      z.strictObject({
        version: z.number().int(),
        subject: z.string().nullable(),
        body: z.string().nullable(),
        changed_by: z.string(),
        change_time: instant,
      }),
    ),
  }),
  errors: ['not_found'],
});

/** A text message is sent, and paid for, in parts. */
export const LONGEST_SMS = 300;
export const LONGEST_SUBJECT = 150;
export const LONGEST_BODY = 4_000;

export const messageTemplateChange = call({
  path: '/v1/operator/message/template/change',
  caller: 'staff',
  permission: 'message.change',
  write: true,
  summary: 'Words a message anew in one language',
  input: z
    .strictObject({
      ...templateKey,
      /** The version that this one was made from. */
      version: z.number().int().min(0),
      /** Empty for a text message. */
      subject: shownLine.max(LONGEST_SUBJECT),
      body: shownText.trim().min(1).max(LONGEST_BODY),
    })
    .refine(({ channel, subject }) => (channel === 'mail') === (subject.trim() !== ''), { path: ['subject'] })
    .refine(({ channel, body }) => channel === 'mail' || body.length <= LONGEST_SMS, { path: ['body'] }),
  output: z.strictObject({ version: z.number().int() }),
  errors: [...templateErrors, 'message_variable_unknown', 'message_secret_in_subject', 'message_variable_missing'],
  fields: { message_secret_in_subject: 'subject', message_variable_missing: 'body' },
});

export const messageTemplateReset = call({
  path: '/v1/operator/message/template/reset',
  caller: 'staff',
  permission: 'message.change',
  write: true,
  summary: 'Goes back to the shipped wording in one language',
  input: z.strictObject({ ...templateKey, version: z.number().int().min(0) }),
  output: z.strictObject({ version: z.number().int() }),
  errors: templateErrors,
});

/** Where a provider's settings come from: staff, the environment, or nowhere: then messages wait, or end in a demo's mailbox. */
export const PROVIDER_SOURCES = ['staff', 'environment', 'mailbox', 'none'] as const;
const providerShown = { source: z.enum(PROVIDER_SOURCES), has_secret: z.boolean(), update_time: instant.nullable() };

export const messageProviders = call({
  path: '/v1/operator/message/provider/get',
  caller: 'staff',
  permission: 'system.read',
  summary: 'By what mail and text messages go out, without passwords and keys',
  input: empty,
  output: z.strictObject({
    mail: z.strictObject({ ...providerShown, settings: mailSettings.nullable() }),
    sms: z.strictObject({ ...providerShown, settings: smsSettings.nullable() }),
    /** Messages that wait for a provider. */
    waiting: z.number().int(),
  }),
});

/** When the settings were set that were looked at, null where staff had set none; refused with `terms_changed` where that is no longer so. */
const before = z.strictObject({ update_time: instant.nullable() }).optional();

export const messageProviderMail = call({
  path: '/v1/operator/message/provider/mail',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  confirm: 'google_code',
  summary: 'Sets the mail server; the password stays as it is unless given',
  input: mailSettings.extend({ password: z.string().max(500).optional(), before }),
  output: nothing,
  errors: ['message_secret_required', 'terms_changed'],
  fields: { message_secret_required: 'password' },
});

export const messageProviderSms = call({
  path: '/v1/operator/message/provider/sms',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  confirm: 'google_code',
  summary: 'Sets the gateway for text messages; the key stays as it is unless given',
  input: smsSettings.extend({ key: signingKey.optional(), before }),
  output: nothing,
  errors: ['message_secret_required', 'terms_changed'],
  fields: { message_secret_required: 'key' },
});

export const messageProviderReset = call({
  path: '/v1/operator/message/provider/reset',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  confirm: 'google_code',
  summary: 'Forgets what staff have set: the environment says again where messages go out',
  input: z.strictObject({ channel, before }),
  output: nothing,
  errors: ['terms_changed'],
});
