import type { Database } from './database.ts';

const MOST_ROWS_AT_ONCE = 10_000;

/** Tables whose rows are only kept until a time, and the column that says it. */
const FORGETTING = [
  ['api_nonce', 'forget_at'],
  ['idempotency_key', 'forget_at'],
  ['single_use', 'forget_at'],
  ['throttle', 'forget_at'],
  ['session', 'expires_at'],
  ['change', 'forget_at'],
] as const;

/** Deletes what may be forgotten, in small steps, so that no step holds anything up. */
export async function forgetExpired(db: Database): Promise<void> {
  for (const [table, column] of FORGETTING) {
    for (let deleted = MOST_ROWS_AT_ONCE; deleted === MOST_ROWS_AT_ONCE;) {
      const { rowCount } = await db.system.query(
        `delete from ${table} where ctid in (select ctid from ${table} where ${column} < now() limit ${MOST_ROWS_AT_ONCE} for update skip locked)`,
      );
      deleted = rowCount ?? 0;
    }
  }
}
