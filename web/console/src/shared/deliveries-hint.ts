import { areDeliveriesKept, DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import type { T } from './i18n.tsx';

interface Known {
  /** How many deliveries of the record there are. */
  readonly count: number;
  /** When the record was made. */
  readonly since: string;
  /** What is said of a record that nothing was told of. */
  readonly none: string | undefined;
}

/** What the list of a record's deliveries does not show by itself: that some may be gone, or that there were none. */
export function deliveriesHint(t: T, { count, since, none }: Known): string | undefined {
  if (!areDeliveriesKept(since)) return t('record.deliveriesNotKept', { days: DELIVERY_KEPT_DAYS });
  return count === 0 ? none : undefined;
}
