import { PlusOutlined } from '@ant-design/icons';
import { Card } from '@purser/console-kit/card';
import { MOST_WEBHOOK_ENDPOINTS } from '@purser/contract/features/webhook';
import { areDeliveriesKept, DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import { formatInstant } from '@purser/ui/instant-text';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { STATE_TONES } from '../../shared/delivery-names.ts';
import { PATHS } from '../../shared/paths.ts';
import { type Endpoint, endpoints } from './api.ts';
import { AddEndpoint, ChangeEndpoint, DeleteEndpoint, RotateSecret, useDeletion, useRotation } from './endpoint-dialogs.tsx';
import { Tester } from './tester.tsx';
import { useT } from './texts.ts';
import styles from './cut-in.module.css';
import { May } from '../../shared/may.tsx';

/** The merchant's webhook endpoints, and what can be done with each. */
export function EndpointsCard() {
  const t = useT();
  const query = useQuery(endpoints);
  const [adding, setAdding] = useState(false);
  const [changed, setChanged] = useState<Endpoint>();
  const [tested, setTested] = useState<Endpoint>();
  const deletion = useDeletion();
  const rotation = useRotation();
  const list = query.data?.list ?? [];
  const add = (
    <May permission="integration.change">
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        disabled={list.length >= MOST_WEBHOOK_ENDPOINTS}
        onClick={() => setAdding(true)}
      >
        {t('cutIn.add')}
      </Button>
    </May>
  );

  return (
    <Card title={t('cutIn.endpointsTitle')} hint={t('cutIn.endpointsHint', { limit: MOST_WEBHOOK_ENDPOINTS })}>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : !query.data ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : list.length === 0 ? (
        <EmptyState title={t('cutIn.endpointsEmptyTitle')} hint={t('cutIn.endpointsEmptyHint')} action={add} />
      ) : (
        <>
          <ul className={styles.endpoints}>
            {list.map((endpoint) => (
              <li key={endpoint.endpoint_id} className={styles.endpoint}>
                <About endpoint={endpoint} />
                <div className={styles.buttons}>
                  <Button onClick={() => setTested(endpoint)}>{t('cutIn.test')}</Button>
                  <May permission="integration.change">
                    <Button onClick={() => setChanged(endpoint)}>{t('cutIn.change')}</Button>
                    <Button onClick={() => rotation.act.begin(endpoint)}>{t('cutIn.rotate')}</Button>
                    <Button danger onClick={() => deletion.begin(endpoint)}>
                      {t('cutIn.delete')}
                    </Button>
                  </May>
                </div>
              </li>
            ))}
          </ul>
          <div className={styles.buttons}>{add}</div>
        </>
      )}
      <AddEndpoint open={adding} onClose={() => setAdding(false)} />
      {changed && <ChangeEndpoint key={changed.endpoint_id} held={changed} onClose={() => setChanged(undefined)} />}
      {tested && <Tester key={tested.endpoint_id} endpoint={tested} onClose={() => setTested(undefined)} />}
      <RotateSecret rotation={rotation} />
      <DeleteEndpoint deletion={deletion} />
    </Card>
  );
}

function About({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useT();
  const { endpoint_id, name, address, events, is_on, create_time, waiting, last_delivery: last, previous_secret_until: until } = endpoint;
  return (
    <>
      <div className={styles.endpointHead}>
        {name !== '' && <strong>{name}</strong>}
        <StatusTag tone={is_on ? 'success' : 'neutral'}>{is_on ? t('cutIn.isOn') : t('cutIn.isOff')}</StatusTag>
      </div>
      <span className={styles.address}>{address}</span>
      <div className={styles.facts}>
        <span>{events === null ? t('cutIn.eventsEvery') : t('cutIn.eventsCount', { count: events.length })}</span>
        {waiting > 0 && <span>{t('cutIn.waiting', { count: waiting >= 1000 ? '1000+' : waiting })}</span>}
        {last === null ? (
          <span>{areDeliveriesKept(create_time) ? t('cutIn.neverSent') : t('cutIn.notSentLately', { days: DELIVERY_KEPT_DAYS })}</span>
        ) : (
          <span>
            {t('cutIn.lastDelivery')}: {formatInstant(last.create_time)}{' '}
            <StatusTag tone={STATE_TONES[last.state]}>{t(`apiDeliveries.state.${last.state}`)}</StatusTag>
          </span>
        )}
        {last !== null && (
          <Link to={PATHS.cutIn} search={{ endpoint_id } as never} className={styles.deliveries ?? ''}>
            {t('cutIn.deliveries')}
          </Link>
        )}
        {until !== null && <span>{t('cutIn.previousUntil', { time: formatInstant(until) })}</span>}
      </div>
    </>
  );
}
