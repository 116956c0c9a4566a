import { useSyncExternalStore } from 'react';

export type Theme = 'day' | 'night';

const STORAGE_KEY = 'purser.theme';
const listeners = new Set<() => void>();

/** The theme on show: the user's choice, else what the system prefers. `public/boot.js` set it before the first paint. */
export function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'night' ? 'night' : 'day';
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage may be refused; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
