import { ErrorState } from '@purser/ui/states';
import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';

/** What a query found, once it has. */
export function Found<Data>({ query, children }: { readonly query: UseQueryResult<Data>; readonly children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
}
