import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from './list/list-search.ts';

/**
 * One text of the address beside the list's own, such as which row's details are open: it can be linked to, and
 * "back" closes what it opened.
 */
export function useSearchParam(name: string): readonly [value: string | undefined, set: (value: string | undefined) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const set = (value: string | undefined): void =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, [name]: value }),
      replace: value === undefined,
      resetScroll: false,
    } as never);
  return [search[name], set];
}
