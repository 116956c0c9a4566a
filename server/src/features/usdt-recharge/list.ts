import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { quickRechargeQuery, usdtRechargeQuery, walletRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { formatAmount, formatRate } from '@purser/contract/money';
import { isEffective, type ReviewedState } from '@purser/contract/review';
import type { Queryable } from '@purser/ledger/accounts';
import type { Selectable } from 'kysely';
import { ownerName } from '../../domain/owners.ts';
import { BY_ITS_INDEX, inCoin } from '../../domain/review-list.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list, type Reader } from '../../platform/lists/list.ts';

type Row = Selectable<Schema['usdt_recharge']>;

const columns = {
  order_no: 'serial_number',
  abbreviation: 'coin',
  trade_count: (row: Row) => formatAmount(BigInt(row.other_amount ?? 0), USDT_DECIMALS),
  in_abbreviation: () => USDT,
  exchange_count: 'amount',
  usdt_recharge_fee: (row: Row) => formatRate(row.fee_bp ?? 0),
  count: 'settlement',
} as const;

const ofMerchant = {
  owner: 'owner_id',
  key: 'serial_number',
  columns: { ...columns, merchant_id: 'owner_id', name: (_: Row, name: string) => name },
  filters: { order_no: 'serial_number', coin_name: inCoin },
  sorts: { count: BY_ITS_INDEX },
  // A merchant is called as it is called now.
  beside: (db: Queryable, _rows: readonly Row[], { ownerId }: Reader) => ownerName(db, ownerId),
} as const;

/** Recharges that the merchant told by their TXID. */
export const recharges = list(usdtRechargeQuery, { from: 'usdt_recharge', ...ofMerchant });

/** What arrived at the merchant's own addresses. */
export const quickRecharges = list(quickRechargeQuery, { from: 'quick_recharge', ...ofMerchant });

/** The wallet user's. */
export const walletRecharges = list(walletRechargeQuery, { from: 'usdt_recharge', owner: 'owner_id', key: 'serial_number', columns });

const hasNoEffect = ({ status }: { readonly status: ReviewedState }): boolean => !isEffective('usdt_recharge', status);

const file = {
  silent: { fee: hasNoEffect, count: hasNoEffect },
  titles: { address: 'deposit_address', remark: 'rejection_reason' },
  columns: {
    create_time: 24,
    order_no: 20,
    status: 16,
    in_abbreviation: 10,
    trade_count: 20,
    rate: 22,
    abbreviation: 10,
    exchange_count: 20,
    usdt_recharge_fee: 12,
    fee: 16,
    count: 20,
    network: 12,
    address: 46,
    txid: 70,
    audit_time: 24,
    remark: 40,
    merchant_id: 14,
    name: 28,
  },
} as const;

export const rechargesFile = exportFile(usdtRechargeQuery, { name: 'usdt-recharges', title: 'usdtRecharge', ...file });
export const quickRechargesFile = exportFile(quickRechargeQuery, { name: 'quick-recharges', title: 'quickRecharge', ...file });
