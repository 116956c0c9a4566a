import type { InputOf } from '@purser/contract/call';
import { DEFAULT_PAGE_SIZE, type ListCall } from '@purser/contract/list-call';
import type { ListPage } from '@purser/ui/data-table-types';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { KitCatalogue } from '../i18n.tsx';
import { callQuery, RENEWED } from '../query.ts';
import { useSearchParam } from '../search-param.ts';
import { writeListSearch, type Search } from './list-search.ts';
import { useListState } from './list-state.ts';
import type { ListOptions, RowOf } from './list-options.ts';
import { inputAt, inputSince, momentAfter, release, take, type PlaceInput, type Shown } from './steady-page.ts';

/** In the address: the moment at which a later page holds the list. */
const UNTIL = 'until';

export type SteadyList<C extends ListCall> = ReturnType<typeof useSteadyList<C>>;

/** A list with its state in the address, live on its first page and steady on the others. */
export function useSteadyList<C extends ListCall>(
  call: C,
  { topics, renewed = false, rowKey: keyOf }: Pick<ListOptions<C, KitCatalogue>, 'topics' | 'renewed' | 'rowKey'>,
) {
  type Input = InputOf<C> & PlaceInput;
  const list = useListState(call);
  const navigate = useNavigate();
  const [until] = useSearchParam(UNTIL);
  const timeField = call.sort[0];
  const input = list.input as Input;
  const follows = (input.page ?? 1) === 1;
  const asked = inputAt(input, timeField, until);
  const again = renewed ? RENEWED : undefined;
  const query = useQuery({ ...callQuery(call, asked, topics), ...again });
  const data = query.data as ListPage<RowOf<C>> | undefined;
  const since = inputSince(input, timeField, until);
  const newer = useQuery({
    ...callQuery(call, since ?? input, topics),
    ...again,
    enabled: since !== undefined,
    placeholderData: undefined,
  });
  const count = since && (newer.data as ListPage<RowOf<C>> | undefined);

  const [shown, setShown] = useState<Shown<RowOf<C>>>();
  const [taken, setTaken] = useState<typeof data>();
  const key = JSON.stringify(asked);
  // What came is taken up while rendering, before anything else of it is on show.
  if (data && !query.isPlaceholderData && (data !== taken || shown?.key !== key)) {
    setTaken(data);
    setShown(take(shown, key, data, { follows, keyOf }));
  }
  const held = shown?.key === key ? shown : undefined;

  // Without a connection nothing is asked until it is back. The rows of another page or filter are not shown for those that were asked for.
  const isWithout = query.fetchStatus === 'paused' && (data === undefined || query.isPlaceholderData);

  const goTo = (page: number, pageSize: number): void =>
    void navigate({
      to: '.',
      search: (before: Search) => {
        const next = writeListSearch(before, { page: pageSize === list.position.pageSize ? page : 1, page_size: pageSize });
        if (next['page'] === undefined) delete next[UNTIL];
        else if (follows) next[UNTIL] = momentAfter(input, timeField, data) ?? '';
        return next;
      },
    } as never);

  return {
    ...list,
    position: { ...list.position, setPage: goTo },
    query: {
      data: held?.page ?? (isWithout ? undefined : data),
      isFetching: query.isFetching,
      isError: query.isError || isWithout,
      error: query.error,
      refetch: query.refetch,
    },
    isNew: (row: RowOf<C>): boolean => held?.arrived.has(keyOf(row)) ?? false,
    /** Rows that have come since the page was fixed. */
    newer: count && count.total > 0 ? { count: count.total, exact: count.total_is_exact } : undefined,
    /** Whether the page would look different if it were asked for now. */
    changed: held?.waiting !== undefined,
    showNewer: () => goTo(1, input.page_size ?? DEFAULT_PAGE_SIZE),
    showChanged: () => setShown((before) => before && release(before)),
  };
}
