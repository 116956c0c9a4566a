import { CopyText } from '@purser/ui/copy-text';
import type { Column } from '@purser/ui/data-table-types';
import { Money } from '@purser/ui/money';
import { formatInstant } from '../../shared/format.ts';
import type { T } from '../../shared/i18n.tsx';
import type { FlowRow } from './api.ts';

type MoneyField = Extract<keyof FlowRow, `${string}_number`> & `${'available' | 'frozen' | 'pending'}_${string}`;

export function columnsOf(t: T): readonly Column<FlowRow>[] {
  const balance = (key: MoneyField, title: string, optional = false): Column<FlowRow> => ({
    key,
    title,
    align: 'end',
    optional,
    render: (row) => <Money amount={row[key]} coin={row.coin_name} />,
  });
  return [
    { key: 'time', title: t('field.time'), sortable: true, always: true, render: (row) => formatInstant(row.time) },
    {
      key: 'serial_number',
      title: t('field.serialNumber'),
      render: (row) => <CopyText text={row.serial_number} what={t('field.serialNumber')} />,
    },
    { key: 'transaction_type', title: t('field.type'), render: (row) => t(`transactionType.${row.transaction_type}`) },
    {
      key: 'transaction_number',
      title: t('fundFlow.change'),
      align: 'end',
      always: true,
      render: (row) => <Money amount={row.transaction_number} coin={row.coin_name} signed />,
    },
    {
      key: 'charge',
      title: t('fundFlow.charge'),
      align: 'end',
      // A transfer's fee is taken from what arrives.
      render: (row) =>
        row.transaction_type === 'transfer' && row.transaction_number.startsWith('-') ? (
          t('fundFlow.chargedToRecipient')
        ) : (
          <Money amount={row.charge} coin={row.coin_name} />
        ),
    },
    balance('available_before_number', t('fundFlow.availableBefore')),
    balance('available_after_number', t('fundFlow.availableAfter')),
    balance('frozen_before_number', t('fundFlow.frozenBefore'), true),
    balance('frozen_after_number', t('fundFlow.frozenAfter'), true),
    balance('pending_before_number', t('fundFlow.pendingBefore'), true),
    balance('pending_after_number', t('fundFlow.pendingAfter'), true),
    { key: 'coin_name', title: t('field.coin'), optional: true, render: (row) => row.coin_name },
    { key: 'merchant_name', title: t('field.merchantName'), optional: true, render: (row) => row.merchant_name },
    {
      key: 'merchant_id',
      title: t('field.merchantId'),
      optional: true,
      render: (row) => <CopyText text={row.merchant_id} what={t('field.merchantId')} />,
    },
  ];
}
