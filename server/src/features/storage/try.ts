import { randomBytes } from 'node:crypto';
import type { OutputOf } from '@purser/contract/call';
import type { storageTest } from '@purser/contract/features/storage';
import type { FileStorage } from '../../platform/files/file-storage.ts';

type Tested = OutputOf<typeof storageTest>;

/** As the keys of files are: 22 bytes in hexadecimal digits. */
const KEY_BYTES = 22;
const OBJECT_BYTES = 1_024;

/**
 * Writes a small object under a new name, reads it back and removes it. One that takes longer than it may is answered as too slow; what it has
 * written is removed when it ends, whenever that is.
 */
export async function tryStorage(storage: FileStorage, longestMs: number, onProblem: (error: unknown) => void): Promise<Tested> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<Tested['problem']>((resolve) => {
    timer = setTimeout(() => resolve('too_slow'), longestMs);
  });
  try {
    const problem = await Promise.race([writeAndRead(storage, onProblem), tooSlow]);
    return { problem, duration_ms: Math.round(performance.now() - began) };
  } finally {
    clearTimeout(timer);
  }
}

async function writeAndRead(storage: FileStorage, onProblem: (error: unknown) => void): Promise<Tested['problem']> {
  const [key, bytes] = [randomBytes(KEY_BYTES).toString('hex'), randomBytes(OBJECT_BYTES)];
  let step: 'write' | 'read' | 'remove' = 'write';
  try {
    await storage.put(key, bytes);
    step = 'read';
    const read = await storage.get(key, bytes.length);
    step = 'remove';
    await storage.remove(key);
    return Buffer.isBuffer(read) && read.equals(bytes) ? null : 'different';
  } catch (error) {
    onProblem(error);
    // A put that failed may have written all the same.
    if (step !== 'remove') await storage.remove(key).catch(() => undefined);
    return step;
  }
}
