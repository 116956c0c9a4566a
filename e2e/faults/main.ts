import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CASES } from './cases.ts';
import type { Seen } from './seen.ts';
import { startWorld, type World } from './world.ts';

/**
 * Does to a small production what happens to productions, one fault after another, and measures what those who pay notice of it.
 *
 *     npm run test:faults                  (all, about four minutes)
 *     npm run test:faults -- --short       (the telling ones)
 *     npm run test:faults -- --only cut    (those whose name contains a word)
 */
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string', default: '' } } });
const cases = CASES.filter(({ short, name }) => (short || !values.short) && name.includes(values.only));
const WARM_UP_MS = 2_000;
const CALM_MS = 1_500;

const world = await startWorld();
let failed = 0;
const rows: string[] = [];
try {
  await sleep(WARM_UP_MS);
  for (const { name, run } of cases) {
    console.log(`${name} ...`);
    const { seen, recoveryMs, problems } = await run(world).catch((error: unknown): Seen => ({
      seen: [],
      recoveryMs: 0,
      problems: [String(error)],
    }));
    if (problems.length > 0) failed += 1;
    rows.push(
      `${problems.length === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(44)} ${recoveryMs > 0 ? `${(recoveryMs / 1000).toFixed(1)} s` : '-'}`,
      ...seen.map((line) => `          ${line}`),
      ...problems.filter((problem) => !seen.includes(problem)).map((problem) => `          ${problem}`),
    );
    await sleep(CALM_MS);
  }
  await world.meter.stop();
  const whole = await ledgerIsWhole(world);
  if (!whole) failed += 1;
  rows.push(`${whole ? 'passed' : 'FAILED'}  the ledger, after all of it`);
} finally {
  await world.close();
}
console.log(`\n        fault, and time to recover\n${rows.join('\n')}\n\n${cases.length + 1 - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function ledgerIsWhole({ programs, masterKey }: World): Promise<boolean> {
  const verify = spawn(process.execPath, [join(import.meta.dirname, '../../server/src/main/ledger.ts'), 'verify'], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: programs.databaseUrl, PURSER_MASTER_KEY: masterKey.toString('base64') },
    stdio: 'inherit',
  });
  const [code] = (await once(verify, 'exit')) as [number | null];
  return code === 0;
}
