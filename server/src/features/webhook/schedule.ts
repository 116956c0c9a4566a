/** Deliveries that failed are tried again after 5 s, 10 s, 20 s, ... up to 6 h, each a fifth earlier or later by chance. */
const FIRST_RETRY_S = 5;
const LONGEST_RETRY_S = 6 * 3600;
const JITTER = 0.2;
/** A receiver may ask for more patience than the schedule has, within reason. */
const LONGEST_ASKED_S = 3600;

/** Seconds until the next attempt after `attempts` failed ones. */
export function retryAfterS(attempts: number, askedS: number, random: number = Math.random()): number {
  const planned = Math.min(FIRST_RETRY_S * 2 ** (attempts - 1), LONGEST_RETRY_S);
  return Math.max(planned * (1 - JITTER + 2 * JITTER * random), Math.min(askedS, LONGEST_ASKED_S));
}

/** An endpoint that fails this often in a row counts as down: one event at a time finds out whether it is back. */
export const DOWN_AFTER_FAILURES = 5;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** How long an endpoint that is down is left alone. */
export function pauseMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - DOWN_AFTER_FAILURES), LONGEST_PAUSE_MS);
}
