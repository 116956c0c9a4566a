import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '../../server/src/platform/migrate.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { Load } from './load.ts';
import { makeParties } from '../../server/src/platform/testing/load-parties.ts';
import { brokenPromises } from './proofs.ts';
import { ReceivedEvents } from './receiver.ts';
import { freePort, type ProgramName, PROGRAMS, Programs } from '../../server/src/platform/testing/programs.ts';

/**
 * Kills the api, the worker and the database without warning, again and again, under load; then proves that nothing
 * that was acknowledged is lost, nothing happened twice, no order is stuck and the ledger is whole.
 *
 *     npm run test:crash -- 100     (rounds; 25 unless said otherwise)
 */
const rounds = Number(process.argv[2] ?? 25);
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('usage: npm run test:crash -- [rounds]');
const BUYERS = 12;
const DRAIN_PATIENCE_MS = 120_000;

const folder = await mkdtemp(join(tmpdir(), 'purser-crash-'));
await chmod(folder, 0o711);
const masterKey = randomBytes(32);
const webhookPort = await freePort();
const webhook = { address: `http://127.0.0.1:${webhookPort}/hook`, secret: `whsec_${randomBytes(24).toString('base64')}` };
const received = new ReceivedEvents(webhookPort, webhook.secret);
const programs = await Programs.start(folder, masterKey, webhookPort);
await migrate(programs.databaseUrl);
const owner = new pg.Pool({ connectionString: programs.databaseUrl, max: 6 });
owner.on('error', () => {});
const platform = new Platform(
  { databaseUrl: programs.databaseUrl, masterKey, publicUrl: programs.baseUrl, demo: false, trustedProxies: [], webhookAllow: [] },
  pino({ level: 'silent' }),
);
const started = performance.now();
try {
  const parties = await makeParties(platform, owner, { merchants: 3, users: 6, webhook });
  await programs.startPrograms();
  const load = new Load({ baseUrl: programs.baseUrl, platform, ...parties, sql: (text, values) => owner.query(text, values) });
  load.start(BUYERS);
  for (let round = 1; round <= rounds; round += 1) {
    await sleep(200 + Math.random() * 800);
    const victim = PROGRAMS[Math.floor(Math.random() * PROGRAMS.length)] as ProgramName;
    await programs.kill(victim);
    await programs.ready();
    const { created, paid, transferred } = load.promises;
    console.log(
      `round ${round}/${rounds}: killed the ${victim}; acknowledged: ${created.size} orders, ${paid.size} payments, ${transferred.size} transfers`,
    );
  }
  await load.stop();
  received.failing = 0;
  await drained();
  const broken = await brokenPromises(owner, load.promises, received);
  const { created, paid, closed, transferred } = load.promises;
  console.log(
    `${rounds} kills in ${Math.round((performance.now() - started) / 1000)} s; acknowledged ${created.size} orders, ${paid.size} payments, ` +
      `${closed.size} closings, ${transferred.size} transfers; ${received.count} events received`,
  );
  for (const line of broken.slice(0, 40)) console.log(`BROKEN ${line}`);
  console.log(`${broken.length === 0 ? 1 : 0} passed, ${broken.length === 0 ? 0 : 1} failed`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await platform.close();
  await owner.end();
  received.close();
  await programs.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Waits until every event is delivered; retries that are due later are brought forward. */
async function drained(): Promise<void> {
  const patience = Date.now() + DRAIN_PATIENCE_MS;
  while (Date.now() < patience) {
    await owner.query(`update webhook_delivery set next_attempt_at = now() where state = 'pending' and next_attempt_at > now()`);
    const { rows } = await owner.query<{ pending: string }>(`select count(*) as pending from webhook_delivery where state = 'pending'`);
    if (rows[0]?.pending === '0') return;
    await sleep(500);
  }
  console.log('BROKEN events are still undelivered');
}
