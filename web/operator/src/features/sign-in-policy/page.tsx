import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import { policy } from './api.ts';
import { PolicyForm } from './policy-form.tsx';
import { useT } from './texts.ts';

/** How people sign in, and what is asked of them first. */
export default function SignInPolicyPage() {
  const t = useT();
  const changes = useAllowed()('system.change');
  const { data, error, isError, isFetching, refetch } = useQuery(policy);
  return (
    <>
      <PageHead title={t('menu.signInPolicy')} hint={t('signInPolicy.hint')} />
      {data ? (
        <PolicyForm key={data.revision} kept={data} changes={changes} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}
