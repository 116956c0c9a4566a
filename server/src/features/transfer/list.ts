import { merchantAddress } from '@purser/contract/address';
import { transferQuery } from '@purser/contract/features/transfer';
import { BY_ITS_INDEX } from '../../domain/review-list.ts';
import { payerOf, recipientOf } from '../../domain/transfer-parties.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

/** Transfers that the merchant sent or received. */
export const transfers = list(transferQuery, {
  from: 'merchant_transfer',
  owner: 'merchant_id',
  key: 'serial_number',
  columns: {
    coin_name: 'coin',
    payment_merchant_id: (row) => payerOf(row).id,
    payment_merchant_name: (row) => payerOf(row).name,
    payment_address: (row) => merchantAddress(payerOf(row).id),
    receipt_merchant_id: (row) => recipientOf(row).id,
    receipt_merchant_name: (row) => recipientOf(row).name,
    receipt_address: (row) => merchantAddress(recipientOf(row).id),
  },
  filters: { merchant_id: 'counterparty_id' },
  sorts: { transfer_amount: BY_ITS_INDEX },
});

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
