import { lazyPart } from '@purser/ui/lazy-part';
import type { usdtRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { isEffective, type ReviewedState } from '@purser/contract/review';
import { Money } from '@purser/ui/money';
import type { ListOptions } from '../../shared/lists.tsx';
import { TONES } from './recharge-facts.tsx';
import type { OwnTexts } from './texts.ts';

const Body = lazyPart(async () => ({ default: (await import('./recharge-details.tsx')).RechargeDetails }));

const settled = ({ status }: { readonly status: ReviewedState }): boolean => isEffective('usdt_recharge', status);

/** What the lists of recharges have in common, told by hand or arrived at an address of the merchant's own: the rows are the same. */
export const RECHARGES: Pick<
  ListOptions<typeof usdtRechargeQuery, OwnTexts>,
  'topics' | 'rowKey' | 'columns' | 'search' | 'filters' | 'details'
> = {
  topics: ['reviews'],
  rowKey: (row) => row.order_no,
  columns: (c, t) => [
    c.copy('order_no', 'recharge.orderNo', { always: true }),
    c.choice('status', 'field.status', (value) => t(`recharge.status.${value}`), { tones: TONES, always: true }),
    c.own('trade_count', 'recharge.sent', (row) => <Money amount={row.trade_count} coin={row.in_abbreviation} />, {
      align: 'end',
      phone: 'amount',
      always: true,
    }),
    c.money('count', 'recharge.count', { settled, always: true }),
    c.own('rate', 'recharge.rate', (row) => row.rate, { align: 'end' }),
    c.money('fee', 'field.handlingFee', { settled }),
    c.text('network', 'recharge.network'),
    c.time('create_time', 'field.createTime'),
    c.time('audit_time', 'recharge.auditTime', { optional: true }),
    c.copy('txid', 'recharge.txid', { shorten: true, optional: true }),
    c.copy('address', 'recharge.address', { shorten: true, optional: true }),
    c.money('exchange_count', 'recharge.exchanged', { optional: true }),
    c.text('usdt_recharge_fee', 'recharge.feeRate', { optional: true }),
    c.text('abbreviation', 'recharge.coin', { optional: true }),
    c.text('in_abbreviation', 'recharge.inCoin', { optional: true }),
    c.text('remark', 'recharge.remark', { optional: true }),
    c.copy('merchant_id', 'field.merchantId', { optional: true }),
    c.text('name', 'field.merchantName', { optional: true }),
  ],
  search: { order_no: 'recharge.orderNo', txid: 'recharge.txid' },
  filters: (f, t) => [
    f.choice('status', 'field.status', (value) => t(`recharge.status.${value}`)),
    f.coin('coin_name'),
    f.network('network', 'recharge.network'),
  ],
  details: { title: 'recharge.detailTitle', find: (order_no) => ({ order_no }), Body },
};
