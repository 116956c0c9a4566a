import { newIdempotencyKey } from '@purser/client/transport';
import { storageOf } from '@purser/console-kit/storage';
import { onStoredElsewhere } from '@purser/console-kit/stored-elsewhere';

/** Who is signed in, for the other tabs: they show this member's pages from then on. */
export const WHO = 'purser.operator.who';
const SIGNED_IN = 'purser.operator';

const { readStored, store, forget } = storageOf<typeof WHO | typeof SIGNED_IN>();

/**
 * Whether somebody has signed in here and not yet been told that the session is over. The session itself is a cookie that no script can
 * read; this decides which page is shown first, and tells one sign-in from the next.
 */
export const signedIn = {
  which: (): string | undefined => readStored(SIGNED_IN),
  get: (): boolean => readStored(SIGNED_IN) !== undefined,
  /** @param username as the server has it: pages of anybody else's that are open in other tabs begin anew at once */
  set: (username: string): void => {
    store(SIGNED_IN, newIdempotencyKey());
    store(WHO, username);
  },
  clear: (): void => forget(SIGNED_IN),
  /** Tells that another tab has cleared it: somebody has signed out there, or was told that the session is over. */
  onCleared: (tell: () => void): void => {
    onStoredElsewhere(SIGNED_IN, (now) => now === null && tell());
  },
};
