import { postNotice } from './notice.ts';
import type { Database } from '../platform/database/database.ts';
import { passwordMatches } from '../platform/security/passwords.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { Platform } from '../platform/platform.ts';
import type { Session } from '../platform/security/sessions.ts';

/** Wrong payment passwords in a row before the payer has to wait. */
const MOST_FAILURES = 5;
const FIRST_LOCK_MIN = 30;
/** Each further lock in a row lasts twice as long, up to a day. */
const LONGEST_LOCK_MIN = 24 * 60;

/** How long the payment password stays as it is after a code has set the login password anew: one mailbox is not all that is needed to pay. */
const HELD = `interval '24 hours'`;

/** Of a wallet user in SQL: until when the payment password stays as it is, null when it may be changed now. */
export const HELD_UNTIL = `case when payment_password_hash is not null and login_password_reset_at + ${HELD} > now() then login_password_reset_at + ${HELD} end`;

interface Attempt {
  readonly payment_password_hash: string;
  readonly payment_password_failures: number;
  readonly locked_min: number;
}

/**
 * Checks a payment password. The attempt is counted before the password is looked at, in one statement, so that
 * guesses made at the same time cannot share an attempt; the right password gives all attempts back. A lock is told by mail.
 */
export async function checkPaymentPassword(
  platform: Pick<Platform, 'db' | 'secrets' | 'clock'>,
  { ownerId: userId, ip }: Pick<Session, 'ownerId' | 'ip'>,
  password: string,
): Promise<void> {
  const { db } = platform;
  const attempt = await countAttempt(db, userId);
  if (!attempt) throw await refusalWithoutAttempt(db, userId);
  if (await passwordMatches(attempt.payment_password_hash, password)) {
    await db.scoped(userId, (tx) =>
      tx.query(
        `update wallet_user set payment_password_failures = 0, payment_password_lockouts = 0, payment_password_locked_until = null
         where user_id = $1`,
        [userId],
      ),
    );
    return;
  }
  const left = MOST_FAILURES - attempt.payment_password_failures;
  if (left === 0) await db.scoped(userId, (tx) => postNotice(tx, platform, userId, { kind: 'second_factor_locked', ip }));
  throw left > 0 ? refuse('payment_password_wrong', { left }) : refuse('payment_password_locked', { minutes: attempt.locked_min });
}

/** Takes one attempt, and with the last one locks; nothing when there is no password or no attempt left. */
async function countAttempt(db: Database, userId: number): Promise<Attempt | undefined> {
  return db.scoped(userId, async (tx) => {
    const { rows } = await tx.query<Attempt>(
      `with counted as (
         select user_id,
           case when payment_password_locked_until is null then payment_password_failures + 1 else 1 end as failures,
           least(${FIRST_LOCK_MIN} * 2 ^ least(payment_password_lockouts, 10), ${LONGEST_LOCK_MIN})::int as lock_min, 
           now() + make_interval(mins => least(${FIRST_LOCK_MIN} * 2 ^ least(payment_password_lockouts, 10), ${LONGEST_LOCK_MIN})::int) as lock_until
         from wallet_user
         where user_id = $1 and payment_password_hash is not null
           and (payment_password_locked_until is null or payment_password_locked_until <= now())
         for no key update
       )
       update wallet_user set
         payment_password_failures = counted.failures,
         payment_password_lockouts = payment_password_lockouts + (counted.failures >= ${MOST_FAILURES})::int,
         payment_password_locked_until = case when counted.failures >= ${MOST_FAILURES} then counted.lock_until end
       from counted
       where wallet_user.user_id = counted.user_id and wallet_user.user_id = $1
       returning payment_password_hash, payment_password_failures, counted.lock_min as locked_min`,
      [userId],
    );
    return rows[0];
  });
}

async function refusalWithoutAttempt(db: Database, userId: number): Promise<Error> {
  const minutes = await db.scoped(userId, async (tx) => {
    const { rows } = await tx.query<{ minutes: number | null }>(
      `select greatest(1, ceil(extract(epoch from payment_password_locked_until - now()) / 60))::int as minutes
       from wallet_user where user_id = $1 and payment_password_hash is not null`,
      [userId],
    );
    return rows[0]?.minutes;
  });
  return minutes == null ? refuse('payment_password_not_set') : refuse('payment_password_locked', { minutes });
}
