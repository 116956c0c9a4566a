import { callQuery } from '@purser/console-kit/query';
import { promisedTimeQuery } from '@purser/contract/features/promised-time';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import { PromisesForm } from './promises-form.tsx';
import { useT } from './texts.ts';

const promisedTimes = callQuery(promisedTimeQuery, {}, ['system']);

/** Within what time what waits is promised to be dealt with. */
export default function PromisedTimesPage() {
  const t = useT();
  const changes = useAllowed()('system.change');
  const { data, error, isError, isFetching, refetch } = useQuery(promisedTimes);
  return (
    <>
      <PageHead title={t('menu.promisedTime')} hint={t('promised.hint')} />
      {data ? (
        <PromisesForm key={data.revision} kept={data} changes={changes} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}
