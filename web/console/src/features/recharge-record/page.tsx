import { DataTable } from '@purser/ui/data-table';
import { PageHead } from '@purser/ui/page-head';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useT } from '../../shared/i18n.tsx';
import { formatNumber } from '../../shared/format.ts';
import { PATHS } from '../../shared/paths.ts';
import { useSearchParam } from '../../shared/search-param.ts';
import type { Order } from './api.ts';
import { orderColumns } from './columns.tsx';
import { OrderFilters } from './filters.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import styles from './recharge-record.module.css';
import { useOrders } from './use-orders.ts';

/** In the address: the serial number of the order whose details are open. */
const ORDER = 'order';

export default function RechargeRecordPage() {
  const t = useT();
  const state = useOrders();
  const phone = useMedia(PHONE);
  const columns = useMemo(() => orderColumns(t, phone), [t, phone]);
  const [opened, setOpened] = useSearchParam(ORDER);
  const details = (row: Order) => (
    <Button size="small" aria-label={t('rechargeRecord.detailsOf', { order: row.order_id })} onClick={() => setOpened(row.serial_number)}>
      {t('rechargeRecord.details')}
    </Button>
  );

  return (
    <>
      <PageHead title={t('menu.rechargeRecord')} hint={t('rechargeRecord.hint')} />
      <OrderFilters list={state.list} />
      <DataTable
        id="recharge-record"
        label={t('rechargeRecord.table')}
        columns={columns}
        rowKey={(row) => row.serial_number}
        isNew={(row) => state.isNew(row.serial_number)}
        rowActions={details}
        query={state.query}
        position={state.position}
        toolbar={<Notices state={state} />}
        empty={{ title: t('rechargeRecord.emptyTitle'), hint: t('rechargeRecord.emptyHint'), action: <SetUp /> }}
      />
      <OrderDrawer
        serialNumber={opened}
        known={state.query.data?.list.find((row) => row.serial_number === opened)}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}

/** What has happened meanwhile, where showing it at once would move the rows under the reader's eyes. */
function Notices({ state }: { readonly state: ReturnType<typeof useOrders> }) {
  const t = useT();
  const { newer, changed } = state;
  const count = newer && formatNumber(newer.count);
  return (
    <output className={styles['notices']}>
      {newer && count !== undefined && (
        <span className={styles['notice']}>
          {newer.exact ? t('rechargeRecord.newOrders', { count }) : t('rechargeRecord.newOrdersMany', { count })}
          <Button size="small" type="link" onClick={state.showNewer}>
            {t('rechargeRecord.showNew')}
          </Button>
        </span>
      )}
      {changed && (
        <span className={styles['notice']}>
          {t('rechargeRecord.changed')}
          <Button size="small" type="link" onClick={state.showChanged}>
            {t('rechargeRecord.showChanged')}
          </Button>
        </span>
      )}
    </output>
  );
}

function SetUp() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate({ to: PATHS.apiManagement } as never)}>
      {t('rechargeRecord.emptyAction')}
    </Button>
  );
}
