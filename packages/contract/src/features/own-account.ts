import { z } from 'zod';
import { googleCode, nothing } from '../fields.ts';
import { encryptedPassword } from './auth.ts';

// What merchants and members of staff change of their own accounts alike: what goes in, what comes out, and how it is refused.

export const passwordChange = {
  input: z.strictObject({
    key_id: encryptedPassword.key_id,
    /** Both encrypted, each with a nonce of its own. */
    old_password: encryptedPassword.password,
    new_password: encryptedPassword.password,
  }),
  output: nothing,
  errors: ['password_message_refused', 'old_password_wrong', 'password_unfit', 'password_unchanged'],
  fields: { old_password_wrong: 'old_password', password_unfit: 'new_password', password_unchanged: 'new_password' },
} as const;

/** A secret for another authenticator, and the token by which it is taken over. */
export const authenticatorSecret = z.strictObject({ secret: z.string(), otpauth_uri: z.string(), secret_token: z.string() });
export const secretToken = z.string().max(400).meta({ description: 'What came with the secret of which the code is' });

export const authenticatorReplacement = {
  input: z.strictObject({ secret_token: secretToken, new_code: googleCode }),
  output: nothing,
  errors: ['authenticator_secret_expired', 'new_code_wrong'],
  fields: { new_code_wrong: 'new_code' },
} as const;
