import { callQuery } from '@purser/console-kit/query';
import { chainDepositQuery } from '@purser/contract/staff-first-pages';
import { CountBadge } from '@purser/ui/count-badge';
import { useQuery } from '@tanstack/react-query';

/** The watcher holds and credits too: it is asked again by itself. */
const held = { ...callQuery(chainDepositQuery, { waits_for: 'staff', page_size: 1 }, ['review']), refetchInterval: 15_000 };

/** How many deposits are held and wait for staff. */
export function DepositsBadge() {
  const { data } = useQuery(held);
  return <CountBadge count={data?.total ?? 0} what="waiting" />;
}
