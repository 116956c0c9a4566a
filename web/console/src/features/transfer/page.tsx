import { SwapOutlined } from '@ant-design/icons';
import { transferExport, transferQuery } from '@purser/contract/features/transfer';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useT, type OwnTexts } from './texts.ts';
import { listsOf } from '../../shared/lists.tsx';
import { PATHS } from '../../shared/paths.ts';
import { useSearchParam } from '@purser/console-kit/search-param';
import type { TransferRecord } from './api.ts';
import { Remark } from './remark.tsx';
import { TransferDrawer } from './transfer-drawer.tsx';
import { May, MayForm } from '../../shared/may.tsx';

/** In the address: the coin to send, or `1` for none in particular, while the form is open. */
const SEND = 'send';

export default listsOf<OwnTexts>().listPage(transferQuery, {
  id: 'transfer',
  title: 'menu.transfer',
  hint: 'transfer.hint',
  label: 'transfer.table',
  topics: ['transfers'],
  rowKey: (row) => row.serial_number,
  columns: (c, t) => [
    c.own('counterparty', 'transfer.counterparty', (row) => otherName(row), { always: true }),
    c.choice('transfer_type', 'transfer.direction', (value) => t(`transfer.type.${value}`), {
      tones: { transfer: 'info', receive: 'success' },
    }),
    c.money('transfer_amount', 'field.amount', { always: true }),
    c.money('transfer_fee', 'transfer.fee'),
    c.money('settlement_amount', 'field.settlementAmount'),
    c.own('remark', 'field.remark', (row) => <Remark text={row.remark} />),
    c.copy('serial_number', 'field.serialNumber', { always: true }),
    c.time('create_time', 'field.time'),
    c.choice('transfer_status', 'field.status', (value) => t(`transfer.status.${value}`), {
      tones: { completed: 'success' },
      optional: true,
    }),
    c.text('coin_name', 'field.coin', { optional: true }),
    c.money('internal_transfer_fee', 'transfer.internalFee', { optional: true }),
    // Both sides with their addresses, for whoever compares records with another merchant.
    c.text('payment_merchant_name', 'transfer.payer', { optional: true }),
    c.copy('payment_merchant_id', 'transfer.payerId', { optional: true }),
    c.copy('payment_address', 'transfer.payerAddress', { optional: true }),
    c.text('receipt_merchant_name', 'transfer.recipient', { optional: true }),
    c.copy('receipt_merchant_id', 'transfer.recipientId', { optional: true }),
    c.copy('receipt_address', 'transfer.recipientAddress', { optional: true }),
  ],
  search: { serial_number: 'field.serialNumber', merchant_id: 'transfer.counterpartyId' },
  filters: (f, t) => [f.coin('coin_name'), f.choice('transfer_type', 'transfer.direction', (value) => t(`transfer.type.${value}`))],
  details: { title: 'transfer.detailTitle', find: (serial_number) => ({ serial_number }) },
  empty: { title: 'transfer.emptyTitle', hint: 'transfer.emptyHint', Action: NewTransfer },
  exports: transferExport,
  Actions: () => (
    <>
      <Receive />
      <NewTransfer />
    </>
  ),
  Extra: Sending,
});

function otherName(row: TransferRecord): string {
  return row.transfer_type === 'transfer' ? row.receipt_merchant_name : row.payment_merchant_name;
}

function NewTransfer() {
  const t = useT();
  const [, setSend] = useSearchParam(SEND);
  return (
    <May permission="money.move">
      <Button type="primary" icon={<SwapOutlined aria-hidden />} onClick={() => setSend('1')}>
        {t('transfer.new')}
      </Button>
    </May>
  );
}

/** One receives at an address, which the assets page shows. */
function Receive() {
  const t = useT();
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: PATHS.assets, search: { receive: '1' } } as never)}>{t('transfer.receive')}</Button>;
}

function Sending() {
  const [send, setSend] = useSearchParam(SEND);
  return (
    <MayForm permission="money.move">
      <TransferDrawer coin={send} onClose={() => setSend(undefined)} />
    </MayForm>
  );
}
