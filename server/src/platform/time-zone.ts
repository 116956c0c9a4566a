import type { Database } from './database.ts';
import { refuse } from './refusal.ts';

/**
 * Names of the IANA database only. Offsets are left out because PostgreSQL reads their sign the other way round (POSIX), and
 * abbreviations because it reads some without their summer time.
 */
const ZONE_NAME = /^(UTC|GMT|[A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/;
const UNKNOWN_TO_POSTGRESQL = '22023';

const known = new Set<string>();

/** Refuses with invalid_input, naming the field, a time zone that the database does not know. */
export async function checkTimeZone(db: Database, zone: string, field = 'time_zone'): Promise<void> {
  if (known.has(zone)) return;
  if (!ZONE_NAME.test(zone) || !(await databaseKnows(db, zone))) {
    throw refuse('invalid_input', { field: `${field}: ${zone}` }, { fields: [{ field, problem: zone }] });
  }
  known.add(zone);
}

async function databaseKnows(db: Database, zone: string): Promise<boolean> {
  try {
    await db.system.query('select now() at time zone $1', [zone]);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNKNOWN_TO_POSTGRESQL) return false;
    throw error;
  }
}
