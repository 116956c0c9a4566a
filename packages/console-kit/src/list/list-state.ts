import type { InputOf } from '@purser/contract/call';
import type { ListPosition } from '@purser/ui/data-table-types';
import { DEFAULT_PAGE_SIZE, type ListCall } from '@purser/contract/list-call';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { filtersOf, readListSearch, writeListSearch, type Search } from './list-search.ts';

export interface ListState<Input> {
  /** The call's input as the address says it: pass it to the query. */
  readonly input: Input;
  /** For the DataTable. */
  readonly position: ListPosition;
  /** How many filters are set: for the FilterBar. */
  readonly activeFilters: number;
  /** Sets or, with undefined, clears filters. */
  readonly setFilters: (change: Partial<Input>) => void;
  readonly clearFilters: () => void;
}

interface PositionInput {
  readonly page?: number;
  readonly page_size?: number;
  readonly sort_by?: string;
  readonly sort_order?: 'asc' | 'desc';
}

/** The state of a list, kept in the address so that it survives a reload, can be shared and goes back. */
export function useListState<C extends ListCall>(call: C): ListState<InputOf<C>> {
  type Input = InputOf<C>;
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const input = useMemo(() => ({ page: 1, page_size: DEFAULT_PAGE_SIZE, ...readListSearch(call, search) }) as Input, [call, search]);
  const filters = filtersOf(input as Record<string, unknown>);
  const { page = 1, page_size = DEFAULT_PAGE_SIZE, sort_by, sort_order = 'desc' } = input as PositionInput;

  const change = (fields: Readonly<Record<string, unknown>>): void =>
    void navigate({ to: '.', search: (before: Search) => writeListSearch(before, fields), replace: !('page' in fields) } as never);
  const clearFilters = (): void => change(Object.fromEntries(Object.keys(filters).map((field) => [field, undefined])));
  // A range of time counts as one filter.
  const activeFilters = Object.keys(filters).filter((field) => field !== 'time_to' || !('time_from' in filters)).length;

  return {
    input,
    activeFilters,
    clearFilters,
    setFilters: (fields) => change(fields as Record<string, unknown>),
    position: {
      page,
      pageSize: page_size,
      sortBy: sort_by,
      sortOrder: sort_order,
      filtered: activeFilters > 0,
      setPage: (nextPage, nextSize) => change({ page: nextSize === page_size ? nextPage : 1, page_size: nextSize }),
      setSort: (by, order) => change({ sort_by: by, sort_order: order }),
      clearFilters,
    },
  };
}
