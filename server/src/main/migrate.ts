import { CannotStart } from '../platform/cannot-start.ts';
import { settleInstallation } from '../platform/installation.ts';
import { settleShardGroups } from '../platform/database/shard-groups.ts';
import { adoptLedger } from '../platform/proof/ledger-adoption.ts';
import { migrate, MigrationError } from '../platform/database/migrate.ts';
import { readSettings, SettingsError } from '../platform/settings.ts';
import { verifyServer } from '../quick-start/database.ts';
import { seedProvider } from '../demo/seed.ts';

/**
 * npm run migrate: brings the database that DATABASE_URL names to this version's schema, before api and worker are
 * started as processes of their own.
 */
async function run(): Promise<void> {
  const settings = readSettings({ ...process.env, PURSER_DEMO: '0' });
  const { databaseUrl, masterKey, shardGroups } = settings;
  if (databaseUrl === undefined || masterKey === undefined) throw new SettingsError(['DATABASE_URL: is required, to say which database']);
  await verifyServer(databaseUrl);
  const { applied } = await migrate(databaseUrl, {
    onApplied: (name) => console.log(`Applied ${name}`),
    onInTheWay: (name, problem) => console.log(`Others are in the way of ${name} (${problem}): trying again`),
  });
  if (applied.length === 0) console.log('The schema is up to date.');
  await settleInstallation(databaseUrl, { demo: false, masterKey });
  await settleShardGroups(databaseUrl, shardGroups);
  const adopted = await adoptLedger(databaseUrl, masterKey);
  if (adopted !== undefined) console.log(adopted);
  await seedProvider({ databaseUrl });
}

try {
  await run();
} catch (error) {
  const understood = [SettingsError, CannotStart, MigrationError].some((kind) => error instanceof kind);
  console.error(understood ? (error as Error).message : error);
  process.exitCode = 1;
}
