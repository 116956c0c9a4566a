import type { Database } from './database.ts';
import { wrongField } from '../http/refusal.ts';

/**
 * Names of the IANA database only. Offsets are left out because PostgreSQL reads their sign the other way round (POSIX), and
 * abbreviations because it reads some without their summer time.
 */
const ZONE_NAME = /^(UTC|GMT|[A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/;
const UNKNOWN_TO_POSTGRESQL = '22023';

const known = new Set<string>();

/** Refuses with invalid_input, naming the field, what is no name of a time zone to everyone who reckons with it here. */
export async function checkTimeZone(db: Database, zone: string, field = 'time_zone'): Promise<void> {
  // Case does not matter to either; a name in every mix of cases must not fill the memory.
  const name = zone.toLowerCase();
  if (known.has(name)) return;
  if (!ZONE_NAME.test(zone) || !intlKnows(zone) || !(await databaseKnows(db, zone))) {
    throw wrongField(field, 'time_zone');
  }
  known.add(name);
}

/** PostgreSQL alone would take "Any/Name+5" for a zone in POSIX notation. */
function intlKnows(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
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
