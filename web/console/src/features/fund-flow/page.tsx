import { assetFlowExport, assetFlowQuery } from '@purser/contract/features/fund-flow';
import { Money } from '@purser/ui/money';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { listsOf } from '../../shared/lists.tsx';
import { PATHS } from '../../shared/paths.ts';
import { type OwnTexts, useT } from './texts.ts';
import { flowKey } from './flow-key.ts';
import { FlowStats } from './flow-stats.tsx';
import styles from './fund-flow.module.css';

/** The way to a month as a whole. */
function ToStatements() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button type="link" className={styles.toStatements} onClick={() => void navigate({ to: PATHS.statements } as never)}>
      {t('fundFlow.statements')}
    </Button>
  );
}

/** Fund flow: the merchant's ledger entries, their sums, and the file of them. */
export default listsOf<OwnTexts>().listPage(assetFlowQuery, {
  id: 'fund-flow',
  title: 'menu.fundFlow',
  hint: 'fundFlow.hint',
  label: 'menu.fundFlow',
  topics: ['balances'],
  rowKey: flowKey,
  columns: (c, t) => [
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.choice('transaction_type', 'field.type', (value) => t(`transactionType.${value}`)),
    c.money('transaction_number', 'field.change', { signed: true, always: true }),
    c.own(
      'charge',
      'field.charge',
      // A transfer's fee is taken from what arrives.
      (row) =>
        row.transaction_type === 'transfer' && row.transaction_number.startsWith('-') ? (
          t('fundFlow.chargedToRecipient')
        ) : (
          <Money amount={row.charge} coin={row.coin_name} />
        ),
      { align: 'end' },
    ),
    c.money('available_before_number', 'fundFlow.availableBefore'),
    c.money('available_after_number', 'field.availableAfter'),
    c.time('time', 'field.time', { always: true }),
    c.money('frozen_before_number', 'fundFlow.frozenBefore', { optional: true }),
    c.money('frozen_after_number', 'fundFlow.frozenAfter', { optional: true }),
    c.money('pending_before_number', 'fundFlow.pendingBefore', { optional: true }),
    c.money('pending_after_number', 'fundFlow.pendingAfter', { optional: true }),
    c.text('coin_name', 'field.coin', { optional: true }),
    c.text('merchant_name', 'field.merchantName', { optional: true }),
    c.copy('merchant_id', 'field.merchantId', { optional: true }),
  ],
  search: { serial_number: 'field.serialNumber' },
  filters: (f, t) => [f.coin('coin_name'), f.choice('transaction_type', 'field.type', (value) => t(`transactionType.${value}`))],
  details: { title: 'fundFlow.detailTitle', find: (key) => ({ serial_number: key.split(' ')[0] }) },
  empty: { title: 'fundFlow.emptyTitle', hint: 'fundFlow.emptyHint' },
  exports: assetFlowExport,
  Sums: FlowStats,
  Actions: ToStatements,
});
