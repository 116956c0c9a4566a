import { FailedWhileOpen, lazyPart } from '@purser/ui/lazy-part';
import { PlusOutlined } from '@ant-design/icons';
import { useSearchParam } from '@purser/console-kit/search-param';
import { adjustmentExport, adjustmentQuery } from '@purser/contract/features/adjustment';
import { isEffective } from '@purser/contract/review';
import { Button } from 'antd';
import { Suspense } from 'react';
import { listsOf } from '../../shared/lists.tsx';
import type { AdjustmentRecord } from './api.ts';
import { EndButtons } from './end-buttons.tsx';
import { WithEnding } from './ending.tsx';
import styles from './adjustment.module.css';
import { TONES } from './status.tsx';
import { useT, type OwnTexts } from './texts.ts';
import { May, MayForm } from '../../shared/may.tsx';

const Body = lazyPart(async () => ({ default: (await import('./adjustment-details.tsx')).AdjustmentDetails }));
/** With the first opening of the form. */
const AdjustDrawer = lazyPart(async () => ({ default: (await import('./adjust-drawer.tsx')).AdjustDrawer }), FailedWhileOpen);

/** In the address while the form is open. */
const ADJUST = 'adjust';

const settled = ({ order_status }: AdjustmentRecord): boolean => isEffective('adjustment', order_status);

const List = listsOf<OwnTexts>().listPage(adjustmentQuery, {
  id: 'adjustment',
  title: 'menu.adjustments',
  hint: 'adjustment.hint',
  label: 'adjustment.table',
  topics: ['reviews'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.text('receipt_nickname', 'adjustment.user', { always: true }),
    c.choice('order_status', 'field.status', (value) => t(`adjustment.status.${value}`), { tones: TONES, always: true }),
    c.money('pay_amount', 'field.amount', { always: true }),
    c.choice('balance_type', 'adjustment.balanceType', (value) => t(`adjustment.balance.${value}`), { optional: true }),
    c.own('remark', 'adjustment.reason', (row) => <Reason text={row.remark} />),
    c.time('create_time', 'field.createTime'),
    c.copy('serial_number', 'field.serialNumber', { optional: true }),
    c.copy('receipt_user_id', 'adjustment.userId', { optional: true }),
    c.money('handling_fee', 'field.handlingFee', { settled, optional: true }),
    c.money('settlement_amount', 'field.settlementAmount', { settled, optional: true }),
    c.choice('order_type', 'adjustment.orderType', (value) => t(`transactionType.${value}`), { optional: true }),
    c.text('coin_name', 'field.coin', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
  ],
  search: { serial_number: 'field.serialNumber', receipt_user_id: 'adjustment.userId' },
  filters: (f, t) => [
    f.choice('order_status', 'field.status', (value) => t(`adjustment.status.${value}`)),
    f.choice('balance_type', 'adjustment.balanceType', (value) => t(`adjustment.balance.${value}`)),
    f.coin('coin_name'),
  ],
  details: { title: 'adjustment.detailTitle', find: (serial_number) => ({ serial_number }), Body },
  RowActs: ({ row }: { readonly row: AdjustmentRecord }) => <EndButtons row={row} small />,
  empty: { title: 'adjustment.emptyTitle', hint: 'adjustment.emptyHint', Action: NewAdjustment },
  exports: adjustmentExport,
  Actions: NewAdjustment,
  Extra: Adjusting,
});

export default function AdjustmentsPage() {
  return (
    <WithEnding>
      <List />
    </WithEnding>
  );
}

/** As much of it as a line holds; the rest is in the details. */
function Reason({ text }: { readonly text: string }) {
  return (
    <span className={styles.reason} title={text}>
      {text}
    </span>
  );
}

function NewAdjustment() {
  const t = useT();
  const [, setAdjust] = useSearchParam(ADJUST);
  return (
    <May permission="money.move">
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdjust('1')}>
        {t('adjustment.new')}
      </Button>
    </May>
  );
}

function Adjusting() {
  const [adjust, setAdjust] = useSearchParam(ADJUST);
  return (
    <MayForm permission="money.move">
      <Suspense>
        <AdjustDrawer open={adjust !== undefined} onClose={() => setAdjust(undefined)} />
      </Suspense>
    </MayForm>
  );
}
