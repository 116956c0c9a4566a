import { staffOrderQuery, staffTransferQuery } from '@purser/contract/features/staff-order';
import type { Queryable } from '@purser/ledger/accounts';
import { type RawBuilder, sql } from 'kysely';
import { type OwnerNames, ownerNames } from '../../domain/owners.ts';
import { payerOf, recipientOf, type TransferRow } from '../../domain/transfer-parties.ts';
import { SILENT_WHILE_UNPAID } from '../../domain/unpaid-in-files.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import { ofAllOrOne } from '../../platform/lists/of-all-or-one.ts';

/** Of all merchants, each in turn: their indexes begin with the merchant, and whose it is nobody knows. */
function ofEachMerchant(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`merchant_id = any (array(select merchant.merchant_id from merchant)) and ${condition}`;
}

/** A view's columns are null as far as types go. */
interface OrderRow {
  readonly merchant_id: bigint | null;
}

const ORDERS = {
  owner: 'merchant_id',
  key: 'serial_number',
  ranges: ['coin_name', 'order_status', 'order_from'],
  columns: {
    merchant_name: ({ merchant_id }: OrderRow, names: OwnerNames) => names.get(BigInt(merchant_id ?? 0)) ?? '',
    payment_id: 'payer_id',
    nick: 'payer_nick',
    coin_name: 'coin',
    order_status: 'status',
    refunded_amount: 'refunded',
  },
  beside: (db: Queryable, rows: readonly OrderRow[]) =>
    ownerNames(
      db,
      rows.map(({ merchant_id }) => ({ owner_id: BigInt(merchant_id ?? 0) })),
    ),
} as const;

/** Payment orders. */
export const staffOrders = ofAllOrOne(
  'merchant_id',
  list(staffOrderQuery, {
    from: 'order_of_all',
    ...ORDERS,
    filters: {
      serial_number: (number) => ofEachMerchant(sql`serial_number = ${number}`),
      order_id: (number) => ofEachMerchant(sql`order_id = ${number}`),
      payment_id: (number) => ofEachMerchant(sql`payer_id = ${number}`),
    },
  }),
  list(staffOrderQuery, { from: 'payment_order', ...ORDERS }),
);

export const staffOrdersFile = exportFile(staffOrderQuery, {
  name: 'payment-orders',
  title: 'paymentOrders',
  silent: SILENT_WHILE_UNPAID,
  columns: {
    create_time: 24,
    serial_number: 20,
    order_status: 16,
    coin_name: 8,
    amount: 18,
    handling_fee: 14,
    settlement_amount: 18,
    merchant_id: 14,
    merchant_name: 28,
    order_id: 24,
    payment_id: 14,
    nick: 20,
    external_account: 20,
    order_type: 20,
    order_from: 16,
    cancelled_by: 14,
    expire_time: 24,
    update_time: 24,
    paid_time: 24,
    refunded_amount: 18,
  },
});

const TRANSFERS = {
  owner: 'merchant_id',
  key: 'serial_number',
  columns: {
    coin_name: 'coin',
    payment_merchant_id: (row: TransferRow) => payerOf(row).id,
    payment_merchant_name: (row: TransferRow) => payerOf(row).name,
    receipt_merchant_id: (row: TransferRow) => recipientOf(row).id,
    receipt_merchant_name: (row: TransferRow) => recipientOf(row).name,
  },
} as const;

/** Transfers, each once: by its sender's row among all, and by the merchant's own row of those that one sent or received. */
export const staffTransfers = ofAllOrOne(
  'merchant_id',
  list(staffTransferQuery, {
    from: 'transfer_of_all',
    ...TRANSFERS,
    ranges: ['coin_name'],
    filters: {
      serial_number: (number) => ofEachMerchant(sql`serial_number = ${number}`),
      merchant_id: 'merchant_id',
    },
  }),
  list(staffTransferQuery, { from: 'merchant_transfer', ...TRANSFERS, filters: { merchant_id: 'merchant_id' } }),
);

export const staffTransfersFile = exportFile(staffTransferQuery, {
  name: 'transfers',
  title: 'transfer',
  columns: {
    create_time: 24,
    serial_number: 20,
    transfer_status: 14,
    coin_name: 8,
    transfer_amount: 18,
    transfer_fee: 14,
    internal_transfer_fee: 18,
    settlement_amount: 18,
    payment_merchant_id: 18,
    payment_merchant_name: 28,
    receipt_merchant_id: 18,
    receipt_merchant_name: 28,
    remark: 40,
  },
});
