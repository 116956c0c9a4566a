import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageGet, storageTest } from '@purser/contract/features/storage';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { LocalStorage } from '../../platform/files/local-storage.ts';
import { S3Storage } from '../../platform/files/s3-storage.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { S3Server } from '../../platform/testing/s3-server.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { tryStorage } from './try.ts';

const LONG_MS = 60_000;

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-storage-test-'));
  s3 = await S3Server.start();
});
afterEach(() => {
  s3.faults.length = 0;
  s3.objects.clear();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a storage', () => {
  const bucket = () => new S3Storage(s3.settings);
  /** What is told of it, and what was said of the failure. */
  const told = async (storage: LocalStorage | S3Storage, longestMs = LONG_MS) => {
    const errors: unknown[] = [];
    const { problem } = await tryStorage(storage, longestMs, (error) => errors.push(error));
    return { problem, errors };
  };

  it('that works is left as it was', async () => {
    const root = join(folder, 'works');
    expect(await told(new LocalStorage(root))).toEqual({ problem: null, errors: [] });
    const shelves = await readdir(root);
    expect((await Promise.all(shelves.map((shelf) => readdir(join(root, shelf))))).flat()).toEqual([]);
    expect(await told(bucket())).toEqual({ problem: null, errors: [] });
    expect(s3.objects.size).toBe(0);
  });

  it('that cannot be written to says so, and why in the log', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const { problem, errors } = await told(new LocalStorage(file));
    expect([problem, String(errors[0])]).toEqual(['write', expect.stringContaining('cannot write')]);
  });

  it('that gives something else back, or nothing, says so and keeps nothing', async () => {
    const broken = (get: () => Buffer | undefined) => Object.assign(bucket(), { get: async () => get() });
    expect(await told(broken(() => Buffer.from('other')))).toMatchObject({ problem: 'different' });
    expect(await told(broken(() => undefined))).toMatchObject({ problem: 'different' });
    const unread = Object.assign(bucket(), { get: () => Promise.reject(new Error('away')) });
    expect(await told(unread)).toMatchObject({ problem: 'read' });
    expect(s3.objects.size).toBe(0);
    const kept = Object.assign(bucket(), { remove: () => Promise.reject(new Error('away')) });
    expect(await told(kept)).toMatchObject({ problem: 'remove' });
  });

  it('that does not answer is too slow, and what it wrote is removed once it does', async () => {
    const storage = bucket();
    const remove = storage.remove.bind(storage);
    let removed = 0;
    Object.assign(storage, { remove: (key: string) => remove(key).then(() => (removed += s3.objects.size === 0 ? 1 : 0)) });
    s3.faults.push('stall');
    expect(await told(storage, 100)).toMatchObject({ problem: 'too_slow' });
    await eventually(() => expect(s3.faults).toEqual([]));
    s3.goOn();
    await eventually(() => expect(removed).toBe(1));
  });
});

describe.each(['folder', 'bucket'] as const)('a %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    const settings = kind === 'bucket' ? { s3: { ...s3.settings, url: s3.settings.url.replace('//', '//name:pass@') } } : {};
    app = await createTestApp({ routes: allRoutes, settings });
  });
  afterAll(() => app.close());

  it('is shown to who may look, without keys', async () => {
    const auditor = await makeStaff(app, 'auditor');
    const place = dataOf(await auditor.call(storageGet, {}));
    if (kind === 'folder') {
      expect(place).toMatchObject({ kind, host: hostname(), place: expect.stringMatching(/files$/) as string });
      expect(place.free_bytes).toBeGreaterThan(0);
      expect(place.total_bytes).toBeGreaterThan(place.free_bytes ?? Infinity);
    } else {
      expect(place).toEqual({ kind, host: null, place: s3.settings.url, free_bytes: null, total_bytes: null });
      expect(JSON.stringify(place)).not.toContain(s3.settings.secret);
    }
  });

  it('is tested by an admin, which is noted, and by no other', async () => {
    const [admin, auditor] = [await makeStaff(app, 'admin'), await makeStaff(app, 'auditor')];
    expect(await auditor.call(storageTest, {})).toMatchObject({ msg: 'staff_not_allowed' });
    if (kind === 'folder') expect(dataOf(await admin.call(storageTest, {}))).toMatchObject({ problem: null });
    else expect(dataOf(await admin.call(storageTest, {}))).toMatchObject({ problem: 'write' });
    const [entry] = await app.sql<{ details: object; actor: string }>(
      `select details, actor from audit_log where owner_id = $1 and action = 'storage.test' order by sequence desc limit 1`,
      [PROVIDER_OWNER_ID],
    );
    expect(entry).toMatchObject({ actor: String(admin.staffId), details: { problem: kind === 'folder' ? null : 'write' } });
  });

  it('is tested so often and no more, and a repeat is not counted', async () => {
    const admin = await makeStaff(app, 'admin');
    for (let n = 0; n < 20; n += 1) await admin.call(storageTest, {}, { idempotencyKey: `t${n}` });
    expect(await admin.call(storageTest, {}, { idempotencyKey: 't3' })).toMatchObject({ code: 42110 });
    expect(await admin.call(storageTest, {}, { idempotencyKey: 't20' })).toMatchObject({ msg: 'too_many_requests' });
  });
});
