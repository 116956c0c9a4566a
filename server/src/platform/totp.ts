import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { DatabaseClock } from './clock.ts';
import type { Trx } from './database.ts';
import { refuse } from './refusal.ts';
import type { Secrets } from './secrets.ts';
import type { Throttle, ThrottleRule } from './throttle.ts';

const PERIOD_S = 30;
/** A code of the step before or after is accepted: clocks differ (RFC 6238 section 5.2). */
const WINDOW_STEPS = 1;

const WRONG_CODES: ThrottleRule = { scope: 'google_code', most: 10, rememberedS: 15 * 60 };

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpOf(secret: string, label = 'Purser'): TOTP {
  return new TOTP({ issuer: 'Purser', label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6, algorithm: 'SHA1' });
}

/** The time step of a code that is right at a time (the database's, in milliseconds), or undefined for a wrong one. */
export function stepOfCode(secret: string, code: string, timestamp: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW_STEPS, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/**
 * Takes a merchant's code inside the transaction that the code confirms. Single use: the row's last step only grows,
 * and the row is locked, so of two requests with one code a single one passes.
 */
export async function takeGoogleCode(
  trx: Trx,
  { secrets, throttle, clock }: { readonly secrets: Secrets; readonly throttle: Throttle; readonly clock: DatabaseClock },
  merchantId: number,
  code: string,
): Promise<void> {
  const merchant = await trx
    .selectFrom('merchant')
    .select(['totp_secret', 'totp_last_step'])
    .where('merchant_id', '=', BigInt(merchantId))
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Asked under the row's lock: many guesses at once are counted one after the other.
  const subject = [WRONG_CODES, String(merchantId)] as const;
  await throttle.check([subject]);
  const step = merchant.totp_secret ? stepOfCode(secrets.open('totp', merchant.totp_secret), code, clock.nowMs()) : undefined;
  if (step === undefined) {
    await throttle.countFailure([subject]);
    throw refuse('wrong_google_code');
  }
  if (BigInt(step) <= merchant.totp_last_step) throw refuse('google_code_used');
  await trx
    .updateTable('merchant')
    .set({ totp_last_step: sql`${step}` })
    .where('merchant_id', '=', BigInt(merchantId))
    .execute();
}
