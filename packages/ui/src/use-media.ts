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

/** For whoever does not want to see things move. */
export const STILL = '(prefers-reduced-motion: reduce)';

/** Phone width: a list's row is two lines. */
export const PHONE = '(max-width: 719px)';

/** A tablet or less: the menu is a drawer. */
export const NARROW = '(max-width: 1023px)';
