import { newIdempotencyKey, NoAnswer } from '@purser/client/transport';
import { useRef } from 'react';

/**
 * One key per act of the user: when no answer came, the next try carries the same key, so that what may have
 * been done is not done again. A definite answer ends the act.
 */
export function useIdempotent(): <T>(act: (idempotencyKey: string) => Promise<T>) => Promise<T> {
  const key = useRef<string | undefined>(undefined);
  return async (act) => {
    key.current ??= newIdempotencyKey();
    try {
      const result = await act(key.current);
      key.current = undefined;
      return result;
    } catch (error) {
      if (!(error instanceof NoAnswer)) key.current = undefined;
      throw error;
    }
  };
}
