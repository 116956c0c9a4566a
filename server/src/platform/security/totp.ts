import { Secret, TOTP } from 'otpauth';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/tx.ts';
import { refuse } from '../http/refusal.ts';
import type { Secrets } from './secrets.ts';
import type { MerchantContext } from '../http/route.ts';
import { accountOf, actorOf, lockAuthenticator, loginOf, writeAuthenticator } from './member-login.ts';
import type { Sessions } from './sessions.ts';
import { noteFailure } from './sign-in-failures.ts';
import { CODE_OF_ACT } from './sign-in-limits.ts';
import type { Subjects, Throttle } from './throttle.ts';

const PERIOD_S = 30;
/** A code of the step before or after is accepted: clocks differ (RFC 6238 section 5.2). */
const WINDOW_STEPS = 1;

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

/** What taking a code stands on. */
interface CodeTaker {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly clock: DatabaseClock;
}

/**
 * Takes a merchant's code inside the transaction that the code confirms. Single use: the row's last step only grows,
 * and the row is locked, so of two requests with one code a single one passes. Whoever guesses is locked out for ever longer, and
 * with the first lock loses the session: they may have found it open.
 */
export async function takeGoogleCode(
  tx: Tx,
  { db, secrets, throttle, sessions, clock }: CodeTaker,
  { merchantId, session, ip }: Pick<MerchantContext, 'merchantId' | 'session' | 'ip'>,
  code: string,
): Promise<void> {
  const login = loginOf({ merchantId, session });
  const present = await lockAuthenticator(tx, login);
  const noteWrong = (locked: boolean) => noteWrongCode({ db, secrets, sessions }, { merchantId, session, ip }, locked);
  const step = await stepOfAct({ secrets, throttle, clock }, accountOf(login), present, code, noteWrong);
  await writeAuthenticator(tx, login, { totp_last_step: step });
}

/** The transaction is rolled back by a wrong code; that it was wrong stays, and the session ends with the first lock. */
export async function noteWrongCode(
  { db, secrets, sessions }: Pick<CodeTaker, 'db' | 'secrets' | 'sessions'>,
  { merchantId, session, ip }: Pick<MerchantContext, 'merchantId' | 'session' | 'ip'>,
  locked: boolean,
): Promise<void> {
  await noteFailure(
    { db, secrets },
    { ownerId: merchantId, party: 'merchant', actor: actorOf(merchantId, session.member), kind: 'code_of_act', ip, locked },
  );
  if (locked) await sessions.end(session);
}

/** The time step of a right code that was not used before. A wrong one is counted and noted, by whether it locks the subject. */
export async function stepOfAct(
  { secrets, throttle, clock }: Pick<CodeTaker, 'secrets' | 'throttle' | 'clock'>,
  subject: string,
  { totp_secret, totp_last_step }: { readonly totp_secret: Buffer | null; readonly totp_last_step: bigint },
  code: string,
  noteWrong: (locked: boolean) => Promise<void>,
): Promise<bigint> {
  const guesses: Subjects = [[CODE_OF_ACT, subject]];
  const counted = await throttle.count(guesses);
  const step = totp_secret ? stepOfCode(secrets.open('totp', totp_secret), code, clock.nowMs()) : undefined;
  if (step === undefined) {
    await noteWrong(counted.subjects.some(({ locks }) => locks));
    throw refuse('wrong_google_code');
  }
  if (BigInt(step) <= totp_last_step) {
    await throttle.takeBack(counted);
    throw refuse('google_code_used');
  }
  await throttle.clear(guesses);
  return BigInt(step);
}
