import { setTimeout as sleep } from 'node:timers/promises';
import { Findings, RECOVERY_MS, type Seen } from './seen.ts';
import type { World } from './world.ts';

const LOAD_MS = 4_000;

/** Changes a default of the database; connections that are open keep theirs, so they are ended. */
async function setDefault({ owner }: World, setting: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  await owner.query(`alter database "${rows[0]?.name}" ${setting}`);
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'purser'`);
}

export async function databaseIsReadOnly(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const from = performance.now();
  await setDefault(world, 'set default_transaction_read_only = on');
  await sleep(LOAD_MS);
  findings.answersAreRight(from);
  const page = await fetch(`${world.programs.baseUrl}/wallet/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'kind=username&identity=nobody&password=wrong',
    redirect: 'manual',
  });
  findings.note(`a form: ${page.status}`, page.status !== 500);
  const healed = performance.now();
  await setDefault(world, 'reset default_transaction_read_only');
  await sleep(RECOVERY_MS + 1_000);
  findings.recovers('everybody, afterwards', {}, healed);
  findings.answersAreRight(healed);
  return findings.result();
}

export async function isolationIsSerializable(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const from = performance.now();
  await setDefault(world, 'set default_transaction_isolation = serializable');
  await sleep(LOAD_MS);
  findings.recovers('everybody', {}, from);
  findings.answersAreRight(from);
  await setDefault(world, 'reset default_transaction_isolation');
  await sleep(1_000);
  return findings.result();
}

/** A session that listens in a transaction without end keeps every notification since: money must not depend on there being room. */
export async function listenerIsFrozen(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const client = await world.owner.connect();
  let heard = 0;
  client.on('notification', () => (heard += 1));
  const from = performance.now();
  try {
    await client.query('listen purser_changed');
    await sleep(LOAD_MS);
    await client.query('select 1');
    await client.query('unlisten *');
  } finally {
    client.release(true);
  }
  findings.undisturbed('payments', {}, from);
  findings.note(`${heard} notifications sent by payments`, heard === 0);
  findings.answersAreRight(from);
  return findings.result();
}

/** Old versions of hot rows cannot be cleaned up while somebody looks at an old state of the database. */
export async function snapshotIsHeld(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const client = await world.owner.connect();
  const begun = performance.now();
  await sleep(LOAD_MS);
  const from = performance.now();
  try {
    await client.query('begin isolation level repeatable read');
    await client.query('select count(*) from ledger.account');
    await sleep(3 * LOAD_MS);
    await client.query('commit');
  } finally {
    client.release();
  }
  const before = world.meter.paid({}, begun, from);
  const late = world.meter.paid({}, performance.now() - LOAD_MS, performance.now());
  findings.note(`${before} payments in ${LOAD_MS / 1000} s before, ${late} at its end`, late > before / 2);
  findings.undisturbed('payments', {}, from);
  findings.answersAreRight(from);
  return findings.result();
}

/** What the worker missed is made up for soon, whatever the number. */
export async function workerIsFrozen(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const from = performance.now();
  world.programs.freeze('worker');
  await sleep(LOAD_MS);
  findings.undisturbed('payments', {}, from);
  const missed = await unfolded(world);
  world.programs.thaw('worker');
  const thawed = performance.now();
  let left = missed;
  while (left >= LEAST_FOLDED && performance.now() - thawed < 2 * RECOVERY_MS) {
    await sleep(200);
    left = await unfolded(world);
  }
  findings.note(
    `${missed} entries of one account unfolded, ${left} after ${((performance.now() - thawed) / 1000).toFixed(1)} s`,
    left < LEAST_FOLDED,
  );
  findings.answersAreRight(from);
  return findings.result();
}

/** Fewer entries than this are read quickly enough as they are, and are not folded. */
const LEAST_FOLDED = 1_000;

async function unfolded({ owner }: World): Promise<number> {
  const { rows } = await owner.query<{ most: number }>(
    `select coalesce(max(account.version - coalesce(rollup.rolled_up_to_version, 0)), 0)::int as most
     from ledger.account left join ledger.rollup using (owner_id, coin, purpose)`,
  );
  return rows[0]?.most ?? 0;
}
