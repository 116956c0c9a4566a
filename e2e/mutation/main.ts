import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestDatabase } from '../../server/src/platform/testing/database.ts';
import { ScratchCheckout, type Verdict } from './checkout.ts';
import { type Mutant, mutated, staleness } from './mutant.ts';
import { MUTANTS } from './table.ts';

/**
 * Puts deliberate faults into a copy of the code, one at a time, and runs the tests that must notice.
 *
 *     npm run test:mutation                      all of them, two at a time
 *     npm run test:mutation -- webhook totp      those whose place or description has one of these words
 *     npm run test:mutation -- --jobs 1
 */
const ROOT = join(import.meta.dirname, '../..');
const LOWEST_SCORE = 0.9;
const { values, positionals } = parseArgs({ options: { jobs: { type: 'string', default: '2' } }, allowPositionals: true });

const chosen = MUTANTS.filter(
  ({ where, why }) => positionals.length === 0 || positionals.some((word) => `${where} ${why}`.toLowerCase().includes(word.toLowerCase())),
);
const stale = chosen.flatMap((mutant) => staleness(ROOT, mutant) ?? []);
for (const line of stale) console.log(`STALE ${line}`);
if (chosen.length === 0 || stale.length > 0) {
  console.log(chosen.length === 0 ? 'No such mutant.' : `${stale.length} of ${chosen.length} mutants no longer fit the code.`);
  process.exit(1);
}

const started = performance.now();
const checkouts = Array.from({ length: Math.min(2, Number(values.jobs)) }, () => new ScratchCheckout(ROOT));
const database = await startTestDatabase();
const environment = { PURSER_TEST_DATABASE_URL: database.url };
const survivors: string[] = [];
try {
  const [first] = checkouts;
  if (!first) throw new Error('--jobs is 1 or 2');
  const failing = await first.failing([...new Set(chosen.flatMap(({ tests }) => tests))], environment);
  const judged = chosen.filter(({ tests }) => !tests.some((test) => failing.includes(test)));
  for (const test of failing) console.log(`FAILS WITHOUT A MUTANT ${test}: ${chosen.length - judged.length} mutants are not judged`);
  console.log(`the tests were run without a mutant (${seconds(started)} s); ${judged.length} mutants`);
  const waiting = judged.entries();
  await Promise.all(
    checkouts.map(async (checkout) => {
      for (const [index, mutant] of waiting) {
        const began = performance.now();
        report(index, mutant, await checkout.judge(mutant, environment), began);
      }
    }),
  );
  const killed = judged.length - survivors.length;
  for (const line of survivors) console.log(`SURVIVED ${line}`);
  console.log(`${killed} of ${judged.length} killed, ${((100 * killed) / judged.length).toFixed(1)} %, in ${seconds(started)} s`);
  process.exitCode = failing.length === 0 && killed >= LOWEST_SCORE * chosen.length ? 0 : 1;
} finally {
  await database.stop();
  for (const { folder } of checkouts) rmSync(folder, { recursive: true, force: true });
}

function report(index: number, mutant: Mutant, verdict: Verdict, began: number): void {
  const { path, line } = mutated(ROOT, mutant);
  const what = `${path}:${line} ${mutant.why}`;
  if (verdict === 'SURVIVED') survivors.push(what);
  console.log(`${String(index + 1).padStart(3)}/${chosen.length} ${verdict.padEnd(8)} ${seconds(began).padStart(4)} s  ${what}`);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
