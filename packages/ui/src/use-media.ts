import { useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Used by fingers. */
export const TOUCH = '(pointer: coarse)';

/** Phone width: tables become cards, the menu a drawer. */
export const PHONE = '(max-width: 719px)';
