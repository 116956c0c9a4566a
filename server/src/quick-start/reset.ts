import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LockedError, takeLock } from './data-lock.ts';
import { LOCATION_FILE } from './embedded-postgres-home.ts';
import { stopLeftover } from './embedded-postgres-process.ts';

/**
 * npm run reset: empties the data folder, with the embedded database wherever it had to be put. A database named
 * by DATABASE_URL is somebody's own, and is not touched.
 */
const ownDatabase = (process.env['DATABASE_URL'] ?? '').trim() !== '';
const folder = resolve(process.env['PURSER_DATA']?.trim() || '.data');

/** What Purser puts into its data folder; a folder named by mistake must not lose anything else. */
const OURS = [
  /^lock(\.|$)/,
  /^postgres$/,
  /^postgres\.(location|log)$/,
  /^database-(url|password)(\.new)?$/,
  /^master-key(\.new)?$/,
  /^(purser|shop)\.log(\.1)?$/,
  /^checkpoints$/,
  /^chain$/,
];

async function reset(): Promise<string> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined || names.length === 0) return `There is nothing to reset: ${folder} holds no data.`;
  const foreign = names.filter((name) => !OURS.some((ours) => ours.test(name)));
  // The secrets in a database of one's own can be opened with this key only, and checkpoints are of that database.
  const kept = ownDatabase ? names.filter((name) => ['master-key', 'checkpoints'].includes(name)) : [];
  const lock = takeLock(join(folder, 'lock'));
  try {
    const located = (await readFile(join(folder, LOCATION_FILE), 'utf8').catch(() => '')).trim();
    const homes = [join(folder, 'postgres'), ...(located === '' ? [] : [located])];
    for (const home of homes) await stopLeftover(join(home, 'cluster'), console.log);
    for (const home of homes) await rm(home, { recursive: true, force: true });
    for (const name of names.filter((found) => ![...foreign, ...kept].includes(found) && !found.startsWith('lock'))) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
  const left = foreign.length === 0 ? '' : ` Left alone, as Purser did not make them: ${foreign.join(', ')}.`;
  if (ownDatabase) return `${folder} is empty but for its master-key; the database that DATABASE_URL names was not touched.${left}`;
  return `${folder} is empty; the next "npm start" begins anew.${left}`;
}

try {
  console.log(await reset());
} catch (error) {
  const running = error instanceof LockedError;
  console.error(
    running ? `Purser runs on ${folder} (process ${error.holder.pid}). Stop it first.` : `${folder} could not be emptied: ${String(error)}`,
  );
  process.exitCode = 1;
}
