import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStorage, StorageAway, type StoragePlace } from './file-storage.ts';

/** Begins the name of a file that is being written. */
const UNFINISHED = '.new-';
/** Nothing is written for this long. */
const ABANDONED_AFTER_MS = 60 * 60_000;

/** Files in a folder of this machine. Each is written under another name, brought to the disk, and only then given its own. */
export class LocalStorage implements FileStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(key);
    const folder = dirname(path);
    const unfinished = join(folder, `${UNFINISHED}${randomBytes(8).toString('hex')}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
      await syncFolder(folder);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw new StorageAway('write', error);
    }
  }

  async get(key: string, mostBytes: number): Promise<Buffer | 'too_long' | undefined> {
    try {
      const file = await open(this.#pathOf(key), 'r');
      try {
        const { size } = await file.stat();
        return size > mostBytes ? 'too_long' : await file.readFile();
      } finally {
        await file.close();
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new StorageAway('read', error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await rm(this.#pathOf(key), { force: true });
    } catch (error) {
      throw new StorageAway('remove', error);
    }
  }

  async place(): Promise<StoragePlace> {
    // The folder is made with the first file.
    const disk = await statfs(this.#folder)
      .catch(() => statfs(dirname(this.#folder)))
      .catch(() => undefined);
    return {
      kind: 'folder',
      place: this.#folder,
      free_bytes: disk ? disk.bavail * disk.bsize : null,
      total_bytes: disk ? disk.blocks * disk.bsize : null,
    };
  }

  async sweep(): Promise<void> {
    const shelves = await readdir(this.#folder).catch(() => []);
    for (const shelf of shelves) {
      const names = await readdir(join(this.#folder, shelf)).catch(() => []);
      for (const name of names.filter((each) => each.startsWith(UNFINISHED))) {
        const path = join(this.#folder, shelf, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(path, { force: true });
      }
    }
  }

  /** One of 256 shelves, by random digits of the key: no folder grows too long. */
  #pathOf(key: string): string {
    return join(this.#folder, key.slice(-2), key);
  }
}

/** A new name is kept once its folder is. Windows opens no folder, and keeps names by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
