import { callQuery } from '@purser/console-kit/query';
import { reviewQuery } from '@purser/contract/features/review';
import { CountBadge } from '@purser/ui/count-badge';
import { useQuery } from '@tanstack/react-query';

/** The usual view of the orders under review: what waits for staff, the oldest first. */
export const WAITING_REVIEWS = { waits_for: 'staff', sort_order: 'asc' } as const;

/** Others submit and decide too: it is asked again by itself. */
const waiting = { ...callQuery(reviewQuery, { waits_for: 'staff', page_size: 1 }, ['review']), refetchInterval: 15_000 };

/** How many orders wait for staff. */
export function ReviewsBadge() {
  const { data } = useQuery(waiting);
  return <CountBadge count={data?.total ?? 0} what="waiting" />;
}
