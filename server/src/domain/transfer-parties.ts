/** What a row of a transfer says of its two merchants, each of whom has one of their own. A view's columns are null as far as types go. */
export interface TransferRow {
  readonly merchant_id: bigint | null;
  readonly counterparty_id: bigint | null;
  readonly own_name: string | null;
  readonly counterparty_name: string | null;
  readonly transfer_type: string | null;
}

interface Party {
  readonly id: number;
  readonly name: string;
}

const own = (row: TransferRow): Party => ({ id: Number(row.merchant_id), name: row.own_name ?? '' });
const other = (row: TransferRow): Party => ({ id: Number(row.counterparty_id), name: row.counterparty_name ?? '' });

export const payerOf = (row: TransferRow): Party => (row.transfer_type === 'transfer' ? own(row) : other(row));
export const recipientOf = (row: TransferRow): Party => (row.transfer_type === 'transfer' ? other(row) : own(row));
