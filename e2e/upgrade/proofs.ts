import type pg from 'pg';
import { Secrets } from '../../server/src/platform/security/secrets.ts';
import { Promises } from '../crash/promises.ts';
import { brokenPromises } from '../crash/proofs.ts';
import { drained } from '../crash/under-load.ts';
import { type Act, saysAll } from './acts.ts';
import type { FirstOrder } from './first-release.ts';
import type { Installation } from './installation.ts';
import { type Report, seconds } from './report.ts';
import { inLanes } from './trade.ts';

/** Starts today's programs on what the migration has left; true when they answer and the ledger is whole. */
export async function startToday(report: Report, installation: Installation): Promise<boolean> {
  const began = performance.now();
  const problem = await installation.programs.startPrograms().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  report.row("today's programs start", seconds(performance.now() - began), problem === undefined ? [] : [problem]);
  if (problem !== undefined) return false;
  await verify(report, installation, 'ledger verify, as they start');
  return true;
}

async function verify(report: Report, installation: Installation, what: string): Promise<void> {
  const { status, output } = await installation.verify();
  report.row(what, output.split('\n')[0] ?? '', status === 0 ? [] : output.trim().split('\n'));
}

/** Asks for everything again that was acknowledged: nothing is done twice, and the answer is the first one. */
export async function askAgain(report: Report, acts: readonly Act[]): Promise<void> {
  for (const kind of ['order', 'transfer', 'payment', 'closing'] as const) {
    const known = acts.filter((act) => act.kind === kind && act.done !== undefined);
    const problems: string[] = [];
    await inLanes(known, async (act) => {
      const told = await act.ask();
      if (saysAll(act.done, told?.data)) return;
      problems.push(`${kind} ${act.key} was answered ${JSON.stringify(act.done)}, and now ${JSON.stringify(told ?? 'nothing')}`);
    });
    report.count(`${kind}s asked for again, same answer`, known.length, problems);
    const otherwise = known.filter(({ askOtherwise }) => askOtherwise).slice(0, 20);
    if (otherwise.length === 0) continue;
    const taken: string[] = [];
    for (const act of otherwise) {
      const told = await act.askOtherwise?.();
      if (told?.msg !== 'idempotency_mismatch') taken.push(`${kind} ${act.key} with other content was answered ${told?.msg}`);
    }
    report.count(`${kind}s' keys with other content, refused`, otherwise.length, taken);
  }
}

/** Lets everything come to its end and proves what was promised: nothing lost, nothing twice, every event told in sequence, the ledger whole. */
export async function provePromises(report: Report, installation: Installation, acts: readonly Act[]): Promise<void> {
  const { owner, received, masterKey } = installation;
  received.failing = 0;
  const late = await drained({ owner });
  const broken = await brokenPromises(owner, new Secrets(masterKey).ledgerKey(), promisesOf(acts), received);
  report.row('promises: nothing lost, nothing done twice', `${received.count} events received`, [...late, ...broken]);
  await verify(report, installation, 'ledger verify');
}

function promisesOf(acts: readonly Act[]): Promises {
  const promises = new Promises();
  for (const { kind, key, ownerId, done } of acts) {
    if (done === undefined) continue;
    const { serial_number: serial, order_id: orderId } = done as FirstOrder;
    if (kind === 'order') promises.created.set(serial, { key, orderId, merchantId: ownerId });
    if (kind === 'payment') promises.paid.set(serial, ownerId);
    if (kind === 'closing') promises.closed.add(serial);
    if (kind === 'transfer') promises.transfers.set(key, { merchantId: ownerId, told: { serialNumber: serial } });
  }
  return promises;
}

/** How many postings have no MAC, and whether the ledger's adoption is noted. */
export async function unadopted(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ without: string; marks: string }>(
    `select (select count(*) from ledger.posting where content_mac is null) as without, (select count(*) from ledger.adoption) as marks`,
  );
  const { without = '', marks = '' } = rows[0] ?? {};
  return without === '0' && marks === '1' ? [] : [`${without} postings have no MAC, and ${marks} marks of their adoption are there`];
}
