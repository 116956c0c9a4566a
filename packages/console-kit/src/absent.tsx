import { Bones } from '@purser/ui/bones';
import { EmptyState, ErrorState } from '@purser/ui/states';
import type { UseQueryResult } from '@tanstack/react-query';
import { useT } from './i18n.tsx';

interface AbsentProps {
  /** What it would be in. */
  readonly query: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'isError' | 'isPending' | 'isFetching' | 'refetch'>;
}

/** In the place of one that was opened and is not there: it is still asked for, or could not be, or there is none. */
export function Absent({ query }: AbsentProps) {
  const t = useT();
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  // Without a connection it waits for one; what is never asked for rests.
  if (query.isPending && query.fetchStatus !== 'idle') return <Bones lines={8} />;
  return <EmptyState title={t('list.notFoundTitle')} hint={t('list.notFoundHint')} />;
}
