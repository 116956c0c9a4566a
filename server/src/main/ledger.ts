import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatAmount } from '@purser/contract/money';
import { Findings, reading } from '@purser/ledger/verify-reader';
import pg from 'pg';
import { attest } from '../features/liabilities/attest.ts';
import { makeCheckpoint } from '../platform/proof/checkpoint.ts';
import { verifyHeldOrders } from '../platform/proof/held-orders.ts';
import { masterKeyMark } from '../platform/installation.ts';
import { checkpointResultOf, noteCommand, verificationResultOf } from '../platform/proof/ledger-runs.ts';
import { Secrets } from '../platform/security/secrets.ts';
import { readCommandSettings } from '../platform/settings.ts';
import { type Verification, verifyAll } from '../platform/proof/verify-all.ts';
import { checkpointOf, defaultFile, newestCheckpoint, previousOf, writeCheckpoint } from '../platform/proof/checkpoint-file.ts';

/**
 * purser ledger verify: proves of everything that money left behind that it is whole, beside running traffic, and that it extends the
 * newest checkpoint, or the one named. Exits 0 when it does, 1 when something does not hold, 2 when it could not be asked.
 *
 * purser ledger checkpoint: seals what is not sealed and writes a signed statement of what there is, for later.
 *
 * purser ledger holds: lists money that is held for no order that waits, and orders that wait without. Exits as verify does, which looks for the same.
 *
 * purser ledger attest: states what is owed to every merchant and wallet user as of now, signs and publishes it, and keeps what proves to each of them
 * that their balance is included. Exits 2, and publishes nothing, when the balances do not come to what the provider's accounts say is owed.
 *
 * All look at the database that DATABASE_URL names, else at that of the running quick start.
 */
const USAGE = 'Usage: node server/src/main/ledger.ts verify [--checkpoint FILE] | checkpoint [FILE] | holds | attest';

interface Installation {
  readonly url: string;
  readonly secrets: Secrets;
  readonly checkpoints: string;
}

/** The database and the master key that were named, else those of the quick start. */
async function installation(): Promise<Installation> {
  const { databaseUrl, dataFolder, masterKey } = readCommandSettings(process.env);
  const kept = async (name: string, variable: string): Promise<string> => {
    const file = join(dataFolder, name);
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Error(`${variable} is not set and there is no ${file}: start Purser first, or set it.`);
    });
    return text.trim();
  };
  const url = databaseUrl ?? (await kept('database-url', 'DATABASE_URL'));
  const secrets = new Secrets(masterKey ?? Buffer.from(await kept('master-key', 'PURSER_MASTER_KEY'), 'base64'));
  return { url, secrets, checkpoints: join(dataFolder, 'checkpoints') };
}

/** With another key everything would look forged. */
async function insistOnKey(client: pg.Client, secrets: Secrets): Promise<void> {
  const { rows } = await client.query<{ master_key_mark: Buffer | null }>('select master_key_mark from system_setting');
  const mark = rows[0]?.master_key_mark;
  if (mark && !mark.equals(masterKeyMark(secrets))) throw new Error('PURSER_MASTER_KEY is not the key that this database was set up with.');
}

function report({ accounts, postings, entries, coins, auditEntries, unsealed, duration_ms, breaks }: Verification): string {
  const counts = `${accounts} accounts in ${coins} coins, ${postings} postings, ${entries} entries, ${auditEntries} audit entries`;
  const seconds = (duration_ms / 1_000).toFixed(1);
  const lines = [
    ...(breaks.length === 0
      ? [`The ledger is whole: ${counts}, verified in ${seconds} s.`]
      : [`THE LEDGER IS BROKEN: ${breaks.length} breaks in ${counts}, found in ${seconds} s.`]),
    ...breaks.map(({ check, where, found }) => `- ${check}\n  ${where}: ${found}`),
  ];
  if (unsealed > 0n) lines.push(`${unsealed} entries are not sealed yet: the worker does it within seconds.`);
  return lines.join('\n');
}

async function connected<Result>(work: (client: pg.Client, found: Installation) => Promise<Result>): Promise<Result> {
  const found = await installation();
  const client = new pg.Client({ connectionString: found.url, application_name: 'purser ledger' });
  await client.connect();
  try {
    await insistOnKey(client, found.secrets);
    return await work(client, found);
  } finally {
    await client.end();
  }
}

const verify = (file: string | undefined): Promise<number> =>
  connected(async (client, { secrets, checkpoints }) => {
    const findings = new Findings();
    const found = file === undefined ? await newestCheckpoint(checkpoints, secrets, findings) : await checkpointOf(pathOf(file), secrets);
    const verification = await verifyAll(client, secrets, found?.checkpoint);
    const breaks = [...findings.breaks, ...verification.breaks];
    console.log(report({ ...verification, breaks }));
    await noted(noteCommand(client, 'verification', verificationResultOf({ ...verification, breaks }, found?.checkpoint)));
    console.log(
      found
        ? `Compared with the checkpoint of ${found.checkpoint.made_at}, ${found.file}.`
        : `There is no checkpoint in ${checkpoints}: what was removed with all its traces cannot be missed.`,
    );
    return breaks.length === 0 ? 0 : 1;
  });

const checkpoint = (file: string | undefined): Promise<number> =>
  connected(async (client, { secrets, checkpoints }) => {
    const target = file === undefined ? defaultFile(checkpoints) : pathOf(file);
    const signed = await makeCheckpoint(client, secrets, await previousOf(target, secrets));
    await writeCheckpoint(target, signed);
    await noted(noteCommand(client, 'checkpoint', checkpointResultOf(signed, target)));
    console.log(`Wrote ${target}\nWhoever checks its signature needs this key:\n${signed.public_key.trim()}`);
    return 0;
  });

const holds = (): Promise<number> =>
  connected(async (client) => {
    const findings = new Findings();
    const count = await reading(client, (reader) => verifyHeldOrders(reader, findings));
    const { breaks } = findings;
    const held = `${count} ${count === 1 ? 'hold' : 'holds'}`;
    console.log(
      breaks.length === 0
        ? `Nothing is held for nothing: ${held}, each of an order that waits.`
        : `HELD FOR NOTHING, OR NOT HELD, of ${held}:`,
    );
    for (const { where, found } of breaks) console.log(`- ${where}: ${found}`);
    return breaks.length === 0 ? 0 : 1;
  });

const state = (): Promise<number> =>
  connected(async (client, { secrets }) => {
    const started = performance.now();
    const { statement_id, made_at, entries, coins } = await attest(client, secrets);
    await noted(noteCommand(client, 'statement', { statement_id, made_at }));
    console.log(`Stated what is owed as of ${made_at}, with ${entries} entries in the ledger:`);
    for (const { coin_name, decimals, sum, count, root } of coins) {
      console.log(`- ${formatAmount(BigInt(sum), decimals)} ${coin_name} to ${count} owners, root ${root}`);
    }
    console.log(
      `Published in ${((performance.now() - started) / 1_000).toFixed(1)} s. Have the roots told where everybody sees the same ones.`,
    );
    return 0;
  });

/** The operator console shows it. A database that only reads, or is of an earlier version, takes no note, and is verified all the same. */
async function noted(note: Promise<void>): Promise<void> {
  await note.catch(() => {});
}

/** npm runs scripts in the folder of the package, and tells where it was called. */
function pathOf(file: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', file);
}

function asked(): (() => Promise<number>) | undefined {
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'checkpoint' && rest.length <= 1) return () => checkpoint(rest[0]);
  if (command === 'holds' && rest.length === 0) return holds;
  if (command === 'attest' && rest.length === 0) return state;
  if (command === 'verify' && rest.length === 0) return () => verify(undefined);
  if (command === 'verify' && rest.length === 2 && rest[0] === '--checkpoint') return () => verify(rest[1]);
  return undefined;
}

const work = asked();
if (work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(`The ledger could not be asked: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
