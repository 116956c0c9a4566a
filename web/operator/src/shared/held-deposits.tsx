import { callQuery } from '@purser/console-kit/query';
import { chainDepositQuery } from '@purser/contract/staff-first-pages';
import { CountBadge } from '@purser/ui/count-badge';
import { useQuery } from '@tanstack/react-query';

/** The usual view of what arrived on chains: what is held, the oldest first. */
export const HELD_DEPOSITS = { state: 'held', sort_order: 'asc' } as const;

/** The watcher holds and credits too: it is asked again by itself. */
const held = { ...callQuery(chainDepositQuery, { state: 'held', page_size: 1 }, ['review']), refetchInterval: 15_000 };

/** How many deposits are held. */
export function DepositsBadge() {
  const { data } = useQuery(held);
  return <CountBadge count={data?.total ?? 0} what="waiting" />;
}
