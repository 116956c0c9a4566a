import { callQuery } from '@purser/console-kit/query';
import { chainDepositQuery, queueQuery } from '@purser/contract/staff-first-pages';
import { CountBadge } from '@purser/ui/count-badge';
import { useQuery } from '@tanstack/react-query';
import { HELD_DEPOSITS } from './usual-views.ts';

/** Others submit and decide too, and the watcher holds and credits: what waits is asked again by itself. */
const REFETCHED = { refetchInterval: 15_000 };
const waiting = { ...callQuery(queueQuery, { page_size: 1 }, ['review', 'identity', 'approval']), ...REFETCHED };
const held = { ...callQuery(chainDepositQuery, { ...HELD_DEPOSITS, page_size: 1 }, ['review']), ...REFETCHED };

/** How much waits for staff, of all that the role is told of. */
export function ReviewsBadge() {
  const { data } = useQuery(waiting);
  return <CountBadge count={data?.total ?? 0} what="waiting" />;
}

/** How many deposits are held and wait for staff. */
export function DepositsBadge() {
  const { data } = useQuery(held);
  return <CountBadge count={data?.total ?? 0} what="waiting" />;
}
