import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../server/src/platform/testing/programs.ts';
import { type Act, attempt, isDone, type Told } from './acts.ts';
import type { FirstRelease } from './first-release.ts';
import { history } from './history.ts';
import { filesApplied, Installation } from './installation.ts';
import { askAgain, provePromises, startToday, unadopted } from './proofs.ts';
import { Report, seconds } from './report.ts';
import type { DrillOptions } from './stopped.ts';
import { inLanes, type Trade } from './trade.ts';

const LANES = 6;
const LOAD_MS = 3_000;
const SETTLE_PATIENCE_MS = 30_000;

/** The second way: the first release goes on under load while its database is migrated, against what the documents say; then today's programs are started. */
export async function upgradeBeside(first: FirstRelease, { transfers, sabotage }: DrillOptions): Promise<string[]> {
  const report = new Report('Migrated beside 0.1.0 under load');
  const installation = await Installation.begin(first);
  const { owner, programs, received } = installation;
  try {
    const trade = await history(report, installation, first, transfers);
    received.failing = 0.05;
    const load = new Load(trade);
    await sleep(LOAD_MS);
    load.phase('while it migrates');
    await installation.makeRoles();
    const migrated = await installation.migrate();
    load.phase('once migrated');
    await sleep(LOAD_MS);
    await load.stop();
    const inTheWay = migrated.output.match(/^Others are in the way/gm)?.length ?? 0;
    report.row(
      'npm run migrate',
      `${filesApplied(migrated)} files in ${seconds(migrated.tookMs)}; others were in its way ${inTheWay} times`,
      migrated.status === 0 ? [] : migrated.output.split('\n'),
    );
    const ready = await fetch(`${programs.baseUrl}/ready`).then(
      ({ status }) => `HTTP ${status}`,
      () => 'no answer',
    );
    report.row('0.1.0 once migrated, /ready', ready);
    for (const [phase, told] of load.told)
      report.row(`0.1.0 ${phase}`, [...told].map(([what, count]) => `${what} ${count}`).join(', ') || 'nothing asked');
    if (migrated.status !== 0) return report.broken;
    if (sabotage !== undefined) await owner.query(sabotage);
    report.row('postings adopted', migrated.output.split('\n').find((line) => line.startsWith('Gave ')) ?? 'none', await unadopted(owner));

    await programs.endPrograms(ROOT);
    if (!(await startToday(report, installation))) return report.broken;
    await settle(report, trade.acts);
    await askAgain(report, trade.acts);
    await provePromises(report, installation, trade.acts);
    return report.broken;
  } finally {
    await installation.close();
  }
}

/** Keeps asking the first release, and counts how it answers. */
class Load {
  readonly told = new Map<string, Map<string, number>>();
  #running = true;
  #phase = 'before';
  readonly #lanes: Promise<void>[];

  constructor(trade: Trade) {
    let next = 0;
    this.phase('before');
    this.#lanes = Array.from({ length: LANES }, async () => {
      while (this.#running) await trade.round(next++, (told) => this.#note(told));
    });
  }

  phase(name: string): void {
    this.#phase = name;
    this.told.set(name, new Map());
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#lanes);
  }

  #note(told: Told | undefined): void {
    const counts = this.told.get(this.#phase);
    const what = told?.msg ?? 'no answer or 5xx';
    counts?.set(what, (counts.get(what) ?? 0) + 1);
  }
}

/** Asks today's programs for everything that 0.1.0 did not acknowledge, as a client does that got no answer. */
async function settle(report: Report, acts: readonly Act[]): Promise<void> {
  const open = acts.filter(({ done }) => done === undefined);
  const problems: string[] = [];
  const givenUpAt = performance.now() + SETTLE_PATIENCE_MS;
  await inLanes(open, async (act) => {
    let told = await attempt(act);
    while (told === undefined && performance.now() < givenUpAt) told = await attempt(act);
    if (!isDone(told)) problems.push(`${act.kind} ${act.key} was answered ${told?.msg ?? 'nothing'}`);
  });
  report.row('what 0.1.0 did not acknowledge, asked again', `${open.length - problems.length} of ${open.length}`, problems);
}
