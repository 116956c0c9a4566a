import { storageOf } from '@purser/console-kit/storage';

const { readStored, store, forget } = storageOf<'purser.operator'>();

/**
 * Whether somebody has signed in here and not yet been told that the session is over. The session itself is a cookie that no script can
 * read; this only decides which page is shown first.
 */
export const signedIn = {
  get: (): boolean => readStored('purser.operator') !== undefined,
  set: (): void => store('purser.operator', '1'),
  clear: (): void => forget('purser.operator'),
};
