import { callQuery } from '@purser/console-kit/query';
import { queueQuery } from '@purser/contract/staff-first-pages';
import { CountBadge } from '@purser/ui/count-badge';
import { useQuery } from '@tanstack/react-query';

/** Others submit and decide too: it is asked again by itself. */
const waiting = { ...callQuery(queueQuery, { page_size: 1 }, ['review', 'identity', 'approval']), refetchInterval: 15_000 };

/** How much waits for staff, of all that the role is told of. */
export function ReviewsBadge() {
  const { data } = useQuery(waiting);
  return <CountBadge count={data?.total ?? 0} what="waiting" />;
}
