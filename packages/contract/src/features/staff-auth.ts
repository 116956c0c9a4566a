import { z } from 'zod';
import { call } from '../call.ts';
import { empty, googleCode, instant, shownLine } from '../fields.ts';
import { newPasskey, passkeyCreation, passkeyRequest, staffConfirmation } from '../passkey.ts';
import { STAFF_FACTORS } from '../sign-in-policy.ts';
import { STAFF_ROLES } from '../staff.ts';
import { encryptedPassword, publicKey, username } from './auth.ts';
import { authenticatorSecret, secretToken } from './own-account.ts';

/** Usernames of staff are written in lower case. */
export const staffUsername = z
  .string()
  .min(3)
  .max(64)
  .regex(/^[a-z0-9][a-z0-9._@-]*$/);
export const staffName = shownLine.min(1).max(64);

/** What a one-time link is for: the first admin, somebody who was invited, or a member whose factors another admin has reset. */
export const SET_UP_KINDS = ['first', 'invitation', 'reset'] as const;

export const staffGetPubKey = call({
  path: '/v1/operator/auth/get_pub_key',
  caller: 'public',
  summary: 'The public key and a single-use nonce to encrypt a password with',
  input: empty,
  output: publicKey,
});

/** The session is a cookie that scripts do not read. */
const signedIn = z.strictObject({ expires_at: instant });

export const staffPasskeyRequest = call({
  path: '/v1/operator/auth/passkey',
  caller: 'public',
  summary: 'What a browser is asked for so that somebody signs in with a passkey; the same for everybody',
  input: empty,
  output: passkeyRequest,
  errors: ['passkeys_unavailable'],
});

export const staffLogin = call({
  path: '/v1/operator/auth/login',
  caller: 'public',
  write: true,
  summary: 'Signs a member of staff in by password and a second factor, the authenticator or a passkey; the session is a cookie',
  input: z.strictObject({ username, ...encryptedPassword, google_code: staffConfirmation }),
  output: signedIn,
  errors: [
    'too_many_requests',
    'password_message_refused',
    'wrong_credentials',
    'passkey_required',
    'wrong_google_code',
    'passkey_refused',
    'access_restricted',
    // The code is taken last: a refusal for another reason must not use it up.
    'google_code_used',
  ],
  fields: {
    passkey_required: 'google_code',
    wrong_google_code: 'google_code',
    passkey_refused: 'google_code',
    google_code_used: 'google_code',
  },
});

const token = z.string().min(1).max(128).meta({ description: 'What stands behind the # of the one-time link' });

export const staffSetUpLook = call({
  path: '/v1/operator/auth/set_up/look',
  caller: 'public',
  summary: 'What a one-time link is for, and a secret for an authenticator, another at each look; looking does not use the link up',
  input: z.strictObject({ token }),
  output: z.strictObject({
    kind: z.enum(SET_UP_KINDS),
    /** Null for the first admin, who chooses both. */
    username: z.string().nullable(),
    name: z.string().nullable(),
    role: z.enum(STAFF_ROLES),
    expires_at: instant,
    /** Characters of the password. */
    password_minimum: z.number().int(),
    /** What the policy asks for beside it. */
    factor: z.enum(STAFF_FACTORS),
    ...authenticatorSecret.shape,
  }),
  errors: ['set_up_link_refused'],
});

export const staffSetUpPasskey = call({
  path: '/v1/operator/auth/set_up/passkey',
  caller: 'public',
  summary: 'What a browser is asked for so that a passkey is made for the account of a one-time link',
  input: z.strictObject({
    token,
    /** Of the first admin, who chooses it, and of nobody else. */
    username: staffUsername.optional(),
  }),
  output: passkeyCreation,
  errors: ['set_up_link_refused', 'passkeys_unavailable'],
});

export const staffSetUp = call({
  path: '/v1/operator/auth/set_up',
  caller: 'public',
  write: true,
  summary:
    'Sets password and authenticator, or a passkey in its place, by a one-time link, uses the link up and signs in; the session is a cookie',
  input: z.strictObject({
    token,
    /** Of the first admin, and of nobody else. */
    username: staffUsername.optional(),
    name: staffName.optional(),
    ...encryptedPassword,
    /** The second factor, one of the two: a code of an authenticator that a look offered, with what came with its secret, or a passkey. */
    google_code: googleCode.optional(),
    secret_token: secretToken.optional(),
    passkey: newPasskey.optional(),
  }),
  output: signedIn,
  errors: [
    'set_up_link_refused',
    'password_message_refused',
    'password_unfit',
    'authenticator_secret_expired',
    'staff_username_taken',
    'passkey_required',
    'wrong_google_code',
    'new_passkey_refused',
    'passkey_taken',
  ],
  fields: {
    password_unfit: 'password',
    staff_username_taken: 'username',
    passkey_required: 'google_code',
    wrong_google_code: 'google_code',
    new_passkey_refused: 'passkey',
    passkey_taken: 'passkey',
  },
});
