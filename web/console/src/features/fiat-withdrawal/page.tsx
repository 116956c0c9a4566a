import { lazyPart } from '@purser/ui/lazy-part';
import { ExportOutlined } from '@ant-design/icons';
import { useSearchParam } from '@purser/console-kit/search-param';
import { fiatWithdrawalExport, fiatWithdrawalQuery } from '@purser/contract/features/fiat-withdrawal';
import { type FiatWithdrawalState, isEffective } from '@purser/contract/review';
import { Money } from '@purser/ui/money';
import { Button } from 'antd';
import { listsOf } from '../../shared/lists.tsx';
import { TONES } from './api.ts';
import { useT, type OwnTexts } from './texts.ts';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import { May, MayForm } from '../../shared/may.tsx';

/** In the address: the coin to withdraw, or `1` for none in particular, while the form is open. */
const WITHDRAW = 'withdraw';

const WithdrawalDetails = lazyPart(async () => ({ default: (await import('./withdrawal-details.tsx')).WithdrawalDetails }));

const settled = ({ status }: { readonly status: FiatWithdrawalState }): boolean => isEffective('fiat_withdrawal', status);

/** Withdrawals to bank accounts. */
export default listsOf<OwnTexts>().listPage(fiatWithdrawalQuery, {
  id: 'fiat-withdrawal',
  title: 'menu.fiatWithdrawal',
  hint: 'fiat.hint',
  label: 'menu.fiatWithdrawal',
  topics: ['reviews'],
  rowKey: (row) => row.order_no,
  columns: (c, t) => [
    c.copy('order_no', 'fiat.orderNo', { always: true }),
    c.choice('status', 'field.status', (value) => t(`fiat.status.${value}`), { tones: TONES, always: true }),
    c.money('trade_count', 'fiat.requested', { always: true }),
    c.own('count', 'fiat.received', (row) => <Money amount={settled(row) ? row.count : null} coin={row.abbreviation} />, {
      align: 'end',
    }),
    c.money('fee', 'fiat.fee', { settled }),
    c.own('account_number', 'fiat.account', (row) => `${row.bank_name} ${row.account_number}`),
    c.time('create_time', 'field.createTime'),
    c.time('audit_time', 'fiat.reviewed', { optional: true }),
    c.text('rate', 'fiat.rate', { optional: true }),
    c.text('currency_withdrawal_fee', 'fiat.feeRate', { optional: true }),
    c.text('holder_name', 'fiat.holder', { optional: true }),
    c.text('remark', 'fiat.reason', { optional: true }),
    c.text('abbreviation', 'fiat.currency', { optional: true }),
    c.text('out_abbreviation', 'field.coin', { optional: true }),
    c.copy('merchant_id', 'field.merchantId', { optional: true }),
    c.text('name', 'field.merchantName', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
  ],
  search: { order_no: 'fiat.orderNo' },
  filters: (f, t) => [f.choice('status', 'field.status', (value) => t(`fiat.status.${value}`)), f.coin('out_abbreviation')],
  details: { title: 'fiat.detailTitle', find: (order_no) => ({ order_no }), Body: WithdrawalDetails },
  empty: { title: 'fiat.emptyTitle', hint: 'fiat.emptyHint', Action: Withdraw },
  exports: fiatWithdrawalExport,
  Actions: Withdraw,
  Extra: Withdrawing,
});

function Withdraw() {
  const t = useT();
  const [, setWithdraw] = useSearchParam(WITHDRAW);
  return (
    <May permission="money.move">
      <Button type="primary" icon={<ExportOutlined aria-hidden />} onClick={() => setWithdraw('1')}>
        {t('fiat.withdraw')}
      </Button>
    </May>
  );
}

function Withdrawing() {
  const [withdraw, setWithdraw] = useSearchParam(WITHDRAW);
  return (
    <MayForm permission="money.move">
      <WithdrawalDrawer coin={withdraw} onClose={() => setWithdraw(undefined)} />
    </MayForm>
  );
}
