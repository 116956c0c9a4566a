import type { Market } from '@purser/contract/coin';
import { PageHead } from '@purser/ui/page-head';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Segmented } from 'antd';
import { lazy, Suspense } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { useT } from '../../shared/i18n.tsx';
import { readStored, store } from '../../shared/storage.ts';
import { statsOf } from './api.ts';
import styles from './dashboard.module.css';
import { Figures, FiguresSkeleton } from './figures.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { Setup } from './setup.tsx';

const LastDays = lazy(() => import('./last-days.tsx'));

/** Today's figures of one market against yesterday's, and its last 30 days. */
export default function DashboardPage() {
  const t = useT();
  const account = useQuery(ownAccount);
  const search = useSearch({ strict: false }) as { market?: string };
  const navigate = useNavigate();
  const markets = account.data?.own?.markets ?? [];
  // The market that was looked at last, unless the address says which.
  const market = [search.market, readStored('purser.market')].flatMap((wanted) => markets.filter((one) => one === wanted))[0] ?? markets[0];

  if (account.isError && !account.data) return <ErrorState onRetry={() => void account.refetch()} busy={account.isFetching} />;
  return (
    <>
      <PageHead
        title={t('menu.dashboard')}
        hint={t('dashboard.hint')}
        actions={
          markets.length > 1 && (
            <Segmented<Market>
              aria-label={t('field.market')}
              options={[...markets]}
              value={market}
              onChange={(next) => {
                store('purser.market', next);
                void navigate({ to: '.', search: { market: next }, replace: true } as never);
              }}
            />
          )
        }
      />
      <Setup />
      {market ? (
        <MarketFigures market={market} />
      ) : account.data ? (
        <EmptyState title={t('dashboard.noMarketTitle')} hint={t('dashboard.noMarketHint')} />
      ) : (
        <FiguresSkeleton />
      )}
    </>
  );
}

function MarketFigures({ market }: { readonly market: Market }) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(statsOf(market));
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <FiguresSkeleton />;
  return (
    <div className={isPlaceholderData ? styles['stale'] : undefined} aria-busy={isFetching}>
      <Figures stats={data} />
      <div className={styles['lower']}>
        <Suspense fallback={<div className={styles['chartHole']} />}>
          <LastDays coin={data.coin_name} days={data.days} />
        </Suspense>
        <RecentOrders coin={data.coin_name} />
      </div>
    </div>
  );
}
