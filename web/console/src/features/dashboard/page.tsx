import { PageHead } from '@purser/ui/page-head';
import { Segmented } from '@purser/ui/segmented';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { useT } from './texts.ts';
import { readStored, store } from '../../shared/storage.ts';
import { type Stats, statsOf } from './api.ts';
import styles from './dashboard.module.css';
import { Figures, FiguresSkeleton, OtherFigures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { Setup } from './setup.tsx';

/** It comes after the figures. */
const Waiting = lazy(() => import('./waiting.tsx'));

/** Today's figures of one market against yesterday's, and its last 30 days. */
export default function DashboardPage() {
  const t = useT();
  const account = useQuery(ownAccount);
  const search = useSearch({ strict: false }) as { market?: string };
  const markets = account.data?.own?.markets ?? [];
  // What the address says, or what was looked at last; else the server knows where money came in last.
  const wanted = [search.market, readStored('purser.market')].flatMap((named) => markets.filter((one) => one === named))[0];
  const stats = useQuery({ ...statsOf(wanted), enabled: markets.length > 0 });

  return (
    <>
      <PageHead
        title={t('menu.dashboard')}
        hint={t('dashboard.hint')}
        actions={markets.length > 1 && <MarketChoice markets={markets} market={wanted ?? stats.data?.market} />}
      />
      <Setup />
      <Suspense>
        <Waiting />
      </Suspense>
      {account.isError && !account.data ? (
        <ErrorState onRetry={() => void account.refetch()} busy={account.isFetching} />
      ) : account.data && markets.length === 0 ? (
        <EmptyState title={t('dashboard.noMarketTitle')} hint={t('dashboard.noMarketHint')} />
      ) : stats.isError && !stats.data ? (
        <ErrorState onRetry={() => void stats.refetch()} busy={stats.isFetching} />
      ) : stats.data ? (
        <MarketFigures stats={stats.data} busy={stats.isFetching} stale={stats.isPlaceholderData} />
      ) : (
        <FiguresSkeleton />
      )}
    </>
  );
}

interface MarketChoiceProps {
  readonly markets: readonly string[];
  readonly market: string | undefined;
}

function MarketChoice({ markets, market }: MarketChoiceProps) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Segmented<string>
      label={t('field.market')}
      options={markets.map((one) => ({ value: one, label: one }))}
      value={market}
      onChange={(next) => {
        store('purser.market', next);
        void navigate({ to: '.', search: { market: next }, replace: true } as never);
      }}
    />
  );
}

interface MarketFiguresProps {
  readonly stats: Stats;
  readonly busy: boolean;
  /** Another market's, shown until this one's come. */
  readonly stale: boolean;
}

function MarketFigures({ stats, busy, stale }: MarketFiguresProps) {
  return (
    <div className={stale ? styles.stale : undefined} aria-busy={busy}>
      <Hero stats={stats} />
      <Figures stats={stats} />
      <div className={styles.lower}>
        <RecentOrders coin={stats.coin_name} />
        <OtherFigures stats={stats} />
      </div>
    </div>
  );
}
