import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { S3Server } from '../testing/s3-server.ts';
import { type FileStorage, StorageAway } from './file-storage.ts';
import { LocalStorage } from './local-storage.ts';
import { S3Storage } from './s3-storage.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-storage-'));
  s3 = await S3Server.start();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const newKey = (): string => randomBytes(22).toString('hex');
const STORAGES: readonly (readonly [string, () => FileStorage])[] = [
  ['the local one', () => new LocalStorage(join(folder, 'files'))],
  ['a bucket', () => new S3Storage(s3.settings)],
];

describe.each(STORAGES)('%s', (_, storageOf) => {
  it('gives back what was put, whole, until it is removed', async () => {
    const [storage, key, bytes] = [storageOf(), newKey(), randomBytes(300_000)];
    expect(await storage.get(key, 1_000_000)).toBeUndefined();
    await storage.put(key, bytes);
    expect(await storage.get(key, bytes.length)).toEqual(bytes);
    await storage.remove(key);
    expect(await storage.get(key, 1_000_000)).toBeUndefined();
    await storage.remove(key);
  });

  it('reads no more than it was told to expect', async () => {
    const [storage, key] = [storageOf(), newKey()];
    await storage.put(key, randomBytes(1_001));
    expect(await storage.get(key, 1_000)).toBe('too_long');
  });

  it('takes many at once', async () => {
    const storage = storageOf();
    const files = Array.from({ length: 40 }, () => [newKey(), randomBytes(10_000)] as const);
    await Promise.all(files.map(([key, bytes]) => storage.put(key, bytes)));
    for (const [key, bytes] of files) expect(await storage.get(key, 10_000)).toEqual(bytes);
  });
});

describe('the local storage', () => {
  it('is for its owner’s eyes only', async () => {
    const root = join(folder, 'private');
    const key = newKey();
    await new LocalStorage(root).put(key, randomBytes(10));
    const shelf = join(root, key.slice(-2));
    expect([(await stat(root)).mode & 0o777, (await stat(shelf)).mode & 0o777, (await stat(join(shelf, key))).mode & 0o777]).toEqual([
      0o700, 0o700, 0o600,
    ]);
  });

  it('says that it cannot, and leaves nothing half written, when it may not write', async () => {
    const root = join(folder, 'a-file');
    await writeFile(root, 'in the way');
    const storage = new LocalStorage(root);
    await expect(storage.put(newKey(), randomBytes(10))).rejects.toThrow(StorageAway);
    await expect(storage.get(newKey(), 10)).rejects.toThrow(StorageAway);
  });

  it.runIf(mayMount())('says that it cannot, and leaves nothing half written, when the disk is full', async () => {
    const root = join(folder, 'small');
    await mkdir(root);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', root]);
    try {
      const storage = new LocalStorage(root);
      const [small, large] = [newKey(), newKey()];
      await storage.put(small, randomBytes(50_000));
      await expect(storage.put(large, randomBytes(400_000))).rejects.toMatchObject({ name: 'StorageAway', cause: { code: 'ENOSPC' } });
      expect(await storage.get(large, 1_000_000)).toBeUndefined();
      expect((await readdir(root, { recursive: true })).filter((name) => name.includes('.new-'))).toEqual([]);
      expect((await storage.get(small, 50_000))?.length).toBe(50_000);
    } finally {
      execFileSync('umount', [root]);
    }
  });

  it('sweeps what was being written when a process died, and nothing that is being written now', async () => {
    const root = join(folder, 'swept');
    const storage = new LocalStorage(root);
    const key = newKey();
    await storage.put(key, randomBytes(10));
    const shelf = join(root, key.slice(-2));
    await writeFile(join(shelf, '.new-old'), 'half');
    await writeFile(join(shelf, '.new-now'), 'half');
    await utimes(join(shelf, '.new-old'), 0, 0);
    await storage.sweep();
    expect((await readdir(shelf)).toSorted()).toEqual(['.new-now', key].toSorted());
    await rm(root, { recursive: true });
    await storage.sweep();
  });
});

describe('a bucket', () => {
  afterEach(() => s3.faults.splice(0));

  it('is asked again when it is busy', async () => {
    const [storage, key] = [new S3Storage(s3.settings), newKey()];
    s3.faults.push('503');
    await storage.put(key, randomBytes(10));
    expect((await storage.get(key, 10))?.length).toBe(10);
  });

  it.each(['put', 'get', 'remove'] as const)('says that it cannot %s when it stays busy or hangs up', async (act) => {
    const storage = new S3Storage(s3.settings);
    const key = newKey();
    const acts = { put: () => storage.put(key, randomBytes(10)), get: () => storage.get(key, 10), remove: () => storage.remove(key) };
    for (const fault of ['503', 'hang up'] as const) {
      s3.faults.push(fault, fault, fault, fault);
      await expect(acts[act](), fault).rejects.toThrow(StorageAway);
      s3.faults.splice(0);
    }
  });

  it.each(['get', 'remove'] as const)('that is not there says that it cannot %s, and not that the object is gone', async (act) => {
    const [storage, key] = [new S3Storage(s3.settings), newKey()];
    await storage.put(key, randomBytes(10));
    s3.faults.push('no bucket');
    await expect(act === 'get' ? storage.get(key, 10) : storage.remove(key)).rejects.toThrow(StorageAway);
    expect((await storage.get(key, 10))?.length).toBe(10);
  });

  it('never takes half an object for one', async () => {
    const [storage, key] = [new S3Storage(s3.settings), newKey()];
    await storage.put(key, randomBytes(100_000));
    s3.faults.push('half');
    await expect(storage.get(key, 100_000)).rejects.toThrow(StorageAway);
  });

  it('refuses a wrong secret and another region', async () => {
    for (const wrong of [{ secret: 'another' }, { region: 'us-east-1' }, { keyId: 'AKIAOTHER' }]) {
      const storage = new S3Storage({ ...s3.settings, ...wrong });
      await expect(storage.put(newKey(), randomBytes(10))).rejects.toMatchObject({ name: 'StorageAway', cause: { message: /^HTTP 403/ } });
    }
  });

  it('that is not there is told', async () => {
    const storage = new S3Storage({ ...s3.settings, url: 'http://127.0.0.1:9/purser-files' });
    await expect(storage.get(newKey(), 10)).rejects.toThrow(StorageAway);
  });
});

/** Only root of a machine that lets it may make a small disk. */
function mayMount(): boolean {
  try {
    const probe = execFileSync('mktemp', ['-d']).toString().trim();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe]);
    return true;
  } catch {
    return false;
  }
}
