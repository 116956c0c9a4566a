import { randomBytes } from 'node:crypto';
import type { Queryable } from '@purser/ledger/accounts';
import { Secret } from 'otpauth';
import { chosenPassword } from '../platform/security/passwords.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import { readSignInPolicy } from '../platform/security/sign-in-policy.ts';
import { tokenHash } from '../platform/security/token-hash.ts';

/** As long as the hash that makes codes of it (RFC 4226 section 4). */
const SECRET_BYTES = 20;

/** A new one-time link's token, which stands behind the # of its address, and what the database keeps of it. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** Where a member of staff sets password and authenticator. A browser sends nothing of what stands behind the #. */
export function setUpUrl(operatorUrl: string, token: string): string {
  return `${operatorUrl}/operator/set-up#${token}`;
}

/** Refuses a password that staff may not choose with password_unfit. */
export async function fitPassword(db: Queryable, password: string): Promise<string> {
  const { staff_password_minimum } = await readSignInPolicy(db);
  return chosenPassword(password, staff_password_minimum);
}

/**
 * The authenticator secret that belongs to a text that only its reader and we know, in base32: whoever looks again is shown the same, and
 * nothing needs to be kept until it is used.
 */
export function totpSecretFor(secrets: Secrets, text: string): string {
  return new Secret({ buffer: new Uint8Array(secrets.mac('staff-authenticator', text).subarray(0, SECRET_BYTES)).buffer }).base32;
}
