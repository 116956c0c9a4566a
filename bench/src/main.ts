import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/src/quick-start/embedded-postgres.ts';
import { benchApis } from './apis.ts';
import { benchConsole } from './console.ts';
import { benchFace } from './face.ts';
import { benchFundFlow } from './fund-flow.ts';
import { benchHttp } from './http.ts';
import { benchLedger } from './ledger.ts';
import { benchOperator } from './operator.ts';
import { benchPages } from './pages.ts';
import { benchReviewLists } from './review-lists.ts';
import { keepsBudget, type Row } from './row.ts';
import { benchStart } from './start.ts';
import { benchVerify } from './verify.ts';
import { benchWatcher } from './watcher.ts';

/**
 * Measures what the budgets speak of, and prints a table; the same figures go to bench/results as JSON.
 *
 *     npm run bench                         all parts
 *     npm run bench -- ledger http          some parts
 *     npm run bench -- apis                 one, two and four apis on one database
 *     npm run bench -- fund-flow 10000000   with as many entries
 *     npm run bench -- operator 100000      with as many wallet users
 *     npm run bench -- review-lists 1000000 with as many orders under review
 *     npm run bench -- console 10000000     with as many orders and entries of one merchant
 *     npm run bench -- start                what is measured of it with the pages, alone
 *     npm run bench -- watcher 1000000      with as many deposit addresses
 */
const PARTS: Record<string, (entries: number | undefined) => Promise<Row[]>> = {
  ledger: () => onDatabase(benchLedger),
  http: () => benchHttp(),
  apis: () => benchApis(),
  'fund-flow': (entries) => onDatabase((url) => benchFundFlow(url, entries)),
  verify: (entries) => onDatabase((url) => benchVerify(url, entries)),
  operator: (users) => onDatabase((url) => benchOperator(url, users)),
  'review-lists': (orders) => onDatabase((url) => benchReviewLists(url, orders)),
  console: (rows) => onDatabase((url) => benchConsole(url, rows)),
  watcher: (addresses) => onDatabase((url) => benchWatcher(url, addresses)),
  face: () => benchFace(),
  start: () => benchStart(),
  pages: () => benchStart(benchPages),
};

const asked = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
const entries = process.argv.slice(2).map(Number).find(Number.isSafeInteger);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}`);

const rows: Row[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  // The pages are measured on what was started, which is measured with them.
  if (asked.length > 0 ? !asked.includes(name) : name === 'start') continue;
  console.log(`measuring ${name} …`);
  rows.push(...(await measure(entries)));
}
console.log(`\n${table(rows)}`);
await keep(rows);
if (!rows.every(keepsBudget)) process.exitCode = 1;

/** Markdown, so that it can stand in docs/performance.md as it is. */
function table(all: readonly Row[]): string {
  const lines = all.map((row) => {
    const limit = row.budget ? `${row.budget.kind === 'min' ? '≥' : '≤'} ${row.budget.limit} ${row.unit}` : '';
    return `| ${row.what} | ${shown(row)} | ${limit} | ${row.budget ? (keepsBudget(row) ? 'kept' : '**missed**') : ''} | ${row.detail} |`;
  });
  return ['| what | measured | budget | | how |', '|---|---|---|---|---|', ...lines].join('\n');
}

function shown({ measured, unit }: Row): string {
  return `${unit === 'points' ? measured : measured.toFixed(measured < 10 ? 2 : 1)} ${unit}`;
}

async function keep(all: readonly Row[]): Promise<void> {
  const folder = join(import.meta.dirname, '../results');
  await mkdir(folder, { recursive: true });
  const machine = { cores: cpus().length, model: cpus()[0]?.model, memory_gb: Math.round(totalmem() / 2 ** 30), node: process.version };
  const file = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`);
  await writeFile(file, `${JSON.stringify({ machine, rows: all }, null, 2)}\n`);
  console.log(`\n${file}`);
}

/** A durable PostgreSQL for one part: commits wait for the disk, as in real use. */
async function onDatabase(work: (url: string) => Promise<Row[]>): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-bench-'));
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataFolder: folder, durable: true });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
