import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Where the browser refuses storage, the choice lasts as long as the page. */
const memory = new Map<string, string>();

/** The choice of reward funds for an order: it outlives a change of language, which loads the page anew. */
export function useKeptChoice(token: string, initially: boolean): [boolean, (yes: boolean) => void] {
  const key = `purser.reward.${token}`;
  const kept = useSyncExternalStore(
    listen,
    () => read(key),
    () => null,
  );
  const choose = (yes: boolean) => {
    memory.set(key, yes ? 'yes' : 'no');
    try {
      sessionStorage.setItem(key, yes ? 'yes' : 'no');
    } catch {
      // Refused: the memory has it.
    }
    for (const tell of listeners) tell();
  };
  return [kept === null ? initially : kept === 'yes', choose];
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function read(key: string): string | null {
  try {
    return memory.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
