import { randomBytes } from 'node:crypto';
import { refuse } from '../platform/http/refusal.ts';
import type { Platform } from '../platform/platform.ts';
import { stepOfCode, totpOf } from '../platform/security/totp.ts';
import { totpSecretFor } from './staff-links.ts';

/** Another authenticator for somebody who has signed in, by which they put it in the place of the present one. */

type Standing = Pick<Platform, 'secrets' | 'clock'>;

const SECRET_SHOWN_S = 10 * 60;
const PURPOSE = 'new-authenticator';

interface Offered {
  readonly secret: string;
  readonly otpauth_uri: string;
  readonly secret_token: string;
}

/**
 * Offers a secret. Nothing is kept: what is signed here comes back with a code of it.
 *
 * @param account whose it is, as throttles name them ("merchant 10000001")
 */
export function offerAuthenticator({ secrets, clock }: Standing, account: string, username: string): Offered {
  const secret_token = secrets.sign(PURPOSE, { account, nonce: randomBytes(16).toString('base64url') }, clock.inS(SECRET_SHOWN_S));
  const secret = totpSecretFor(secrets, secret_token);
  return { secret, otpauth_uri: totpOf(secret, username).toString(), secret_token };
}

/** What is kept of an authenticator whose code proves that it has taken the offered secret on: the code is used by that. */
interface Proven {
  readonly totp_secret: Buffer;
  readonly totp_last_step: bigint;
}

/** Refuses with authenticator_secret_expired or new_code_wrong. */
export function provenAuthenticator(
  { secrets, clock }: Standing,
  account: string,
  { secret_token, new_code }: { readonly secret_token: string; readonly new_code: string },
): Proven {
  const offered = secrets.verify<{ account: string }>(PURPOSE, secret_token, clock.now());
  if (offered?.account !== account) throw refuse('authenticator_secret_expired');
  const secret = totpSecretFor(secrets, secret_token);
  const step = stepOfCode(secret, new_code, clock.nowMs());
  if (step === undefined) throw refuse('new_code_wrong');
  return { totp_secret: secrets.seal('totp', secret), totp_last_step: BigInt(step) };
}
