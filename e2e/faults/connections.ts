import { setTimeout as sleep } from 'node:timers/promises';
import type { CommitSide } from '../../server/src/platform/testing/database-proxy.ts';
import { Findings, RECOVERY_MS, type Seen } from './seen.ts';
import type { World } from './world.ts';

const HIT = 'api-1';
const OTHER = 'api-2';
const FROZEN_MS = 8_000;
const AFTERWARDS_MS = RECOVERY_MS + 1_000;
const COMMIT_WITHIN_MS = 5_000;

/** Stopped while a transaction of its holds locks: the worst moment there is. */
export async function apiIsFrozen(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const { programs } = world;
  let holds = 0;
  let from = 0;
  for (let tries = 0; holds === 0 && tries < 100; tries += 1) {
    programs.freeze(HIT);
    from = performance.now();
    await sleep(30);
    holds = await transactionsLeftOpen(world);
    if (holds > 0) break;
    programs.thaw(HIT);
    await sleep(10);
  }
  findings.note(`${holds} transactions left open`, holds > 0);
  await sleep(FROZEN_MS);
  for (const { merchantId } of world.merchants)
    findings.recovers(`merchant ${merchantId} at the other api`, { api: OTHER, merchantId }, from);
  const thawed = performance.now();
  programs.thaw(HIT);
  await findings.untilServed({ api: HIT }, thawed);
  findings.recovers('the frozen one, afterwards', { api: HIT }, thawed);
  findings.answersAreRight(from);
  return findings.result();
}

async function transactionsLeftOpen({ owner }: World): Promise<number> {
  const { rows } = await owner.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity where state = 'idle in transaction' and application_name = 'purser'
     and exists (select from pg_locks where pg_locks.pid = pg_stat_activity.pid and pg_locks.relation = 'ledger.account'::regclass and mode = 'RowShareLock')`,
  );
  return rows[0]?.open ?? 0;
}

export async function connectionsAreSwallowed(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const from = performance.now();
  world.proxies.get(HIT)?.silence();
  const slowest = await slowestReadiness(world, AFTERWARDS_MS);
  findings.recovers('the api', { api: HIT }, from);
  findings.undisturbed('the other api', { api: OTHER }, from);
  findings.note(`/ready answered within ${(slowest / 1000).toFixed(1)} s`, slowest < RECOVERY_MS);
  findings.answersAreRight(from);
  world.proxies.get(HIT)?.endSilence();
  return findings.result();
}

async function slowestReadiness({ programs }: World, forMs: number): Promise<number> {
  const until = performance.now() + forMs;
  let slowest = 0;
  while (performance.now() < until) {
    const asked = performance.now();
    await fetch(`${programs.apis.get(HIT)}/ready`).catch(() => {});
    slowest = Math.max(slowest, performance.now() - asked);
    await sleep(100);
  }
  return slowest;
}

export async function connectionsAreCut(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const from = performance.now();
  const cut = world.proxies.get(HIT)?.cut() ?? 0;
  findings.note(`${cut} connections cut`, cut > 0);
  await sleep(AFTERWARDS_MS);
  findings.recovers('the api', { api: HIT }, from);
  findings.undisturbed('the other api', { api: OTHER }, from);
  findings.answersAreRight(from);
  return findings.result();
}

export async function cutAtCommit(world: World, side: CommitSide): Promise<Seen> {
  const findings = new Findings(world);
  const from = performance.now();
  const cut = (await world.proxies.get(HIT)?.cutAtCommit(side, COMMIT_WITHIN_MS)) === true;
  findings.note(cut ? 'one commit cut' : 'no commit came', cut);
  await sleep(AFTERWARDS_MS);
  findings.recovers('the api', { api: HIT }, from);
  findings.undisturbed('the other api', { api: OTHER }, from);
  findings.answersAreRight(from);
  return findings.result();
}
