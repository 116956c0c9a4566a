import { randomInt } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { verifyAll } from '../../server/src/platform/proof/verify-all.ts';
import { startEmbeddedPostgres } from '../../server/src/quick-start/embedded-postgres.ts';
import type { Home } from '../../server/src/quick-start/embedded-postgres-home.ts';
import { SeededRandom } from '../crash/random.ts';
import { UnderLoad } from '../crash/under-load.ts';
import { acknowledges } from '../support/acknowledges.ts';
import { copyCluster, writeInto } from '../support/cluster-copy.ts';
import { until } from '../support/until.ts';

/**
 * A base backup is made of a production under load, whose log is archived; some time later it is restored to a second in between. Proves that the restored
 * database has everything that was acknowledged before that second and nothing that was begun after it, and that it verifies.
 *
 *     npm run test:restore
 */
const LOAD_MS = 4_000;
const PATIENCE_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'purser-restore-'));
const archive = join(folder, 'archive');
await chmod(folder, 0o711);
// PostgreSQL's user writes it and reads it.
await mkdir(archive);
await chmod(archive, 0o777);
const under = await UnderLoad.begin(new SeededRandom(randomInt(2 ** 31)), {
  databaseSettings: { wal_level: 'replica', archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` },
});
const { programs, owner, platform } = under.production;
const { created, paid, transfers } = under.load.promises;
const broken: string[] = [];
try {
  await sleep(LOAD_MS);
  const copiedAt = performance.now();
  const home = await copiedWithStandby();
  const copied = performance.now() - copiedAt;
  await sleep(LOAD_MS);
  const before = { created: [...created.keys()], paid: [...paid], transfers: transfersMade() };
  const { rows: clock } = await owner.query<{ now: string }>('select clock_timestamp()::text as now');
  const target = clock[0]?.now ?? '';
  await sleep(1_000);
  const known = new Set(created.keys());
  await sleep(LOAD_MS);
  broken.push(...(await under.end()));
  const after = [...created.keys()].filter((serial) => !known.has(serial));
  await archived();

  await writeInto(home, 'recovery.signal', '');
  const began = performance.now();
  const restored = await startEmbeddedPostgres({
    dataFolder: join(folder, 'data'),
    durable: true,
    settings: {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: target,
      recovery_target_action: 'promote',
      synchronous_standby_names: '',
      archive_mode: 'off',
      hot_standby: 'on',
    },
  });
  const client = new pg.Client({ connectionString: restored.url });
  try {
    await client.connect();
    await until('the restored database is no longer in recovery', PATIENCE_MS, async () => {
      const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
      return rows[0]?.recovering === false;
    });
    const took = performance.now() - began;
    const has = async (sql: string): Promise<Set<string>> => new Set((await client.query<{ id: string }>(sql)).rows.map(({ id }) => id));
    const orders = await has('select serial_number as id from payment_order');
    const payments = await has(`select serial_number || ' ' || payer_id as id from payment_order where status = 'paid'`);
    const moved = await has(`select serial_number as id from merchant_transfer where transfer_type = 'transfer'`);
    broken.push(
      ...before.created
        .filter((serial) => !orders.has(serial))
        .map((serial) => `order ${serial} was acknowledged before, and is not restored`),
      ...before.paid
        .filter(([serial, payer]) => !payments.has(`${serial} ${payer}`))
        .map(([serial]) => `the payment of ${serial} was acknowledged before, and is not restored`),
      ...before.transfers
        .filter((serial) => !moved.has(serial))
        .map((serial) => `transfer ${serial} was acknowledged before, and is not restored`),
      ...after.filter((serial) => orders.has(serial)).map((serial) => `order ${serial} was made afterwards, and is restored all the same`),
      ...(await verifyAll(client, platform.secrets)).breaks.map(({ check, where, found }) => `restored: ${check}: ${where}: ${found}`),
    );
    if (!(await acknowledges(restored.url, PATIENCE_MS))) broken.push('the restored database acknowledges nothing');
    // A run in which nothing happened has proven nothing.
    if (before.created.length * before.paid.length * before.transfers.length * after.length === 0) broken.push('too little happened');
    console.log(
      `base backup in ${seconds(copied)}, restored to ${target} in ${seconds(took)} from ${(await readdir(archive)).length} files of the log: ` +
        `${before.created.length} orders, ${before.paid.length} payments, ${before.transfers.length} transfers from before; ${after.length} orders made afterwards are not there`,
    );
  } finally {
    await client.end();
    await restored.stop();
  }
  for (const line of broken.slice(0, 40)) console.log(`BROKEN ${line}`);
  console.log(`${broken.length === 0 ? 1 : 0} passed, ${broken.length === 0 ? 0 : 1} failed`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await under.close();
  await rm(folder, { recursive: true, force: true });
}

/** A base backup as one of a server that has a synchronous standby. This one reads of none: it would wait for it. */
async function copiedWithStandby(): Promise<Home> {
  const client = new pg.Client({ connectionString: programs.databaseUrl });
  await client.connect();
  try {
    await client.query(`alter system set synchronous_standby_names = 'standby'`);
    const home = await copyCluster(programs.databaseUrl, join(folder, 'data'));
    await client.query('alter system reset synchronous_standby_names');
    return home;
  } finally {
    await client.end();
  }
}

function transfersMade(): string[] {
  return [...transfers.values()].flatMap(({ told }) => ('serialNumber' in told ? [told.serialNumber] : []));
}

/** Everything that was written is in the archive. */
async function archived(): Promise<void> {
  const { rows } = await owner.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await until('the log is archived', PATIENCE_MS, async () => (await readdir(archive)).some((file) => file >= (rows[0]?.file ?? '')));
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
