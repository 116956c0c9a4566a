import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from './list/list-search.ts';

type SetParam = (value: string | undefined, how?: { readonly replace: boolean }) => void;

/**
 * One text of the address beside the list's own, such as which row's details are open: it can be linked to, and
 * "back" closes what it opened, unless it took the place of the address before.
 */
export function useSearchParam(name: string): readonly [value: string | undefined, set: SetParam] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const set: SetParam = (value, { replace } = { replace: value === undefined }) =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, [name]: value }),
      replace,
      resetScroll: false,
    } as never);
  return [search[name], set];
}
