import { ErrorState } from '@purser/ui/states';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RangeStats } from './api.ts';
import styles from './dashboard.module.css';
import { DaysTold } from './days-told.tsx';
import { FiguresSkeleton, LeadingFigures, OtherFigures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { RangeDays } from './last-days.tsx';
import { Products } from './products.tsx';

/** The figures of a range of days in one market. */
export default function RangeFigures({ query }: { readonly query: UseQueryResult<RangeStats> }) {
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = query;
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <FiguresSkeleton />;
  return <Told stats={data} busy={isFetching} stale={isPlaceholderData} />;
}

interface ToldProps {
  readonly stats: RangeStats;
  readonly busy: boolean;
  /** Other days', shown until these have come. */
  readonly stale: boolean;
}

function Told({ stats, busy, stale }: ToldProps) {
  const compared = {
    now: stats.range,
    past: stats.before,
    coin: stats.coin_name,
    isToday: false,
    payersEstimated: stats.payers_estimated,
  };
  return (
    <div className={stale ? styles.stale : undefined} aria-busy={busy}>
      <DaysTold told={stats} />
      <Hero stats={stats}>
        <RangeDays unit={stats.unit} coin={stats.coin_name} days={stats.days} />
      </Hero>
      <LeadingFigures {...compared} />
      <div className={styles.lower}>
        <Products stats={stats} />
        <OtherFigures {...compared} />
      </div>
    </div>
  );
}
