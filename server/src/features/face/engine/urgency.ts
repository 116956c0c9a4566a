import { writeFileSync } from 'node:fs';

/** A process's or a session's niceness that leaves the processors to all others. */
export const LEAST_URGENT = 19;
/** Where Linux keeps the niceness of a session among others (sched(7), "The autogroup feature"). */
const OF_SESSION = '/proc/self/autogroup';

/**
 * Sets the niceness of this process's session among others. Where sessions have none of their own it changes nothing, and asking again would not
 * either: the process's still counts.
 *
 * @returns false where it was set a moment ago, and may be set again in another
 */
export function makeSessionNice(niceness: number): boolean {
  try {
    writeFileSync(OF_SESSION, String(niceness));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN';
  }
  return true;
}
