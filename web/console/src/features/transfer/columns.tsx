import { CopyText } from '@purser/ui/copy-text';
import type { Column } from '@purser/ui/data-table-types';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { formatInstant } from '../../shared/format.ts';
import type { T } from '../../shared/i18n.tsx';
import type { TransferRecord } from './api.ts';
import { Party } from './party.tsx';

/** The merchant on the other side of a transfer. */
function counterparty(row: TransferRecord): { readonly id: number; readonly name: string } {
  return row.transfer_type === 'transfer'
    ? { id: row.receipt_merchant_id, name: row.receipt_merchant_name }
    : { id: row.payment_merchant_id, name: row.payment_merchant_name };
}

export function transferColumns(t: T): Column<TransferRecord>[] {
  const money = (row: TransferRecord, amount: string) => <Money amount={amount} coin={row.coin_name} />;
  return [
    { key: 'create_time', title: t('field.time'), sortable: true, render: (row) => formatInstant(row.create_time) },
    {
      key: 'serial_number',
      title: t('field.serialNumber'),
      always: true,
      render: (row) => <CopyText text={row.serial_number} what={t('field.serialNumber')} />,
    },
    {
      key: 'transfer_type',
      title: t('transfer.direction'),
      render: (row) => (
        <StatusTag tone={row.transfer_type === 'receive' ? 'success' : 'info'}>{t(`transfer.type.${row.transfer_type}`)}</StatusTag>
      ),
    },
    { key: 'counterparty', title: t('transfer.counterparty'), render: (row) => <Party {...counterparty(row)} /> },
    {
      key: 'transfer_amount',
      title: t('field.amount'),
      align: 'end',
      sortable: true,
      always: true,
      render: (row) => money(row, row.transfer_amount),
    },
    { key: 'transfer_fee', title: t('transfer.fee'), align: 'end', render: (row) => money(row, row.transfer_fee) },
    {
      key: 'internal_transfer_fee',
      title: t('transfer.internalFee'),
      align: 'end',
      optional: true,
      render: (row) => money(row, row.internal_transfer_fee),
    },
    { key: 'settlement_amount', title: t('field.settlementAmount'), align: 'end', render: (row) => money(row, row.settlement_amount) },
    {
      key: 'transfer_status',
      title: t('field.status'),
      render: (row) => <StatusTag tone="success">{t(`transfer.status.${row.transfer_status}`)}</StatusTag>,
    },
    { key: 'remark', title: t('field.remark'), render: (row) => <Remark text={row.remark} /> },
    ...optionalColumns(t),
  ];
}

/** Both sides with their addresses, for whoever compares records with another merchant. */
function optionalColumns(t: T): Column<TransferRecord>[] {
  return [
    {
      key: 'payment_merchant_id',
      title: t('transfer.payer'),
      optional: true,
      render: (row) => <Party id={row.payment_merchant_id} name={row.payment_merchant_name} />,
    },
    {
      key: 'payment_address',
      title: t('transfer.payerAddress'),
      optional: true,
      render: (row) => <CopyText text={row.payment_address} what={t('transfer.payerAddress')} />,
    },
    {
      key: 'receipt_merchant_id',
      title: t('transfer.recipient'),
      optional: true,
      render: (row) => <Party id={row.receipt_merchant_id} name={row.receipt_merchant_name} />,
    },
    {
      key: 'receipt_address',
      title: t('transfer.recipientAddress'),
      optional: true,
      render: (row) => <CopyText text={row.receipt_address} what={t('transfer.recipientAddress')} />,
    },
  ];
}

/** A remark may be long; the whole of it stays within reach. */
function Remark({ text }: { readonly text: string }) {
  if (text === '') return '–';
  return (
    <span
      title={text}
      style={{ display: 'inline-block', maxWidth: '28ch', overflow: 'hidden', textOverflow: 'ellipsis', verticalAlign: 'bottom' }}
    >
      {text}
    </span>
  );
}
