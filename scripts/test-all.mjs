// Runs the parts of the test one after another, goes on when one fails, and ends with one summary line over all.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ROOT } from './runtime.mjs';

const REPORTS = join(ROOT, '.cache', 'test');
const BIN = join(ROOT, 'node_modules', '.bin');
const packageScripts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

/** What one part came to. */
const counted = (passed, failed, skipped = 0) => ({ passed, failed, skipped });

/** Runs a program in the checkout; true if it ended well. */
function run(command, args = [], { cwd = ROOT, env = {} } = {}) {
  const path = `${BIN}${delimiter}${process.env.PATH ?? ''}`;
  const ended = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, PATH: path, ...env } });
  if (ended.error) console.error(ended.error.message);
  return ended.status === 0;
}

const asOne = (ok) => (ok ? counted(1, 0) : counted(0, 1));

/** A package script counts as one test. */
function script(name, ...args) {
  return asOne(run('npm', ['run', '--silent', name, '--', ...args]));
}

function report(name) {
  try {
    return JSON.parse(readFileSync(join(REPORTS, name), 'utf8'));
  } catch {
    return undefined;
  }
}

function unit() {
  const ok = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(REPORTS, 'vitest.json')}`]);
  const told = report('vitest.json');
  if (told === undefined) return counted(0, 1);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = told;
  // A file that cannot even be loaded has no tests to fail.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = numFailedTests + broken;
  return counted(numPassedTests, !ok && failed === 0 ? 1 : failed, numPendingTests + numTodoTests);
}

function endToEnd() {
  let chromium;
  try {
    chromium = ensureChromium();
  } catch (error) {
    console.error(error.message);
    return counted(0, 1);
  }
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, 'playwright.json'), ...(chromium ? { PURSER_TEST_CHROMIUM: chromium } : {}) };
  const ok = run('playwright', ['test', '--reporter=list,json'], { cwd: join(ROOT, 'e2e'), env });
  const told = report('playwright.json');
  if (told === undefined) return counted(0, 1);
  const { expected, unexpected, flaky, skipped } = told.stats;
  // A test that passes only sometimes has failed.
  const failed = unexpected + flaky + told.errors.length;
  return counted(expected, !ok && failed === 0 ? 1 : failed, skipped);
}

/** In order: what is quick to fail comes first, and the pages are built before they are tested. */
const PARTS = [
  ['types', () => script('types')],
  ['lint', () => script('lint')],
  ['format', () => script('format:check')],
  ['dead code', () => script('dead')],
  ['build', () => asOne(run('node', ['server/src/main/build.ts']))],
  ['unit', unit],
  ['e2e', endToEnd],
  ...(packageScripts['test:crash'] ? [['crash', () => script('test:crash')]] : []),
  ['faults', () => script('test:faults', '--short')],
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PARTS.some(([part]) => part === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. The parts are: ${PARTS.map(([part]) => part).join(', ')}.`);
  process.exit(1);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const results = [];
for (const [part, test] of PARTS) {
  if (asked.length > 0 && !asked.includes(part)) continue;
  console.log(`\n── ${part} ${'─'.repeat(Math.max(0, 90 - part.length))}\n`);
  const began = performance.now();
  results.push({ part, ...test(), took_s: (performance.now() - began) / 1000 });
}

console.log('');
for (const { part, passed, failed, skipped, took_s } of results) {
  const note = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(`${failed > 0 ? '✗' : '✓'} ${part.padEnd(10)} ${passed} passed, ${failed} failed${note} (${took_s.toFixed(1)} s)`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
