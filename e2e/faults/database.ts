import { setTimeout as sleep } from 'node:timers/promises';
import { fillNotificationQueue } from '../../server/src/platform/testing/notification-queue.ts';
import { Findings, type Seen } from './seen.ts';
import type { World } from './world.ts';

const LOAD_MS = 4_000;
/** program_limit_exceeded: what a notification is refused with for want of room. */
const QUEUE_IS_FULL = '54000';

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
  await findings.untilServed({}, healed);
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

/** Whoever listens in a transaction without end lets the queue of notifications fill up: money must not depend on there being room. */
export async function listenerIsFrozen(world: World): Promise<Seen> {
  const findings = new Findings(world);
  const client = await world.owner.connect();
  try {
    await client.query('listen purser_changed');
    await client.query('begin');
    await client.query('select 1');
    const full = (await fillNotificationQueue(world.owner, 'purser_changed')) as { code?: string } | undefined;
    findings.note(`the queue of notifications: ${full?.code}`, full?.code === QUEUE_IS_FULL);
    const from = performance.now();
    await sleep(LOAD_MS);
    findings.undisturbed('payments', {}, from);
    findings.answersAreRight(from);
  } finally {
    client.release(true);
  }
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
