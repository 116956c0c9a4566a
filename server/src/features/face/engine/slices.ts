import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';

/** The number of sched_setattr among Linux's system calls, by processor. */
const SCHED_SETATTR: Partial<Record<NodeJS.Architecture, number>> = { x64: 314, arm64: 274 };
/** As `struct sched_attr` has it (sched_setattr(2)). */
const ATTRIBUTES = { bytes: 48, policy: 4, niceness: 16, slice: 24 } as const;
/** Who has it takes the processor from nobody as it wakes (sched(7)), which after each rest it would; its share is that of its niceness. */
const SCHED_BATCH = 3;
/** The longest that Linux takes. */
const SLICE_NS = 100_000_000n;

/**
 * Takes the processor for long slices: since 6.12 Linux gives it at once to who wakes with a shorter one, whatever is left of the longer. Nor does
 * this process take one from others as it wakes itself. What its threads start from now on has the same. Where there is no such call, or Linux is
 * older, the slices are as usual.
 */
export async function takeLongSlices(): Promise<void> {
  const number = process.platform === 'linux' ? SCHED_SETATTR[process.arch] : undefined;
  if (number === undefined) return;
  try {
    const { default: koffi } = await import('koffi');
    const call = koffi.load(null).func('long syscall(long number, int thread, void *attributes, unsigned int flags)');
    for (const thread of readdirSync('/proc/self/task').map(Number)) call(number, thread, attributesOf(thread), 0);
  } catch {
    // The library is optional, and a thread may have ended: its process is less urgent all the same.
  }
}

function attributesOf(thread: number): Buffer {
  const attributes = Buffer.alloc(ATTRIBUTES.bytes);
  attributes.writeUInt32LE(ATTRIBUTES.bytes);
  attributes.writeUInt32LE(SCHED_BATCH, ATTRIBUTES.policy);
  // Set with the slice, so it has to be said again.
  attributes.writeInt32LE(getPriority(thread), ATTRIBUTES.niceness);
  attributes.writeBigUInt64LE(SLICE_NS, ATTRIBUTES.slice);
  return attributes;
}
