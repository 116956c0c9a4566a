import { storageOf } from '@purser/console-kit/storage';

/** The keys in local storage, as the specification names them; ours begin with `purser`. */
export const { readStored, store, forget } = storageOf<'token' | 'menus' | 'userInfo' | 'loginIp' | 'purser.market'>();

/** What belongs to one session; the language outlives it. */
export function forgetSession(): void {
  for (const key of ['token', 'menus', 'userInfo'] as const) forget(key);
}
