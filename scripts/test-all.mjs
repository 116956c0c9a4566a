// Runs the parts of the test one after another, goes on when one fails, and ends with one summary line over all.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from '../e2e/support/chromium.ts';
import { ROOT } from './runtime.mjs';

const REPORTS = join(ROOT, '.cache', 'test');
const BIN = join(ROOT, 'node_modules', '.bin');
const packageScripts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

/** What one part came to. */
const counted = (passed, failed, skipped = 0) => ({ passed, failed, skipped });

/** Each test that failed, with the beginning of why: said again at the end, where it is not lost among what passed. */
const failures = [];

function noteFailure(where, name, why = '', shown = []) {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const told = [...lines.slice(0, 8), ...shown].map((line) => `    ${line.slice(0, 200)}`);
  failures.push([`✗ ${where}: ${name}`, ...told].join('\n'));
}

/** So many lines of what a page showed are told. */
const PAGE_LINES = 40;

/** What the pages showed when a browser test failed, each from its last dialog on where one was open. */
function shownAt({ attachments = [] }) {
  return attachments
    .filter(({ name, body }) => name === 'page' && body !== undefined)
    .flatMap(({ body }) => {
      const [url, ...lines] = Buffer.from(body, 'base64').toString().split('\n');
      const from = Math.max(
        0,
        lines.findLastIndex((line) => /^\s*- (alert)?dialog\b/.test(line)),
      );
      return [`${url} showed:`, ...lines.slice(from, from + PAGE_LINES)];
    });
}

const environment = (env) => ({ ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...env });

/** Runs a program in the checkout; true if it ended well. */
function run(command, args = [], { cwd = ROOT, env = {} } = {}) {
  const ended = spawnSync(command, args, { cwd, stdio: 'inherit', env: environment(env) });
  if (ended.error) console.error(ended.error.message);
  return ended.status === 0;
}

/** The same beside another: `now` prints as it goes, and `later` all at once when it ends, so that the two do not mix. */
function runBeside(told, command, args, { cwd, env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: told === 'now' ? 'inherit' : ['ignore', 'pipe', 'pipe'], env: environment(env) });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    child.once('error', (error) => printed.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (status) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(status === 0);
    });
  });
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
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    for (const one of failed) noteFailure(relative(ROOT, name), one.fullName, one.failureMessages?.join('\n'));
    if (status === 'failed' && failed.length === 0) noteFailure(relative(ROOT, name), 'the file itself', message);
  }
  // A file that cannot even be loaded has no tests to fail.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = numFailedTests + broken;
  return counted(numPassedTests, !ok && failed === 0 ? 1 : failed, numPendingTests + numTodoTests);
}

/** Each test of a suite of Playwright's and of those within it, by its file and title, with why it failed; undefined where it passed. */
function triesOf({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status, results: [tried] }) => {
        const why = () => ({ why: (tried?.errors ?? []).map(({ message }) => message).join('\n'), shown: shownAt(tried ?? {}) });
        return { file, title, failed: status === 'expected' ? undefined : why() };
      }),
  );
  return [...own, ...suites.flatMap(triesOf)];
}

/** What the browser's tests are split into, each with a demo of its own: the longest first, so that the last ones end at about the same time. */
const PIECES = [
  { name: 'looks-phones', project: 'screens', which: '--grep=^(?!.*checkout, wallet).*-390-' },
  { name: 'looks-desks', project: 'screens', which: '--grep=^(?!.*checkout, wallet).*-1440-' },
  { name: 'looks-payers', project: 'screens', which: '--grep=checkout, wallet' },
  ...[1, 2, 3, 4].map((part) => ({ name: `flows-${part}`, project: 'flows', which: `--shard=${part}/4` })),
];
/** As many pieces run side by side: each waits a fourth of its time, and two processors have enough to do with three. */
const LANES = 3;

/** One run of Playwright's, with a demo of its own; undefined where it told nothing. */
async function browse(name, told, args) {
  const file = `playwright-${name}.json`;
  // Each keeps its traces apart: a run begins by emptying their folder.
  const output = join(ROOT, '.cache', 'e2e', name);
  const ok = await runBeside(told, 'playwright', ['test', '--reporter=list,json', `--output=${output}`, ...args], {
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, file) },
  });
  const results = report(file);
  if (results === undefined) return undefined;
  for (const { message } of results.errors) noteFailure(name, 'outside of any test', message);
  const tries = results.suites.flatMap(triesOf);
  const broken = results.errors.length + (!ok && tries.every(({ failed }) => !failed) ? 1 : 0);
  return { tries, broken, skipped: results.stats.skipped, lastRun: join(output, '.last-run.json') };
}

/** With more that failed it is no bad moment of the machine's. */
const MOST_SECOND_TRIES = 8;

/**
 * Runs a piece, and once more what failed of it: with a new demo, for the first try has changed the first one, and whole files, as their tests build on
 * each other. A trace takes processor time: it is kept of the second try, and the first tells in words what its pages showed.
 */
async function piece({ name, project, which }, told) {
  const first = await browse(name, told, [`--project=${project}`, '--trace=off', which]);
  if (first === undefined) return { ...counted(0, 1), flaky: 0 };
  const failed = first.tries.filter(({ failed: why }) => why);
  const args = againArgs(project, which, first, failed);
  const isTriedAgain = failed.length > 0 && failed.length <= MOST_SECOND_TRIES;
  const second = isTriedAgain ? await browse(`${name}-again`, told, args) : undefined;
  const again = second?.tries ?? [];
  const sameIn = (tries, { file, title }) => tries.find((one) => one.file === file && one.title === title);
  const note = ({ file, title, failed: why }, when = '') => noteFailure(`${project}, ${file}`, `${title}${when}`, why.why, why.shown);
  const passedThen = failed.filter((test) => sameIn(again, test) && !sameIn(again, test).failed);
  for (const test of failed) {
    note(test, passedThen.includes(test) ? ' (passed at the second try)' : '');
    const then = sameIn(again, test);
    if (then?.failed) note(then, ' (the second try)');
  }
  // Of the same files: what had passed, and what was left out as it builds on what failed.
  const failedThen = again.filter((test) => test.failed && !sameIn(failed, test));
  const onlyThen = failedThen.filter((test) => sameIn(first.tries, test));
  for (const test of failedThen) note(test, onlyThen.includes(test) ? ' (failed at the second try only)' : ' (not tried at first)');
  const flaky = passedThen.length + onlyThen.length;
  const forGood = failed.length - passedThen.length + failedThen.length - onlyThen.length;
  const all = first.tries.length + again.filter((test) => !sameIn(first.tries, test)).length;
  return { ...counted(all - forGood - flaky, forGood + first.broken + (second?.broken ?? 0), first.skipped), flaky };
}

function againArgs(project, which, { lastRun }, failed) {
  if (project === 'screens') return [`--project=${project}`, '--trace=on', which, '--last-failed', `--last-failed-file=${lastRun}`];
  return [`--project=${project}`, '--trace=on', ...new Set(failed.map(({ file }) => `tests/${file}`))];
}

/**
 * So many browser tests of a whole run may pass only at their second try: the machine may stand still for longer than a test waits. They are
 * told with what failed all the same; a test that is told twice has a fault, or the page has.
 */
const MAY_TRY_AGAIN = 2;

/** The flows and the looks at every screen, side by side. */
async function endToEnd() {
  try {
    ensureChromium();
  } catch (error) {
    console.error(error.message);
    return counted(0, 1);
  }
  const left = [...PIECES];
  const results = [];
  // One lane prints as it goes, so that one sees it work.
  const lane = async (told) => {
    for (let next = left.shift(); next; next = left.shift()) results.push(await piece(next, told));
  };
  await Promise.all(Array.from({ length: LANES }, (_, index) => lane(index === 0 ? 'now' : 'later')));
  const sumOf = (key) => results.reduce((total, result) => total + result[key], 0);
  const flaky = sumOf('flaky');
  const tooMany = flaky > MAY_TRY_AGAIN ? flaky : 0;
  return counted(sumOf('passed') + flaky - tooMany, sumOf('failed') + tooMany, sumOf('skipped'));
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
  results.push({ part, ...(await test()), took_s: (performance.now() - began) / 1000 });
}

if (failures.length > 0) console.log(`\n── what failed, be it only at first ${'─'.repeat(57)}\n\n${failures.join('\n\n')}`);
console.log('');
for (const { part, passed, failed, skipped, took_s } of results) {
  const note = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(`${failed > 0 ? '✗' : '✓'} ${part.padEnd(10)} ${passed} passed, ${failed} failed${note} (${took_s.toFixed(1)} s)`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
