import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/quick-start/embedded-postgres.ts';
import { SeededRandom } from '../crash/random.ts';
import { UnderLoad } from '../crash/under-load.ts';
import { acknowledges } from '../support/acknowledges.ts';
import { addStandby, PAIR_SETTINGS, promote } from './pair.ts';

/**
 * Two apis and a worker on a database with a synchronous standby, under load. The database is lost, the standby is promoted and everybody is led to it;
 * the lost one comes back and must acknowledge nothing; then it is made the standby, and the other way round. Proves that nothing that was acknowledged is lost,
 * and measures for how long nobody could pay.
 *
 *     npm run test:failover -- 5     (rounds; 3 unless said otherwise)
 */
const { positionals } = parseArgs({ allowPositionals: true });
const rounds = Number(positionals[0] ?? 3);
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('usage: npm run test:failover -- [rounds]');
const LONGEST_MS = 60_000;
/** How long the lost one is asked to write. */
const FENCED_MS = 4_000;
const LOAD_MS = 4_000;

const seed = randomInt(2 ** 31);
const folder = await mkdtemp(join(tmpdir(), 'purser-standby-'));
const under = await UnderLoad.begin(new SeededRandom(seed), { databaseSettings: PAIR_SETTINGS, isMovable: true });
const { programs, proxies, platform } = under.production;
const { promises } = under.load;
const problems: string[] = [];
const table: string[] = [];
/** Servers beside the one that the production was begun with. */
const others: EmbeddedPostgres[] = [];

/** The places of the two servers; each is in turn the one that is written to. */
const places = [platform.settings.dataFolder, join(folder, 'data')] as const;
let primary = { url: programs.databaseUrl, lose: () => programs.loseDatabase() };
try {
  for (let round = 0; round < rounds && problems.length + under.brokenSoFar().length === 0; round += 1) {
    const [here, there] = round % 2 === 0 ? places : ([places[1], places[0]] as const);
    const standby = await addStandby(primary.url, there);
    others.push(standby);
    await sleep(LOAD_MS);
    const before = acknowledged();
    await primary.lose();
    const lostAt = performance.now();
    await promote(standby);
    const promotedAt = performance.now();
    for (const proxy of proxies.values()) proxy.leadTo(standby.url);
    await firstAfter(acknowledged(), lostAt);
    const answeredAt = performance.now();
    await programs.ready();
    const returned = await startEmbeddedPostgres({ dataFolder: here, durable: true, settings: PAIR_SETTINGS });
    const fenced = !(await acknowledges(returned.url, FENCED_MS));
    if (!fenced) problems.push(`the lost database came back in round ${round + 1} and acknowledged a write`);
    await returned.stop();
    const s = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    table.push(
      `round ${round + 1}: ${before} acts acknowledged before; promoted after ${s(promotedAt - lostAt)}, the next act acknowledged after ${s(answeredAt - lostAt)}; ` +
        `the lost one came back and acknowledged ${fenced ? 'nothing' : 'A WRITE'}`,
    );
    console.log(table.at(-1));
    if (answeredAt - lostAt > LONGEST_MS) problems.push(`round ${round + 1} took ${s(answeredAt - lostAt)}`);
    const { url, pid, ended } = standby;
    primary = {
      url,
      lose: async () => {
        process.kill(pid, 'SIGKILL');
        await ended;
      },
    };
  }
  const broken = [...problems, ...(await under.end())];
  const { created, paid, transferred, withdrawals } = promises;
  console.log(
    `${rounds} rounds; acknowledged ${created.size} orders, ${paid.size} payments, ${transferred} transfers, ${withdrawals.size} withdrawals; the ledger read ${under.watch.looks} times`,
  );
  for (const line of broken.slice(0, 40)) console.log(`BROKEN ${line}`);
  console.log(`${broken.length === 0 ? 1 : 0} passed, ${broken.length === 0 ? 0 : 1} failed`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  // The servers first: one of them lies where the production takes its folder away.
  for (const server of others) await server.stop();
  await under.close();
  await rm(folder, { recursive: true, force: true });
}

function acknowledged(): number {
  const { created, paid, transferred, withdrawals } = promises;
  return created.size + paid.size + transferred + withdrawals.size;
}

/** Waits until more was acknowledged than before. */
async function firstAfter(before: number, since: number): Promise<void> {
  while (acknowledged() <= before) {
    if (performance.now() - since > LONGEST_MS * 2) throw new Error('nobody can pay any more');
    await sleep(20);
  }
}
