import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Files in memory, on Linux. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * The folder for what need not outlast a run of tests: in memory where there is room, else where temporary files are. A database is
 * thousands of files, and to make and to forget them took a disk's file system (ext4) a third of all processor time of the tests.
 */
export function scratchFolder(): string {
  return process.availableMemory() >= ROOM_BYTES && roomIn(IN_MEMORY) >= ROOM_BYTES ? IN_MEMORY : tmpdir();
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // There is no such folder.
    return 0;
  }
}
