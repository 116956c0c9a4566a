import { lazyPart } from '@purser/ui/lazy-part';
import { userWithdrawalExport, userWithdrawalQuery } from '@purser/contract/features/user-withdrawal';
import { isEffective, MOST_DECIDED_AT_ONCE } from '@purser/contract/review';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { type ListPageOptions, listsOf } from '../../shared/lists.tsx';
import { MayOpen, useMay } from '../../shared/may.tsx';
import { PATHS } from '../../shared/paths.ts';
import type { WithdrawalRecord } from './api.ts';
import { DecideButtons } from './decide-buttons.tsx';
import { isWaiting, WithDeciding } from './deciding.tsx';
import styles from './user-withdrawal.module.css';
import { TONES } from './status.tsx';
import { useT, type OwnTexts } from './texts.ts';

const Body = lazyPart(async () => ({ default: (await import('./withdrawal-details.tsx')).WithdrawalDetails }));

const settled = ({ order_status }: WithdrawalRecord): boolean => isEffective('user_withdrawal', order_status);

const WITHDRAWALS: ListPageOptions<typeof userWithdrawalQuery, OwnTexts> = {
  id: 'user-withdrawal',
  title: 'menu.userWithdrawals',
  hint: 'withdrawal.hint',
  label: 'withdrawal.table',
  topics: ['reviews'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.copy('order_id', 'field.orderId', { always: true }),
    c.choice('order_status', 'field.status', (value) => t(`withdrawal.status.${value}`), { tones: TONES, always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.money('handling_fee', 'field.handlingFee', { settled }),
    c.money('settlement_amount', 'field.settlementAmount', { settled }),
    c.text('nick', 'withdrawal.user'),
    c.time('create_time', 'field.createTime'),
    c.copy('serial_number', 'field.serialNumber', { optional: true }),
    c.choice('order_type', 'withdrawal.orderType', (value) => t(`withdrawal.type.${value}`), { optional: true }),
    c.copy('payment_id', 'withdrawal.paymentId', { optional: true }),
    c.text('external_account', 'withdrawal.externalAccount', { optional: true }),
    c.choice('review_mode', 'withdrawal.mode', (value) => t(`withdrawal.mode.${value}`), { optional: true }),
    c.text('audit', 'withdrawal.audit', { optional: true }),
    c.text('remark', 'withdrawal.remark', { optional: true }),
    c.text('coin_name', 'field.coin', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
  ],
  search: {
    order_id: 'field.orderId',
    serial_number: 'field.serialNumber',
    payment_id: 'withdrawal.paymentId',
    external_account: 'withdrawal.externalAccount',
  },
  filters: (f, t) => [
    f.choice('order_status', 'field.status', (value) => t(`withdrawal.status.${value}`)),
    f.coin('coin_name'),
    f.choice('review_mode', 'withdrawal.mode', (value) => t(`withdrawal.mode.${value}`)),
  ],
  details: { title: 'withdrawal.detailTitle', find: (serial_number) => ({ serial_number }), Body },
  empty: { title: 'withdrawal.emptyTitle', hint: 'withdrawal.emptyHint', Action: ToApi },
  exports: userWithdrawalExport,
  Actions: ToQuota,
};

const { listPage } = listsOf<OwnTexts>();
const List = listPage(userWithdrawalQuery, WITHDRAWALS);
const ListToDecide = listPage(userWithdrawalQuery, {
  ...WITHDRAWALS,
  selection: {
    allows: isWaiting,
    nameOf: (row) => row.order_id,
    most: MOST_DECIDED_AT_ONCE,
    Acts: ({ rows }) => <DecideButtons withdrawals={rows} />,
  },
  RowActs,
});

export default function UserWithdrawalsPage() {
  const may = useMay();
  return <WithDeciding>{may('order.decide') ? <ListToDecide /> : <List />}</WithDeciding>;
}

function RowActs({ row }: { readonly row: WithdrawalRecord }) {
  if (!isWaiting(row)) return null;
  return (
    <span className={styles.rowActs}>
      <DecideButtons withdrawals={[row]} small />
    </span>
  );
}

function ToQuota() {
  const t = useT();
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: PATHS.withdrawalQuota } as never)}>{t('menu.withdrawalQuota')}</Button>;
}

function ToApi() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <MayOpen to={PATHS.apiManagement}>
      <Button type="primary" onClick={() => void navigate({ to: PATHS.apiManagement } as never)}>
        {t('menu.apiManagement')}
      </Button>
    </MayOpen>
  );
}
