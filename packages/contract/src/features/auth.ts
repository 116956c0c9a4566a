import { z } from 'zod';
import { call } from '../call.ts';
import { codeOrRecovery, empty, instant, nothing } from '../fields.ts';
import { LONGEST_USERNAME } from '../limits.ts';

/** Password characters: digits, letters and punctuation only. */
export const PASSWORD_CHARACTERS = /^[\x21-\x7e]+$/;

export const username = z.string().min(1).max(LONGEST_USERNAME);

/**
 * A password never travels in clear, not even inside TLS: the client encrypts the JSON text
 * `{"password": ..., "nonce": ...}` with RSA-OAEP (SHA-256) under the key and nonce of get_pub_key.
 * A message is accepted once.
 */
export const encryptedPassword = {
  key_id: z.string().min(1).max(64),
  password: z.string().min(1).max(1024).meta({ description: 'base64 of RSA-OAEP-SHA256 over {"password","nonce"}' }),
};

/** What a password is encrypted with. */
export const publicKey = z.strictObject({
  key_id: z.string(),
  /** SubjectPublicKeyInfo, DER, base64: what WebCrypto imports as "spki". */
  public_key: z.string(),
  nonce: z.string(),
  server_time: instant,
  expires_in_s: z.number().int(),
});

export const getPubKey = call({
  path: '/v1/merchant/auth/get_pub_key',
  caller: 'public',
  summary: 'The public key and a single-use nonce to encrypt a password with',
  input: empty,
  output: publicKey,
});

export const getGoogleSecret = call({
  path: '/v1/merchant/auth/get_google_secret',
  caller: 'public',
  write: true,
  summary: 'A fresh authenticator secret for an account that has none bound yet; the next login with its code binds it',
  input: z.strictObject({ username, ...encryptedPassword }),
  output: z.strictObject({ secret: z.string(), otpauth_uri: z.string() }),
  errors: ['maintenance', 'too_many_requests', 'password_message_refused', 'wrong_credentials', 'authenticator_already_bound'],
});

export const login = call({
  path: '/v1/merchant/auth/login',
  caller: 'public',
  write: true,
  summary: "Signs a merchant in by password and the authenticator's code, or a recovery code in its place",
  input: z.strictObject({ username, ...encryptedPassword, google_code: codeOrRecovery.optional() }),
  output: z.union([z.strictObject({ token: z.string(), expires_at: instant }), z.strictObject({ step: z.literal('bind_authenticator') })]),
  errors: [
    'maintenance',
    'too_many_requests',
    'password_message_refused',
    'wrong_credentials',
    'wrong_google_code',
    'recovery_code_wrong',
    'access_restricted',
    'login_ip_refused',
    // The code is taken last: a refusal for another reason must not use it up.
    'google_code_used',
  ],
});

export const logout = call({
  path: '/v1/merchant/common/logout',
  caller: 'merchant',
  write: true,
  keyed: false,
  summary: 'Ends the session at once',
  input: empty,
  output: nothing,
});

export const checkUpdateMch = call({
  path: '/v2/merchant/common/check_update_mch',
  caller: 'public',
  summary: 'Whether the console that asks is the one this server ships, and whether maintenance is on',
  input: z.strictObject({ version: z.string().max(64) }),
  output: z.strictObject({ latest_version: z.string(), update_required: z.boolean(), maintenance: z.boolean() }),
});
