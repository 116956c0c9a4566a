import { useEffect, useSyncExternalStore } from 'react';
import { knowsPasskeys } from './resting.ts';

/** False in the server's page and while it is taken over, true after: for parts that only a script can keep true. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

/** Whether this browser knows passkeys, on this address; false until the page is alive. */
export function useKnowsPasskeys(): boolean {
  return useSyncExternalStore(
    () => () => {},
    knowsPasskeys,
    () => false,
  );
}

/** Calls back whenever the device has found a network again. */
export function useOnline(back: () => void): void {
  useEffect(() => {
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, [back]);
}
