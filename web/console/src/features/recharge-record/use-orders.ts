import { chargeRecordQuery } from '@purser/contract/features/recharge-record';
import { DEFAULT_PAGE_SIZE } from '@purser/contract/list-call';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { writeListSearch, type Search } from '../../shared/list-search.ts';
import { useListState } from '../../shared/list-state.ts';
import { useSearchParam } from '../../shared/search-param.ts';
import { orders } from './api.ts';
import { inputAt, inputSince, momentAfter, release, take, type Shown } from './steady-page.ts';

/** In the address: the moment at which a later page holds the list. */
const UNTIL = 'until';

/** The list of orders, live on its first page and steady on the others. */
export function useOrders() {
  const list = useListState(chargeRecordQuery);
  const navigate = useNavigate();
  const [until] = useSearchParam(UNTIL);
  const { input } = list;
  const follows = (input.page ?? 1) === 1;
  const asked = inputAt(input, until);
  const query = useQuery(orders(asked));
  const since = inputSince(input, until);
  const newer = useQuery({ ...orders(since ?? {}), enabled: since !== undefined, placeholderData: undefined });

  const [shown, setShown] = useState<Shown>();
  const [taken, setTaken] = useState<typeof query.data>();
  const key = JSON.stringify(asked);
  // What came is taken up while rendering, before anything else of it is on show.
  if (query.data && !query.isPlaceholderData && (query.data !== taken || shown?.key !== key)) {
    setTaken(query.data);
    setShown(take(shown, key, query.data, follows));
  }
  const held = shown?.key === key ? shown : undefined;

  const goTo = (page: number, pageSize: number): void =>
    void navigate({
      to: '.',
      search: (before: Search) => {
        const next = writeListSearch(before, { page: pageSize === list.position.pageSize ? page : 1, page_size: pageSize });
        if (next['page'] === undefined) delete next[UNTIL];
        else if (follows) next[UNTIL] = momentAfter(input, query.data) ?? '';
        return next;
      },
    } as never);

  return {
    list,
    position: { ...list.position, setPage: goTo },
    query: { ...query, data: held?.page ?? query.data },
    isNew: (serialNumber: string): boolean => held?.arrived.has(serialNumber) ?? false,
    /** Orders that have come since the page was fixed. */
    newer: since && newer.data && newer.data.total > 0 ? { count: newer.data.total, exact: newer.data.total_is_exact } : undefined,
    /** Whether the page would look different if it were asked for now. */
    changed: held?.waiting !== undefined,
    showNewer: () => goTo(1, input.page_size ?? DEFAULT_PAGE_SIZE),
    showChanged: () => setShown((before) => before && release(before)),
  };
}
