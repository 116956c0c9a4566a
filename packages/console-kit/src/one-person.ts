import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { storageOf } from './storage.ts';
import { onStoredElsewhere } from './stored-elsewhere.ts';

const { store } = storageOf<string>();

/**
 * Keeps a console to the person whom it was opened by. All tabs of a browser share one login: once another tab has signed in as somebody else, this
 * page would show theirs beside what it has, and send what is typed in their name. So it begins anew, and does not ask about what is typed.
 * @param key where in local storage each tab tells whom it shows
 * @param who undefined until it is known
 */
export function useOnePerson(key: string, who: string | undefined): void {
  const navigate = useNavigate();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (who === undefined) return;
    const look = async (now: string): Promise<void> => {
      shown.current ??= now;
      if (now === shown.current) return;
      await navigate({ to: '/', replace: true, ignoreBlocker: true } as never);
      location.reload();
    };
    store(key, who);
    void look(who);
    return onStoredElsewhere(key, (now) => now !== null && void look(now));
  }, [key, who, navigate]);
}
