import { useT } from '@purser/console-kit/i18n';
import { callQuery } from '@purser/console-kit/query';
import { quickRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { Bones } from '@purser/ui/bones';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PATHS } from '../../shared/paths.ts';

/** Numbers of recharges begin alike: one that is not among those told by hand may have arrived at an address of the merchant's own. */
export function ToQuickRecharge({ opened }: { readonly opened: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { data, error, isError, isFetching, refetch } = useQuery(callQuery(quickRechargeQuery, { order_no: opened }, ['reviews']));
  const isQuick = data !== undefined && data.list.length > 0;
  useEffect(() => {
    if (isQuick) void navigate({ to: PATHS.quickRecharge, search: { open: opened }, replace: true } as never);
  }, [isQuick, navigate, opened]);
  if (data && !isQuick) return <EmptyState title={t('list.notFoundTitle')} hint={t('list.notFoundHint')} />;
  if (!data && isError) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return <Bones lines={8} />;
}
