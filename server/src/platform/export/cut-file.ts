import type { Readable } from 'node:stream';

/** So soon after it has ended, a session's files are cut. */
const CHECKED_EVERY_MS = 3_000;
/** No file is on its way for longer, however slowly it is read. */
const LONGEST_MS = 30 * 60_000;

interface Watched {
  /** Whether whoever asked for the file may still read it. A database that does not answer cuts nothing: then there is nothing to be read either. */
  readonly isWelcome: () => Promise<boolean>;
  readonly everyMs?: number;
  readonly longestMs?: number;
}

/** Cuts a file that is on its way, so that it is seen not to be whole, once whoever asked for it may not read on, or it has been on its way for long. */
export function cutOnceUnwelcome(file: Readable, { isWelcome, everyMs = CHECKED_EVERY_MS, longestMs = LONGEST_MS }: Watched): void {
  const begun = performance.now();
  const cut = (why: string): void => void file.destroy(new Error(why));
  const check = (): void => {
    if (performance.now() - begun > longestMs) return cut('a file was on its way for too long');
    isWelcome().then(
      (welcome) => welcome || cut('whoever asked for a file may not read on'),
      () => undefined,
    );
  };
  const timer = setInterval(check, everyMs).unref();
  file.once('close', () => clearInterval(timer));
}
