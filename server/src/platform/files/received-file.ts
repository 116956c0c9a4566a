import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentFile } from '@purser/contract/fields';
import { InstallationError } from '../installation.ts';
import { StorageAway } from './file-storage.ts';

const HEAD_BYTES = 32;
/** What the system says of a place where this program may never write, however often it tries. */
const NOT_OURS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']);

/**
 * A file of a request's body as it came. It lies on the disk, so that memory does not grow with what is sent: under no name, so that it is
 * gone when it is closed or the process ends, and encrypted with a key that only this object has.
 */
export class ReceivedFile implements SentFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** SHA-256 in hexadecimal: tells a repeated request from another. */
  readonly sha256: string;
  readonly #spool: Spool;

  private constructor(said: Pick<SentFile, 'name' | 'type'>, { size, sha256, spool }: { size: number; sha256: string; spool: Spool }) {
    this.name = said.name;
    this.type = said.type;
    this.size = size;
    this.sha256 = sha256;
    this.#spool = spool;
  }

  /** Takes a file as it comes; undefined when it is larger than `mostBytes`, of which no more is kept then. */
  static async take(
    content: AsyncIterable<Buffer>,
    said: Pick<SentFile, 'name' | 'type'>,
    { folder, mostBytes }: { readonly folder: string; readonly mostBytes: number },
  ): Promise<ReceivedFile | undefined> {
    const spool = await Spool.open(folder);
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of content) {
        size += chunk.length;
        if (size > mostBytes) {
          await spool.close();
          return undefined;
        }
        hash.update(chunk);
        await spool.append(chunk);
      }
    } catch (error) {
      await spool.close();
      throw error;
    }
    return new ReceivedFile(said, { size, sha256: hash.digest('hex'), spool });
  }

  /** All of it, in memory. */
  bytes(): Promise<Buffer> {
    return this.#spool.read(this.size);
  }

  /** As much of its beginning as there is, which tells what it is. */
  head(): Promise<Buffer> {
    return this.#spool.read(Math.min(this.size, HEAD_BYTES));
  }

  close(): Promise<void> {
    return this.#spool.close();
  }
}

/** Makes sure at the start that files can be taken later. A disk that is full or away keeps nobody from starting: it may be well again before a file comes. */
export async function insistOnSpool(folder: string): Promise<void> {
  try {
    const spool = await Spool.open(folder);
    await spool.close();
  } catch (error) {
    const { code, message } = (error as StorageAway).cause as NodeJS.ErrnoException;
    if (!NOT_OURS.has(code ?? '')) return;
    throw new InstallationError(
      `PURSER_DATA: files that are sent pass through ${folder}, where this program cannot write (${message}). Name a folder in which it may.`,
    );
  }
}

class Spool {
  readonly #file: FileHandle;
  readonly #key = randomBytes(32);
  readonly #iv = randomBytes(16);
  readonly #cipher = createCipheriv('aes-256-ctr', this.#key, this.#iv);

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(folder: string): Promise<Spool> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, randomBytes(12).toString('hex'));
      const file = await open(path, 'wx+', 0o600);
      await rm(path);
      return new Spool(file);
    } catch (error) {
      throw new StorageAway('receive', error);
    }
  }

  async append(chunk: Buffer): Promise<void> {
    try {
      await this.#file.writeFile(this.#cipher.update(chunk));
    } catch (error) {
      throw new StorageAway('receive', error);
    }
  }

  async read(size: number): Promise<Buffer> {
    const sealed = Buffer.allocUnsafeSlow(size);
    let at = 0;
    while (at < size) {
      const { bytesRead } = await this.#file.read(sealed, at, size - at, at);
      if (bytesRead === 0) throw new StorageAway('receive', new Error('the spool is shorter than what was written to it'));
      at += bytesRead;
    }
    // A stream cipher keeps nothing back for its end.
    return createDecipheriv('aes-256-ctr', this.#key, this.#iv).update(sealed);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
