import { z } from 'zod';
import { call } from '../call.ts';
import { empty, instant, nothing } from '../fields.ts';
import { LANGUAGES } from '../language.ts';
import { CODE_DIGITS } from '../message-kinds.ts';
import { openSession } from '../open-session.ts';
import { authenticatorReplacement, authenticatorSecret, passwordChange } from './own-account.ts';

const own = { caller: 'merchant' } as const;
const changes = { ...own, write: true, confirm: 'google_code' } as const;

export const accountSecurity = call({
  ...own,
  path: '/v1/merchant/account/security',
  summary: 'How the merchant signs in, beside the password',
  input: empty,
  output: z.strictObject({
    /** Null when none were made. */
    recovery_codes: z.strictObject({ left: z.number().int(), create_time: instant }).nullable(),
    /** Where the merchant is told of changes to the account, and in which language; null while it has named no address. */
    notice: z.strictObject({ mail: z.string(), language: z.enum(LANGUAGES) }).nullable(),
  }),
});

export const resetSelfPassword = call({
  ...changes,
  path: '/v1/merchant/account/reset_self_password',
  summary: "Changes the merchant's own password and ends all other sessions at once",
  ...passwordChange,
});

export const newGoogleSecret = call({
  ...own,
  path: '/v1/merchant/account/new_google_secret',
  summary:
    'A secret for another authenticator, which takes the place of the present one by update_google_secret; until then nothing changes',
  input: empty,
  output: authenticatorSecret,
});

export const updateGoogleSecret = call({
  ...changes,
  recoverable: true,
  path: '/v1/merchant/account/update_google_secret',
  summary:
    'Puts another authenticator in the place of the present one, by a code of each, and ends all other sessions at once; a recovery code may stand for the present one',
  ...authenticatorReplacement,
});

export const recoveryCodesMake = call({
  ...changes,
  path: '/v1/merchant/account/recovery_code/make',
  summary: 'Makes recovery codes, each good once in place of the authenticator’s code at a login; those made before are good no more',
  input: empty,
  /** Null in the answer to a repeated request: they are shown once. */
  output: z.strictObject({ codes: z.array(z.string()).nullable() }),
});

const mail = z.email().max(254);

export const noticeMailCode = call({
  ...own,
  path: '/v1/merchant/account/notice_mail/code',
  write: true,
  summary: 'Sends a code to a mail address, which proves that the merchant reads what is sent there',
  input: z.strictObject({ mail }),
  output: nothing,
  errors: ['message_address_wrong', 'too_many_requests'],
  fields: { message_address_wrong: 'mail', too_many_requests: 'mail' },
});

export const noticeMailUpdate = call({
  ...changes,
  path: '/v1/merchant/account/notice_mail/update',
  summary:
    'Sets the mail address at which the merchant is told of changes to the account, by the code that was sent there; the one before it is told',
  input: z.strictObject({
    mail,
    code: z
      .string()
      .regex(new RegExp(`^\\d{${CODE_DIGITS}}$`))
      .meta({ description: 'The code that was sent to the address' }),
    language: z.enum(LANGUAGES),
  }),
  output: nothing,
  errors: ['verification_code_wrong'],
  fields: { verification_code_wrong: 'code' },
});

export const timeZoneUpdate = call({
  ...changes,
  path: '/v1/merchant/account/time_zone/update',
  sets: true,
  summary:
    "Names the time zone of the merchant's console and of the days of its exemption quotas; null leaves it to each browser, and the days to UTC",
  input: z.strictObject({
    time_zone: z.string().min(1).max(64).nullable().meta({ description: 'An IANA name', example: 'Asia/Ho_Chi_Minh' }),
  }),
  output: nothing,
});

export const merchantSessionList = call({
  ...own,
  path: '/v1/merchant/account/session/list',
  summary: "The merchant's own sessions that are open, the newest first",
  input: empty,
  output: z.strictObject({ list: z.array(openSession) }),
});

export const merchantSessionEnd = call({
  ...own,
  path: '/v1/merchant/account/session/end',
  write: true,
  summary: "Ends one of the merchant's own sessions at once",
  input: z.strictObject({ session_id: z.uuid() }),
  output: nothing,
  errors: ['not_found'],
});

export const merchantSessionEndOthers = call({
  ...own,
  path: '/v1/merchant/account/session/end_others',
  write: true,
  summary: "Ends all of the merchant's own sessions at once but the one that asks",
  input: empty,
  output: z.strictObject({ ended: z.number().int() }),
});
