import { payoutQuery } from '@purser/contract/features/payout';
import { usdtWithdrawalQuery } from '@purser/contract/features/usdt-withdrawal';
import { walletWithdrawalQuery } from '@purser/contract/features/wallet-withdrawal';
import { cameToNothing, isEffective, type UsdtWithdrawalState } from '@purser/contract/review';
import type { Queryable } from '@purser/ledger/accounts';
import { ownerNames } from '../../domain/owners.ts';
import { BY_ITS_INDEX, inCoin, inCoinOfAll } from '../../domain/review-list.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import { MADE_FIELDS } from './order.ts';
import { signedPayouts } from './signed.ts';

const ORDERS = {
  from: 'review_order',
  owner: 'owner_id',
  key: 'serial_number',
  only: { kind: 'usdt_withdrawal' },
  columns: {
    order_no: 'serial_number',
    merchant_id: 'owner_id',
    out_abbreviation: 'coin',
    trade_count: 'amount',
    ...MADE_FIELDS,
    network: 'network',
  },
  beside: ownerNames,
  filters: { out_abbreviation: inCoin },
  ranges: ['status'],
} as const;

/** Withdrawals of one merchant. */
export const usdtWithdrawals = list(usdtWithdrawalQuery, { ...ORDERS, sorts: { update_time: BY_ITS_INDEX, trade_count: BY_ITS_INDEX } });
/** Of one wallet user. */
export const walletWithdrawals = list(walletWithdrawalQuery, ORDERS);
/** Of all owners, for staff. */
export const payouts = list(payoutQuery, {
  ...ORDERS,
  columns: {
    ...ORDERS.columns,
    name: (order, { names }) => MADE_FIELDS.name(order, names),
    paid_by_signer: (order, { signed }) => signed.pays(order),
    signed: (order, { signed }) => signed.of(order),
    waits: (order, { signed }) => (order.status === 'approved' ? signed.waitOf(order) : null),
    moved: (order, { signed }) => signed.movedOf(order),
    signed_before: (order, { signed }) => signed.beforeOf(order),
  },
  beside: asShownToStaff,
  filters: { out_abbreviation: inCoinOfAll },
  leading: ['out_abbreviation'],
});

async function asShownToStaff(db: Queryable, orders: readonly ReviewOrder[]) {
  const [names, signed] = await Promise.all([ownerNames(db, orders), signedPayouts(db, orders)]);
  return { names, signed };
}

const hasNoEffect = ({ status }: { readonly status: UsdtWithdrawalState }): boolean => !isEffective('usdt_withdrawal', status);

export const usdtWithdrawalsFile = exportFile(usdtWithdrawalQuery, {
  name: 'usdt-withdrawals',
  title: 'usdtWithdrawals',
  silent: { fee: hasNoEffect, network_fee: hasNoEffect, count: hasNoEffect },
  titles: { address: 'to_address', remark: 'reason' },
  columns: {
    create_time: 24,
    order_no: 20,
    status: 16,
    out_abbreviation: 8,
    trade_count: 18,
    usdt_withdrawal_fee: 10,
    fee: 14,
    network_fee: 14,
    rate: 14,
    abbreviation: 8,
    count: 18,
    network: 10,
    address: 48,
    txid: 70,
    remark: 40,
    audit_time: 24,
    update_time: 24,
    merchant_id: 14,
    name: 28,
  },
});

/** What is to be sent counts until it came to nothing: by it approved ones are paid. */
export const payoutsFile = exportFile(payoutQuery, {
  name: 'payouts',
  title: 'payouts',
  silent: { fee: hasNoEffect, network_fee: hasNoEffect, count: ({ status }) => cameToNothing(status) },
  titles: { address: 'to_address', remark: 'reason', count: 'to_send', merchant_id: 'owner_number', name: 'owner_name' },
  columns: {
    create_time: 24,
    order_no: 20,
    status: 16,
    abbreviation: 8,
    count: 18,
    network: 10,
    address: 48,
    txid: 70,
    out_abbreviation: 8,
    trade_count: 18,
    usdt_withdrawal_fee: 10,
    fee: 14,
    network_fee: 14,
    rate: 14,
    merchant_id: 14,
    name: 28,
    remark: 40,
    audit_time: 24,
    update_time: 24,
  },
});
