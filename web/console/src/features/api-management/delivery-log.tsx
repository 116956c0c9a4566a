import { DELIVERY_STATES, DELIVERY_TRIED_FOR_H, EVENT_TYPES, webhookDeliveryQuery } from '@purser/contract/features/webhook';
import { DataTable } from '@purser/ui/data-table';
import { FilterBar, FilterSelect } from '@purser/ui/filter-bar';
import { FilterTimeRange } from '@purser/ui/filter-time-range';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useT } from '../../shared/i18n.tsx';
import { useListState } from '../../shared/list-state.ts';
import { deliveries, type Delivery } from './api.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { eventName } from './delivery-names.ts';
import { RedeliverButton } from './redeliver-button.tsx';
import styles from './api-management.module.css';

/** Every event sent to the merchant's system, and what became of it. */
export function DeliveryLog() {
  const t = useT();
  const { input, position, activeFilters, setFilters, clearFilters } = useListState(webhookDeliveryQuery);
  const query = useQuery(deliveries(input));
  const columns = useMemo(() => deliveryColumns(t), [t]);
  const [opened, setOpened] = useState<Delivery>();
  const [open, setOpen] = useState(false);
  const actions = (row: Delivery) => (
    <span className={styles['rowActions']}>
      <Button
        size="small"
        aria-label={t('apiDeliveries.detailsOf', { event: row.event_id })}
        onClick={() => {
          setOpened(row);
          setOpen(true);
        }}
      >
        {t('apiDeliveries.details')}
      </Button>
      <RedeliverButton delivery={row} size="small" />
    </span>
  );
  // The list is kept current by events; what is open is the list's row, as long as that is on show.
  const current = query.data?.list.find((row) => row.delivery_id === opened?.delivery_id) ?? opened;

  return (
    <section className={styles['log']} aria-labelledby="delivery-log">
      <header className={styles['logHead']}>
        <h2 id="delivery-log">{t('apiDeliveries.title')}</h2>
        <p className={styles['hint']}>{t('apiDeliveries.hint', { hours: DELIVERY_TRIED_FOR_H })}</p>
      </header>
      <FilterBar active={activeFilters} onClear={clearFilters}>
        <FilterSelect
          label={t('field.status')}
          value={input.state}
          options={DELIVERY_STATES.map((value) => ({ value, label: t(`apiDeliveries.state.${value}`) }))}
          onChange={(state) => setFilters({ state })}
        />
        <FilterSelect
          label={t('apiDeliveries.event')}
          value={input.event_type}
          options={EVENT_TYPES.map((value) => ({ value, label: eventName(value, t) }))}
          onChange={(event_type) => setFilters({ event_type })}
        />
        <FilterTimeRange
          label={t('field.time')}
          from={input.time_from}
          to={input.time_to}
          onChange={(time_from, time_to) => setFilters({ time_from, time_to })}
        />
      </FilterBar>
      <DataTable
        id="webhook-deliveries"
        label={t('apiDeliveries.table')}
        columns={columns}
        rowKey={(row) => row.delivery_id}
        rowActions={actions}
        query={query}
        position={position}
        empty={{ title: t('apiDeliveries.emptyTitle'), hint: t('apiDeliveries.emptyHint') }}
      />
      <DeliveryDrawer open={open} delivery={current} onClose={() => setOpen(false)} />
    </section>
  );
}
