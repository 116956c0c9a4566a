/** Tells what another tab stores under a key, null where it forgets it, until the answer is called. */
export function onStoredElsewhere(key: string, tell: (value: string | null) => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === key) tell(event.newValue);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
