import { CannotStart } from './cannot-start.ts';
import pg from 'pg';
import { newestMigration } from './database/migrate.ts';
import { storeScopeKey } from './database/scope.ts';
import { Secrets } from './security/secrets.ts';

/** PostgreSQL's words for a function that is not there, and for one that a login may not call. */
const NO_SUCH_FUNCTION = '42883';
const NOT_ALLOWED = '42501';

/** This start does not fit the database or this machine; the message names the variable and says what would. */
export class InstallationError extends CannotStart {
  override readonly name = 'InstallationError';
}

interface Installation {
  readonly demo: boolean;
  readonly masterKey: Buffer;
}

/**
 * Remembers, at the first start, what the database was set up with, and refuses a later start with anything else:
 * - demo logins are known to everybody, so demo and real data never meet in one database;
 * - with another master key nothing that is sealed in the database could be opened.
 *
 * A start that logs in as the owner of the tables also leaves the key there by which the programs prove whose rows they may see.
 */
export async function settleInstallation(url: string, { demo, masterKey }: Installation): Promise<void> {
  const wanted = demo ? 'demo' : 'operator';
  const secrets = new Secrets(masterKey);
  const client = new pg.Client({ connectionString: url, application_name: 'purser-installation' });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: string | null; owns: boolean }>(
      `select settle_installation($1, $2) as found, has_table_privilege('scope_key', 'insert') as owns`,
      [wanted, masterKeyMark(secrets)],
    );
    const found = rows[0]?.found ?? null;
    if (found !== null) throw new InstallationError(found === wanted ? otherKey(demo) : otherData(demo));
    if (rows[0]?.owns === true) await storeScopeKey(client, secrets.scopeKey());
  } finally {
    await client.end();
  }
}

/**
 * Refuses a database that is not migrated as far as this program goes, or further, where it would write by rules that hold no more; and a ledger whose old postings wait for their content MACs: with one new posting beside
 * them they could never be given any.
 */
export async function insistOnMigrated(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser-installation' });
  await client.connect();
  try {
    const { rows } = await client
      .query<{ newest: number; waits_for_adoption: boolean }>('select newest, waits_for_adoption from schema_standing()')
      .catch((error: unknown) => {
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code === NO_SUCH_FUNCTION) throw new InstallationError(NOT_MIGRATED);
        throw code === NOT_ALLOWED ? new InstallationError(MAY_NOT_ASK) : error;
      });
    const { newest = 0, waits_for_adoption: waits = false } = rows[0] ?? {};
    const known = await newestMigration();
    if (newest < known) throw new InstallationError(NOT_MIGRATED);
    if (newest > known) throw new InstallationError(ofNewer(newest, known));
    if (waits) throw new InstallationError(NOT_ADOPTED);
  } finally {
    await client.end();
  }
}

/** What only the right master key makes. */
export function masterKeyMark(secrets: Secrets): Buffer {
  return secrets.mac('master-key-mark', 'purser');
}

const NOT_MIGRATED =
  'DATABASE_URL: the database is empty or that of an older Purser. Run "npm run migrate" first, with every older program stopped.';

const MAY_NOT_ASK =
  'DATABASE_URL: this login may not ask how far the database is migrated. Either it is a member of none of the roles of Purser, or the database is that of an older one: ' +
  'then run "npm run migrate" first, with every older program stopped.';

const NOT_ADOPTED =
  'DATABASE_URL: the ledger has postings from before content MACs, which wait for theirs. Run "npm run migrate" to its end first: once a program has posted ' +
  'beside them, they could never be told from forged ones.';

function ofNewer(newest: number, known: number): string {
  return `DATABASE_URL: the database was migrated by a newer Purser: it holds migration ${newest}, and this one ends at ${known}. Start the newer version.`;
}

function otherData(demo: boolean): string {
  return demo
    ? 'PURSER_DEMO: this database was set up for real use, and demo logins would open it to everybody. Start with PURSER_DEMO=0.'
    : 'PURSER_DEMO: this database holds the demo, whose logins everybody knows. Use another database or data folder with PURSER_DEMO=0.';
}

function otherKey(demo: boolean): string {
  const remedy = demo
    ? 'Start with the data folder that this database was set up from (its file master-key), or use an empty database.'
    : 'Start with the key that the database was set up with.';
  return `PURSER_MASTER_KEY: is not the key that the secrets in this database are sealed with. ${remedy}`;
}
