import { answeredAs } from '@purser/console-kit/query';
import { lazyPart } from '@purser/ui/lazy-part';
import { PageHead } from '@purser/ui/page-head';
import { Segmented } from '@purser/ui/segmented';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { useT } from './texts.ts';
import { PATHS } from '../../shared/paths.ts';
import { readStored, store } from '../../shared/storage.ts';
import { rangeOf, type Stats, statsOf } from './api.ts';
import styles from './dashboard.module.css';
import { ALL, askedOf, type DashboardSearch } from './asked.ts';
import { FiguresSkeleton, LeadingFigures, OtherFigures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { LastDays } from './last-days.tsx';
import { RangeBar } from './range-bar.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { Setup } from './setup.tsx';

/** It comes after the figures. */
const Waiting = lazyPart(() => import('./waiting.tsx'));

const RangeFigures = lazyPart(() => import('./range-figures.tsx'));
const TodaysProducts = lazyPart(() => import('./todays-products.tsx'));
const AllMarkets = lazyPart(() => import('./all-markets.tsx'));

/** Figures of one market or of all: today against yesterday with the last 30 days, or any range against another. */
export default function DashboardPage() {
  const t = useT();
  const account = useQuery(ownAccount);
  const search = useSearch({ strict: false }) as DashboardSearch;
  const navigate = useNavigate();
  const router = useRouter();
  const asked = askedOf(search);
  const markets = account.data?.own?.markets ?? [];
  // What the address says, or what was looked at last; else the server knows where money came in last, and what it said first is in the address from then on.
  const offered = markets.length > 1 ? [...markets, ALL] : markets;
  const wanted = [search.market, readStored('purser.market')].flatMap((named) => offered.filter((one) => one === named))[0];
  const isToday = asked.period === 'today' && asked.compare === 'previous' && wanted !== ALL;
  const stats = useQuery({ ...statsOf(wanted), enabled: markets.length > 0 && isToday });
  const range = useQuery({ ...rangeOf(wanted, asked), enabled: markets.length > 0 && !isToday && wanted !== ALL });
  const told = isToday ? stats : range;
  const lookAt = useCallback(
    (market: string): void =>
      void navigate({ to: '.', search: (before: DashboardSearch) => ({ ...before, market }), replace: true } as never),
    [navigate],
  );
  // An address that leads elsewhere gets no market.
  useEffect(() => {
    const { data, dataUpdatedAt, isPlaceholderData } = told;
    if (wanted !== undefined || !data || isPlaceholderData || router.latestLocation.pathname !== PATHS.dashboard) return;
    const named = isToday ? statsOf(data.market) : rangeOf(data.market, asked);
    answeredAs(named.queryKey, { data, dataUpdatedAt });
    lookAt(data.market);
  }, [asked, isToday, lookAt, router, told, wanted]);
  const choose = (market: string): void => {
    store('purser.market', market);
    lookAt(market);
  };

  return (
    <>
      <PageHead
        title={t('menu.dashboard')}
        hint={isToday ? t('dashboard.hint') : wanted === ALL ? t('dashboard.allHint') : t('dashboard.rangeHint')}
        actions={offered.length > 1 && <MarketChoice markets={offered} market={wanted ?? told.data?.market} onChoose={choose} />}
      />
      <Setup />
      <Suspense>
        <Waiting />
      </Suspense>
      {markets.length > 0 && <RangeBar asked={asked} />}
      {account.isError && !account.data ? (
        <ErrorState error={account.error} onRetry={() => void account.refetch()} busy={account.isFetching} />
      ) : account.data && markets.length === 0 ? (
        <EmptyState title={t('dashboard.noMarketTitle')} hint={t('dashboard.noMarketHint')} />
      ) : markets.length > 0 && !isToday ? (
        <Suspense fallback={<FiguresSkeleton />}>{wanted === ALL ? <AllMarkets asked={asked} /> : <RangeFigures query={range} />}</Suspense>
      ) : stats.isError && !stats.data ? (
        <ErrorState error={stats.error} onRetry={() => void stats.refetch()} busy={stats.isFetching} />
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
  readonly onChoose: (market: string) => void;
}

function MarketChoice({ markets, market, onChoose }: MarketChoiceProps) {
  const t = useT();
  return (
    <Segmented<string>
      label={t('field.market')}
      options={markets.map((one) => ({ value: one, label: one === ALL ? t('dashboard.allMarkets') : one }))}
      value={market}
      onChange={onChoose}
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
  const compared = { now: stats.today, past: stats.yesterday, coin: stats.coin_name, isToday: true };
  return (
    <div className={stale ? styles.stale : undefined} aria-busy={busy}>
      <Hero stats={stats}>
        <LastDays coin={stats.coin_name} days={stats.days} />
      </Hero>
      <LeadingFigures {...compared} />
      <div className={styles.lower}>
        <div className={styles.column}>
          <RecentOrders coin={stats.coin_name} />
          <Suspense>
            <TodaysProducts market={stats.market} />
          </Suspense>
        </div>
        <OtherFigures {...compared} />
      </div>
    </div>
  );
}
