import { LOGIN_RECORD_DAYS } from '@purser/contract/features/login-record';
import type { Database } from '../database/database.ts';
import { isOnNodes } from '../database/distribution.ts';

const MOST_ROWS_AT_ONCE = 10_000;
/**
 * Failures that are remembered, of all subjects together. Each costs whoever makes it the hashing of a password, so this is out of
 * reach but for a flood from many networks; then those that would be forgotten soonest go first.
 */
const MOST_THROTTLED = 1_000_000;

/** Where a merchant's set-up link was sent: while it has named no notification mail, what must not go unseen is told there. */
const IS_LAST_ADDRESS = `kind = 'merchant_setup' and exists (select from merchant where merchant_id = owner_id and notice_mail is null)`;

/** Tables whose rows are only kept until a time, and how it is told that it is over. */
const FORGETTING = [
  ['api_nonce', 'forget_at < now()'],
  ['idempotency_key', 'forget_at < now()'],
  ['single_use', 'forget_at < now()'],
  ['throttle', 'forget_at < now()'],
  ['session', 'expires_at < now()'],
  ['change', 'forget_at < now()'],
  ['known_address', `last_login_at < now() - interval '180 days'`],
  ['known_device', `last_login_at < now() - interval '180 days'`],
  ['sign_in_failure', `last_at < now() - interval '90 days'`],
  ['login_record', `create_time < now() - interval '${LOGIN_RECORD_DAYS} days'`],
  ['verification_code', 'expires_at < now()'],
  ['face_session', 'expires_at < now()'],
  // What was sent to whom, like failed sign-ins, is of no use for ever.
  ['message', `create_time < now() - interval '180 days' and not (${IS_LAST_ADDRESS})`],
  // The ends of second halves that were made are known by these; only a process that was killed leaves them.
  ['ledger.crossing_end', `refusal is null and decided_at < now() - interval '1 day'`],
  // A program that was killed could not take its row away.
  ['program', `told_at < now() - interval '1 hour'`],
  ['turnover_minute', `minute < now() - interval '8 days'`],
  // Jobs that were given up: kept for three days after their last attempt, to be looked at or tried again.
  ['graphile_worker._private_jobs', `attempts >= max_attempts and locked_at is null and run_at < now() - interval '3 days'`],
] as const;

/** Deletes what may be forgotten, in small steps, so that no step holds anything up. */
export async function forgetExpired(db: Database, { mostThrottled = MOST_THROTTLED } = {}): Promise<void> {
  const isDistributed = await db.isDistributed();
  for (const [table, isOver] of FORGETTING) {
    for (let deleted = MOST_ROWS_AT_ONCE; deleted === MOST_ROWS_AT_ONCE;) {
      const { rowCount } = await db.system.query(
        // Nodes look for their rows themselves, and may not be asked for some of them.
        isDistributed && isOnNodes(table)
          ? `delete from ${table} where ${isOver}`
          : `delete from ${table} where ctid in (select ctid from ${table} where ${isOver} limit ${MOST_ROWS_AT_ONCE} for update skip locked)`,
      );
      deleted = rowCount ?? 0;
    }
  }
  await boundThrottled(db, mostThrottled);
}

async function boundThrottled(db: Database, most: number): Promise<void> {
  const { rows } = await db.system.query<{ counted: bigint }>('select count(*) as counted from throttle');
  for (let tooMany = Number(rows[0]?.counted ?? 0n) - most; tooMany > 0; tooMany -= MOST_ROWS_AT_ONCE) {
    await db.system.query(
      `delete from throttle where ctid in (select ctid from throttle order by forget_at limit $1 for update skip locked)`,
      [Math.min(tooMany, MOST_ROWS_AT_ONCE)],
    );
  }
}
