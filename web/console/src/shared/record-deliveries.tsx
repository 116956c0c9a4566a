import type { Topic } from '@purser/console-kit/query';
import { DetailsPart } from '@purser/ui/details';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useQuery } from '@tanstack/react-query';
import { deliveriesHint } from './deliveries-hint.ts';
import { useT } from './i18n.tsx';
import { deliveriesOf } from './record-api.ts';
import { Told } from './record-told.tsx';
import styles from './record.module.css';

interface RecordDeliveriesProps {
  readonly title: string;
  readonly serialNumber: string;
  /** When the record was made. */
  readonly since: string;
  /** What changes when records of its kind do. */
  readonly topic: Topic;
  /** Where the merchant's system was told nothing: why. Without it there is nothing to tell of. */
  readonly none?: string | undefined;
}

/** How the merchant's system was told of a record: a part of its details. */
export function RecordDeliveries({ title, serialNumber, since, topic, none }: RecordDeliveriesProps) {
  const t = useT();
  const { data, isError, isFetching } = useQuery(deliveriesOf(serialNumber, topic));
  const deliveries = data?.list ?? [];
  const failed = isError && (!data || deliveries.length === 0);
  // What is being fetched anew may have become more.
  const isNone = deliveries.length === 0 && !isFetching;
  const hint = data && !isError ? deliveriesHint(t, { count: deliveries.length, since, none: isNone ? none : undefined }) : undefined;
  if (deliveries.length === 0 && !failed && hint === undefined) return null;
  return (
    <DetailsPart title={title}>
      <Timeline>
        {deliveries.map((delivery) => (
          <TimelineStep key={delivery.delivery_id} tone={delivery.state === 'failed' ? 'danger' : undefined} time={delivery.create_time}>
            <Told delivery={delivery} />
          </TimelineStep>
        ))}
      </Timeline>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {failed && (
        <p className={styles.hint} role="alert">
          {t('record.deliveriesFailed')}
        </p>
      )}
    </DetailsPart>
  );
}
