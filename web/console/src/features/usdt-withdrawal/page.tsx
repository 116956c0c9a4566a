import { lazyPart } from '@purser/ui/lazy-part';
import { useSearchParam } from '@purser/console-kit/search-param';
import { usdtWithdrawalExport, usdtWithdrawalQuery } from '@purser/contract/features/usdt-withdrawal';
import { isEffective, type UsdtWithdrawalState } from '@purser/contract/review';
import { Money } from '@purser/ui/money';
import { Button } from 'antd';
import { listsOf } from '../../shared/lists.tsx';
import { BookDrawer } from './book-drawer.tsx';
import { TONES } from './status.ts';
import { useT, type OwnTexts } from './texts.ts';
import { WithdrawDrawer } from './withdraw-drawer.tsx';
import { May, MayForm } from '../../shared/may.tsx';

const Body = lazyPart(async () => ({ default: (await import('./withdrawal-details.tsx')).WithdrawalDetails }));

/** In the address while the form, or the address book, is open: the coin that the form begins with, or `1` for none in particular. */
const WITHDRAW = 'withdraw';
const BOOK = 'book';

const settled = ({ status }: { readonly status: UsdtWithdrawalState }): boolean => isEffective('usdt_withdrawal', status);

export default listsOf<OwnTexts>().listPage(usdtWithdrawalQuery, {
  id: 'usdt-withdrawal',
  title: 'menu.usdtWithdrawals',
  hint: 'usdtOut.hint',
  label: 'usdtOut.table',
  topics: ['reviews'],
  rowKey: (row) => row.order_no,
  columns: (c, t) => [
    c.copy('order_no', 'usdtOut.orderNo', { always: true }),
    c.choice('status', 'field.status', (value) => t(`usdtOut.status.${value}`), { tones: TONES, always: true }),
    c.money('trade_count', 'usdtOut.amount', { always: true }),
    c.own('count', 'usdtOut.arrives', (row) => <Money amount={settled(row) ? row.count : null} coin={row.abbreviation} />, {
      align: 'end',
    }),
    c.text('network', 'usdtOut.network'),
    c.copy('address', 'usdtOut.address', { shorten: true }),
    c.copy('txid', 'usdtOut.txid', { shorten: true, optional: true }),
    c.time('create_time', 'field.createTime'),
    c.money('fee', 'usdtOut.fee', { settled, optional: true }),
    c.money('network_fee', 'usdtOut.networkFee', { settled, optional: true }),
    c.text('usdt_withdrawal_fee', 'usdtOut.feeRate', { optional: true }),
    c.text('rate', 'usdtOut.rate', { optional: true }),
    c.text('out_abbreviation', 'field.coin', { optional: true }),
    c.text('remark', 'usdtOut.remark', { optional: true }),
    c.time('audit_time', 'usdtOut.auditTime', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
    c.text('abbreviation', 'usdtOut.inCoin', { optional: true }),
    c.copy('merchant_id', 'field.merchantId', { optional: true }),
    c.text('name', 'field.merchantName', { optional: true }),
  ],
  search: { order_no: 'usdtOut.orderNo', txid: 'usdtOut.txid' },
  filters: (f, t) => [
    f.choice('status', 'field.status', (value) => t(`usdtOut.status.${value}`)),
    f.coin('out_abbreviation'),
    f.network('network', 'usdtOut.network'),
  ],
  details: { title: 'usdtOut.detailTitle', find: (order_no) => ({ order_no }), Body },
  empty: { title: 'usdtOut.emptyTitle', hint: 'usdtOut.emptyHint', Action: Withdraw },
  exports: usdtWithdrawalExport,
  Actions: () => (
    <>
      <Book />
      <Withdraw />
    </>
  ),
  Extra: Drawers,
});

function Withdraw() {
  const t = useT();
  const [, setOpen] = useSearchParam(WITHDRAW);
  return (
    <May permission="money.move">
      <Button type="primary" onClick={() => setOpen('1')}>
        {t('usdtOut.new')}
      </Button>
    </May>
  );
}

function Book() {
  const t = useT();
  const [, setOpen] = useSearchParam(BOOK);
  return <Button onClick={() => setOpen('1')}>{t('usdtOut.book')}</Button>;
}

function Drawers() {
  const [withdraw, setWithdraw] = useSearchParam(WITHDRAW);
  const [book, setBook] = useSearchParam(BOOK);
  return (
    <>
      <MayForm permission="money.move">
        <WithdrawDrawer coin={withdraw} onClose={() => setWithdraw(undefined)} />
      </MayForm>
      <BookDrawer open={book !== undefined} onClose={() => setBook(undefined)} />
    </>
  );
}
