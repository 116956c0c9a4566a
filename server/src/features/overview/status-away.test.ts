import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../quick-start/embedded-postgres.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { payerPages } from '../../platform/http/payer-pages.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { payerBuildOfSource } from '../../platform/testing/payer-build.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { statusPages } from './status.ts';

/** The status page of an api whose database, its own here, is away. */

/** The database is given 2 s; beside other tests everything else takes its time too. */
const BOUND_MS = 4_000;
const EVERY_PART = /Payments Stopped Withdrawals Stopped Merchant console Stopped Notices to merchants \(webhooks\) Stopped/;

let folder: string;
let database: EmbeddedPostgres;
let app: TestApp;
let user: TestUser;
let slowestMs: number;

beforeEach(async () => {
  slowestMs = 0;
  folder = await mkdtemp(join(tmpdir(), 'purser-status-'));
  // As root, PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711);
  database = await startEmbeddedPostgres({ dataFolder: folder, durable: false });
  await migrate(database.url);
  app = await createTestApp({
    routes: () => [],
    pages: [async (fastify, platform) => payerPages(await payerBuildOfSource(), statusPages(platform))(fastify, platform)],
    settings: { databaseUrl: database.url, operatorDatabaseUrl: database.url },
  });
  user = await makeUser(app);
});
afterEach(async () => {
  await app.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The page as a stranger and a payer who is signed in see it; each within the bound. */
async function look(): Promise<string> {
  const pages = await Promise.all(
    [undefined, user.token].map(async (token) => {
      const browser = new PlainBrowser(app);
      if (token !== undefined) browser.cookies.set(PAYER_COOKIE, token);
      const began = performance.now();
      const { status, text } = await browser.open('/status');
      slowestMs = Math.max(slowestMs, performance.now() - began);
      return { status, text };
    }),
  );
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
  const [first, second] = pages.map(({ text }) => text.replace(/As of \S+ \S+ \S+/, ''));
  expect(first).toBe(second);
  return first ?? '';
}

/** The first page loads what renders it, which takes its time. */
async function warmUp(): Promise<void> {
  expect(await look()).toContain('Payments Works');
  slowestMs = 0;
}

it('says so within its bound while the database answers nobody, and that it works when it does again', async () => {
  await warmUp();
  const processes = await app.sql<{ pid: number }>('select pid from pg_stat_activity');
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of [database.pid, ...processes.map((one) => one.pid)]) process.kill(pid, signal);
  };
  signalAll('SIGSTOP');
  try {
    await eventually(async () => expect(await look()).toMatch(EVERY_PART));
    expect(slowestMs).toBeLessThan(BOUND_MS);
  } finally {
    signalAll('SIGCONT');
  }
  await eventually(async () => expect(await look()).toContain('Payments Works'));
});

it('says so within its bound while there is no database, and that it works when there is one again', async () => {
  await warmUp();
  await database.stop();
  await eventually(async () => expect(await look()).toMatch(EVERY_PART));
  expect(slowestMs).toBeLessThan(BOUND_MS);
  database = await startEmbeddedPostgres({ dataFolder: folder, durable: false, port: database.port });
  await eventually(async () => expect(await look()).toContain('Payments Works'));
});
