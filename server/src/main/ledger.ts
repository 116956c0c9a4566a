import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LedgerVerification, verifyLedger } from '@purser/ledger/verify';
import pg from 'pg';
import { masterKeyMark } from '../platform/installation.ts';
import { Secrets } from '../platform/secrets.ts';
import { readSettings } from '../platform/settings.ts';

/**
 * purser ledger verify: proves over all data that the ledger is whole, beside running traffic. Exits 0 when it is, 1 when something does
 * not hold, 2 when it could not be asked. Looks at the database that DATABASE_URL names, else at that of the running quick start.
 */
const USAGE = 'Usage: node server/src/main/ledger.ts verify';

interface Installation {
  readonly url: string;
  readonly secrets: Secrets;
}

/** The database and the master key that were named, else those of the quick start. */
async function installation(): Promise<Installation> {
  const { databaseUrl, dataFolder, masterKey } = readSettings({ ...process.env, PURSER_DEMO: '1' });
  const kept = async (name: string, variable: string): Promise<string> => {
    const file = join(dataFolder, name);
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Error(`${variable} is not set and there is no ${file}: start Purser first, or set it.`);
    });
    return text.trim();
  };
  const url = databaseUrl ?? (await kept('database-url', 'DATABASE_URL'));
  return { url, secrets: new Secrets(masterKey ?? Buffer.from(await kept('master-key', 'PURSER_MASTER_KEY'), 'base64')) };
}

/** With another key everything would look forged. */
async function insistOnKey(client: pg.Client, secrets: Secrets): Promise<void> {
  const { rows } = await client.query<{ master_key_mark: Buffer | null }>('select master_key_mark from system_setting');
  const mark = rows[0]?.master_key_mark;
  if (mark && !mark.equals(masterKeyMark(secrets))) throw new Error('PURSER_MASTER_KEY is not the key that this database was set up with.');
}

function report({ accounts, postings, entries, coins, duration_ms, breaks }: LedgerVerification): string {
  const counts = `${accounts} accounts in ${coins} coins, ${postings} postings, ${entries} entries`;
  const seconds = (duration_ms / 1_000).toFixed(1);
  if (breaks.length === 0) return `The ledger is whole: ${counts}, verified in ${seconds} s.`;
  const lines = breaks.map(({ check, where, found }) => `- ${check}\n  ${where}: ${found}`);
  return [`THE LEDGER IS BROKEN: ${breaks.length} breaks in ${counts}, found in ${seconds} s.`, ...lines].join('\n');
}

async function verify(): Promise<number> {
  const { url, secrets } = await installation();
  const client = new pg.Client({ connectionString: url, application_name: 'purser ledger verify' });
  await client.connect();
  try {
    await insistOnKey(client, secrets);
    const verification = await verifyLedger(client, secrets.ledgerKey());
    console.log(report(verification));
    return verification.breaks.length === 0 ? 0 : 1;
  } finally {
    await client.end();
  }
}

if (process.argv[2] === 'verify' && process.argv.length === 3) {
  try {
    process.exitCode = await verify();
  } catch (error) {
    console.error(`The ledger could not be verified: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
