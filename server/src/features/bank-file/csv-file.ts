import { CSV_START, csvLine, inert } from '../../platform/export/csv.ts';
import type { PaymentFile } from './pain001.ts';

const COLUMNS = ['file_no', 'order_no', 'holder_name', 'account_number', 'bank_code', 'bank_name', 'currency', 'amount', 'execution_date'];

/** The same payments as lines, for banks that take no XML. What people typed cannot act as a formula. */
export function csvDocument({ file_no, currency, execution_date, transfers }: PaymentFile): string {
  const lines = transfers.map(({ order_no, holder_name, account_number, bank_code, bank_name, amount }) =>
    csvLine([file_no, order_no, inert(holder_name), account_number, bank_code, inert(bank_name), currency, amount, execution_date]),
  );
  return CSV_START + csvLine(COLUMNS) + lines.join('');
}
