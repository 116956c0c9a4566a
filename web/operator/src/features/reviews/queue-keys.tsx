import { useSteadyList } from '@purser/console-kit/list/use-steady-list';
import { useSearchParam } from '@purser/console-kit/search-param';
import { reviewQuery } from '@purser/contract/features/review';
import { useQueueKeys } from '../../shared/use-queue-keys.ts';
import { keyOf } from './api.ts';
import { useDecideOffered } from './deciding.tsx';

/** Works through the page's rows by keyboard: j and k open, a approves and r rejects what is open or selected. */
export function QueueKeys() {
  const { query } = useSteadyList(reviewQuery, ['review'], keyOf);
  const [opened, setOpened] = useSearchParam('open');
  const decideOffered = useDecideOffered();
  useQueueKeys({
    keys: query.data?.list.map(keyOf) ?? [],
    opened,
    open: setOpened,
    acts: { a: () => decideOffered('approve'), r: () => decideOffered('reject') },
  });
  return null;
}
