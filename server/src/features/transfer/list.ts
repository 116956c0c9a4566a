import { merchantAddress } from '@purser/contract/address';
import { transferQuery } from '@purser/contract/features/transfer';
import type { Selectable } from 'kysely';
import { BY_ITS_INDEX } from '../../domain/review-list.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

/** Transfers that the merchant sent or received. */
export const transfers = list(transferQuery, {
  from: 'merchant_transfer',
  owner: 'merchant_id',
  key: 'serial_number',
  columns: {
    coin_name: 'coin',
    payment_merchant_id: (row) => payer(row).id,
    payment_merchant_name: (row) => payer(row).name,
    payment_address: (row) => merchantAddress(payer(row).id),
    receipt_merchant_id: (row) => recipient(row).id,
    receipt_merchant_name: (row) => recipient(row).name,
    receipt_address: (row) => merchantAddress(recipient(row).id),
  },
  filters: { merchant_id: 'counterparty_id' },
  sorts: { transfer_amount: BY_ITS_INDEX },
});

type Row = Selectable<Schema['merchant_transfer']>;
const own = (row: Row) => ({ id: Number(row.merchant_id), name: row.own_name });
const other = (row: Row) => ({ id: Number(row.counterparty_id), name: row.counterparty_name });
const payer = (row: Row) => (row.transfer_type === 'transfer' ? own(row) : other(row));
const recipient = (row: Row) => (row.transfer_type === 'transfer' ? other(row) : own(row));

export const transfersFile = exportFile(transferQuery, {
  name: 'transfers',
  title: 'transfer',
  columns: {
    create_time: 24,
    serial_number: 20,
    transfer_type: 12,
    coin_name: 8,
    transfer_amount: 18,
    transfer_fee: 14,
    internal_transfer_fee: 18,
    settlement_amount: 18,
    payment_merchant_id: 18,
    payment_merchant_name: 28,
    payment_address: 18,
    receipt_merchant_id: 18,
    receipt_merchant_name: 28,
    receipt_address: 18,
    transfer_status: 14,
    remark: 40,
  },
});
