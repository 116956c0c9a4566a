import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type LedgerVerification, verifyLedger } from '@purser/ledger/verify';
import pg from 'pg';

/**
 * purser ledger verify: proves over all data that the ledger is whole, beside running traffic. Exits 0 when it is, 1 when something does
 * not hold, 2 when it could not be asked. Looks at the database that DATABASE_URL names, else at that of the running quick start.
 */
const USAGE = 'Usage: node server/src/main/ledger.ts verify';

async function databaseUrl(): Promise<string> {
  const named = process.env['DATABASE_URL']?.trim();
  if (named) return named;
  const file = join(resolve(process.env['PURSER_DATA']?.trim() || '.data'), 'database-url');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`DATABASE_URL is not set and there is no ${file}: start Purser first, or name its database.`);
  });
  return text.trim();
}

function report({ accounts, postings, entries, coins, duration_ms, breaks }: LedgerVerification): string {
  const counts = `${accounts} accounts in ${coins} coins, ${postings} postings, ${entries} entries`;
  const seconds = (duration_ms / 1_000).toFixed(1);
  if (breaks.length === 0) return `The ledger is whole: ${counts}, verified in ${seconds} s.`;
  const lines = breaks.map(({ check, where, found }) => `- ${check}\n  ${where}: ${found}`);
  return [`THE LEDGER IS BROKEN: ${breaks.length} breaks in ${counts}, found in ${seconds} s.`, ...lines].join('\n');
}

async function verify(): Promise<number> {
  const client = new pg.Client({ connectionString: await databaseUrl(), application_name: 'purser ledger verify' });
  await client.connect();
  try {
    const verification = await verifyLedger(client);
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
