import { STORED_LANGUAGES, type Language, type StoredLanguage } from '@purser/contract/language';

/** The keys in local storage, as the specification names them; ours begin with `purser`. */
type StorageKey = 'token' | 'menus' | 'userInfo' | 'language' | 'loginIp' | 'purser.market';

/** Storage may be refused altogether; then what is stored lasts as long as the page. */
const fallback = new Map<string, string>();

export function readStored(key: StorageKey): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return fallback.get(key);
  }
}

export function store(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    fallback.set(key, value);
  }
}

export function forget(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    fallback.delete(key);
  }
}

/** What belongs to one session; the language outlives it. */
export function forgetSession(): void {
  for (const key of ['token', 'menus', 'userInfo'] as const) forget(key);
}

export function storedLanguage(): Language | undefined {
  const stored = readStored('language');
  return stored !== undefined && Object.hasOwn(STORED_LANGUAGES, stored) ? STORED_LANGUAGES[stored as StoredLanguage] : undefined;
}

export function storeLanguage(language: Language): void {
  const code = Object.entries(STORED_LANGUAGES).find(([, wire]) => wire === language)?.[0];
  if (code) store('language', code);
}
