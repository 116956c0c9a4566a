import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { refuse } from '../platform/http/refusal.ts';
import type { Platform } from '../platform/platform.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import { tokenHash } from '../platform/security/token-hash.ts';
import { stepOfCode, totpOf } from '../platform/security/totp.ts';

/**
 * An authenticator that is about to be taken on: by somebody who has signed in, in the place of the present one, or by whoever sets an account up by a
 * one-time link.
 */

type Standing = Pick<Platform, 'secrets' | 'clock'>;

const SECRET_SHOWN_S = 10 * 60;
const PURPOSE = 'new-authenticator';
/** As long as the hash that makes codes of it (RFC 4226 section 4). */
const SECRET_BYTES = 20;

interface Offered {
  readonly secret: string;
  readonly otpauth_uri: string;
  readonly secret_token: string;
}

/** What one-time links offer belongs to the link: nobody has signed in, and of two who look each has their own. */
export function accountOfLink(token: string): string {
  return `link ${tokenHash(token).toString('base64url')}`;
}

/**
 * Offers a secret, another each time. Nothing is kept: what is signed here comes back with a code of it.
 *
 * @param account whose it is, as throttles name them ("merchant 10000001")
 * @param until when it is too late to take it on
 */
export function offerAuthenticator(
  { secrets, clock }: Standing,
  account: string,
  username: string,
  until: Date = clock.inS(SECRET_SHOWN_S),
): Offered {
  const secret_token = secrets.sign(PURPOSE, { account, nonce: randomBytes(16).toString('base64url') }, until);
  const secret = secretOf(secrets, secret_token);
  return { secret, otpauth_uri: totpOf(secret, username).toString(), secret_token };
}

/** The secret that an account was offered with a token. Refuses with authenticator_secret_expired. */
export function offeredSecret({ secrets, clock }: Standing, account: string, secret_token: string): string {
  const offered = secrets.verify<{ account: string }>(PURPOSE, secret_token, clock.now());
  if (offered?.account !== account) throw refuse('authenticator_secret_expired');
  return secretOf(secrets, secret_token);
}

/** In base32; only whoever was given the token, and we, can know it. */
function secretOf(secrets: Secrets, secret_token: string): string {
  return new Secret({ buffer: new Uint8Array(secrets.mac('staff-authenticator', secret_token).subarray(0, SECRET_BYTES)).buffer }).base32;
}

/** What is kept of an authenticator whose code proves that it has taken the offered secret on: the code is used by that. */
interface Proven {
  readonly totp_secret: Buffer;
  readonly totp_last_step: bigint;
}

/** Refuses with authenticator_secret_expired or new_code_wrong. */
export function provenAuthenticator(
  standing: Standing,
  account: string,
  { secret_token, new_code }: { readonly secret_token: string; readonly new_code: string },
): Proven {
  const secret = offeredSecret(standing, account, secret_token);
  const step = stepOfCode(secret, new_code, standing.clock.nowMs());
  if (step === undefined) throw refuse('new_code_wrong');
  return { totp_secret: standing.secrets.seal('totp', secret), totp_last_step: BigInt(step) };
}
