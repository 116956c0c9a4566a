import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant, nothing } from '../fields.ts';
import { openSession } from '../open-session.ts';
import { STAFF_FACTORS } from '../sign-in-policy.ts';
import { type Permission, PERMISSIONS, STAFF_ROLES } from '../staff.ts';
import { authenticatorReplacement, authenticatorSecret, passwordChange } from './own-account.ts';

export const staffId = z
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: "A staff member's number", example: 1001 });

export const staffSession = call({
  path: '/v1/operator/session',
  caller: 'staff',
  permission: 'self.manage',
  summary: 'The signed-in staff member, and what their role allows',
  input: empty,
  output: z.strictObject({
    staff_id: staffId,
    username: z.string(),
    name: z.string(),
    role: z.enum(STAFF_ROLES),
    permissions: z.array(z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]])),
    session_id: idText,
    /** The session ends then at the latest. */
    expires_at: instant,
    login_ip: z.string().nullable(),
    login_time: instant.nullable(),
    /** The second factors that the member has. */
    authenticator: z.boolean(),
    passkeys: z.number().int(),
    /** What the policy asks staff to sign in and confirm with. */
    factor: z.enum(STAFF_FACTORS),
    /** Characters of a new password. */
    password_minimum: z.number().int(),
    /** Failed sign-ins and wrong codes that the member has not seen yet, with the latest one's address; null when there are none. */
    sign_in_failures: z.strictObject({ count: z.number().int(), address: z.string(), time: instant }).nullable(),
  }),
});

export const staffLogout = call({
  path: '/v1/operator/logout',
  caller: 'staff',
  permission: 'self.manage',
  write: true,
  keyed: false,
  summary: 'Ends the session at once',
  input: empty,
  output: nothing,
});

export const staffSignInFailuresSeen = call({
  path: '/v1/operator/session/sign_in_failures_seen',
  caller: 'staff',
  permission: 'self.manage',
  write: true,
  summary: 'The member has seen the failed sign-ins: they are told no more',
  input: empty,
  output: nothing,
});

const sessionId = z.uuid();

export const staffSessionList = call({
  path: '/v1/operator/session/list',
  caller: 'staff',
  permission: 'self.manage',
  summary: "The member's own sessions that are open, the newest first",
  input: empty,
  output: z.strictObject({
    list: z.array(openSession),
  }),
});

export const staffSessionEnd = call({
  path: '/v1/operator/session/end',
  caller: 'staff',
  permission: 'self.manage',
  write: true,
  summary: "Ends one of the member's own sessions at once",
  input: z.strictObject({ session_id: sessionId }),
  output: nothing,
  errors: ['not_found'],
});

export const staffSessionEndOthers = call({
  path: '/v1/operator/session/end_others',
  caller: 'staff',
  permission: 'self.manage',
  write: true,
  summary: "Ends all of the member's own sessions at once but the one that asks",
  input: empty,
  output: z.strictObject({ ended: z.number().int() }),
});

export const staffPasswordChange = call({
  path: '/v1/operator/password/change',
  caller: 'staff',
  permission: 'self.manage',
  write: true,
  confirm: 'google_code',
  summary: "Changes the member's own password and ends their other sessions",
  ...passwordChange,
});

export const staffAuthenticatorSecret = call({
  path: '/v1/operator/authenticator/secret',
  caller: 'staff',
  permission: 'self.manage',
  summary: 'A secret for a new authenticator, which takes the place of the present one by the next call',
  input: empty,
  output: authenticatorSecret,
});

export const staffAuthenticatorReplace = call({
  path: '/v1/operator/authenticator/replace',
  caller: 'staff',
  permission: 'self.manage',
  write: true,
  confirm: 'google_code',
  summary: "Sets the member's own authenticator up or anew, by a code of the new one and a present factor, and ends their other sessions",
  ...authenticatorReplacement,
});
