import pg from 'pg';
import { Secrets } from './secrets.ts';

/** This start does not fit the database; the message names the variable and says what would. */
export class InstallationError extends Error {
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
 */
export async function settleInstallation(url: string, { demo, masterKey }: Installation): Promise<void> {
  const wanted = demo ? 'demo' : 'operator';
  const mark = masterKeyMark(new Secrets(masterKey));
  const client = new pg.Client({ connectionString: url, application_name: 'purser-installation' });
  await client.connect();
  try {
    const { rows } = await client.query<{ seeded: string; master_key_mark: Buffer }>(
      `update system_setting set seeded = coalesce(seeded, $1), master_key_mark = coalesce(master_key_mark, $2)
       where coalesce(seeded, $1) = $1 and coalesce(master_key_mark, $2) = $2
       returning seeded, master_key_mark`,
      [wanted, mark],
    );
    if (rows.length === 1) return;
    const found = await client.query<{ seeded: string }>('select seeded from system_setting');
    throw new InstallationError(found.rows[0]?.seeded === wanted ? otherKey(demo) : otherData(demo));
  } finally {
    await client.end();
  }
}

/** What only the right master key makes. */
export function masterKeyMark(secrets: Secrets): Buffer {
  return secrets.mac('master-key-mark', 'purser');
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
