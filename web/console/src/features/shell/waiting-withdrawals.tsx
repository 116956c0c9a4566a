import { CountBadge } from '@purser/ui/count-badge';
import { useQuery } from '@tanstack/react-query';
import { waitingWithdrawals } from '../../shared/waiting.ts';

/** How many withdrawals wait for the merchant's review, behind the menu's entry. */
export default function WaitingWithdrawals() {
  const { data } = useQuery(waitingWithdrawals);
  return <CountBadge count={data?.total ?? 0} what="waiting" />;
}
