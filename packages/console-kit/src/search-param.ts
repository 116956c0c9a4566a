import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from './list/list-search.ts';

type SetParam = (value: string | undefined) => void;

/**
 * One text of the address beside the list's own, such as which row's details are open: it can be linked to, and
 * "back" closes what it opened. `put` sets it without a way "back" to the address before.
 */
export function useSearchParam(name: string): readonly [value: string | undefined, set: SetParam, put: SetParam] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const go = (value: string | undefined, replace: boolean): void =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, [name]: value }),
      replace,
      resetScroll: false,
    } as never);
  return [search[name], (value) => go(value, value === undefined), (value) => go(value, true)];
}
