import { distribute, NotDistributable } from '../platform/database/citus.ts';
import { readSettings, SettingsError } from '../platform/settings.ts';

/**
 * npm run distribute: after npm run migrate, on a coordinator of Citus's, puts the tables' rows on its nodes (docs/citus.md). As the owner
 * of the tables, while no program runs.
 */
async function run(): Promise<void> {
  const { databaseUrl, shardGroups } = readSettings({ ...process.env, PURSER_DEMO: '0' });
  if (databaseUrl === undefined) throw new SettingsError(['DATABASE_URL: is required, to say which coordinator']);
  if (shardGroups !== 1) throw new SettingsError(['PURSER_SHARD_GROUPS: tables that are distributed have one group so far']);
  const { distributed } = await distribute(databaseUrl);
  console.log(distributed.length === 0 ? 'The tables lie on the nodes.' : `Put ${distributed.length} tables on the nodes.`);
}

try {
  await run();
} catch (error) {
  console.error(error instanceof SettingsError || error instanceof NotDistributable ? error.message : error);
  process.exitCode = 1;
}
