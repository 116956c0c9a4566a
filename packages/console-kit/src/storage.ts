import { STORED_LANGUAGES, type Language, type StoredLanguage } from '@purser/contract/language';

/** Storage may be refused altogether; then what is stored lasts as long as the page. */
const fallback = new Map<string, string>();

/** Local storage with an app's own keys. */
export function storageOf<Key extends string>() {
  return {
    readStored: (key: Key): string | undefined => {
      try {
        return localStorage.getItem(key) ?? undefined;
      } catch {
        return fallback.get(key);
      }
    },
    store: (key: Key, value: string): void => {
      try {
        localStorage.setItem(key, value);
      } catch {
        fallback.set(key, value);
      }
    },
    forget: (key: Key): void => {
      try {
        localStorage.removeItem(key);
      } catch {
        fallback.delete(key);
      }
    },
  };
}

const { readStored, store } = storageOf<'language'>();

export function storedLanguage(): Language | undefined {
  const stored = readStored('language');
  return stored !== undefined && Object.hasOwn(STORED_LANGUAGES, stored) ? STORED_LANGUAGES[stored as StoredLanguage] : undefined;
}

export function storeLanguage(language: Language): void {
  const code = Object.entries(STORED_LANGUAGES).find(([, wire]) => wire === language)?.[0];
  if (code) store('language', code);
}
