import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Database } from '../platform/database/database.ts';
import { Platform } from '../platform/platform.ts';
import { CONNECTIONS } from './connections.ts';

const NOWHERE = 'postgresql://nobody@localhost:1/nothing';

/** Of the ways to the database that a program's platform has: its own, and those for staff. */
async function ofPlatform(connections: number): Promise<{ own: number; forStaff: number }> {
  const settings = { databaseUrl: NOWHERE, masterKey: randomBytes(32), publicUrl: 'http://localhost', demo: true, dataFolder: tmpdir() };
  const platform = new Platform({ ...settings, trustedProxies: [], webhookAllow: [] }, pino({ level: 'silent' }), { connections });
  const { db, operator } = platform;
  const found = { own: db.mostConnections, forStaff: operator.db.mostConnections + operator.aside.mostConnections };
  await platform.close();
  return found;
}

it('docs/operate.md says how many connections each program opens', async () => {
  const page = await readFile(new URL('../../../docs/operate.md', import.meta.url), 'utf8');
  const [api, worker, watcher] = [
    await ofPlatform(CONNECTIONS.api),
    await ofPlatform(CONNECTIONS.worker),
    // It does nothing for staff, so it opens none of those.
    await ofPlatform(CONNECTIONS.watcher),
  ];
  const signer = new Database({ url: NOWHERE, connections: CONNECTIONS.signer, role: 'purser_signer' });
  const of = ({ own, forStaff }: typeof api) => `up to ${own + forStaff} (${own}, and ${forStaff} for staff)`;
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `An api opens ${of(api).replace(' (', ' connections (')}, a worker ${of(worker)}, a watcher up to ${watcher.own}, a signer up to ${signer.mostConnections}.`,
  );
  await signer.close();
});
