import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '../use-debounced.ts';
import type { LookUp, NumberFound } from './entry.ts';

/** How long one stops typing before a number is looked up. */
const SETTLED_AFTER_MS = 250;

export interface Numbers {
  readonly state: 'unasked' | 'looking' | 'found' | 'nothing' | 'failed';
  readonly found: readonly NumberFound[];
  readonly again: () => void;
}

/** Looks up which records have a number. What is typed on is no longer asked for. */
export function useNumbers(text: string, lookUp: LookUp | undefined): Numbers {
  const settled = useDebounced(lookUp && text, SETTLED_AFTER_MS);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['palette', settled],
    queryFn: ({ signal }) => lookUp?.(signal) ?? [],
    enabled: lookUp !== undefined && settled === text,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const again = (): void => void refetch();
  if (!lookUp) return { state: 'unasked', found: [], again };
  if (settled !== text || isFetching) return { state: 'looking', found: [], again };
  if (isError) return { state: 'failed', found: [], again };
  return { state: data?.length ? 'found' : 'nothing', found: data ?? [], again };
}
