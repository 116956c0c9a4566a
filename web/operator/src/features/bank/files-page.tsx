import { lazyPart } from '@purser/ui/lazy-part';
import { bankFileExport, bankFileQuery } from '@purser/contract/features/bank-file';
import { shortened } from '@purser/ui/copy-text';
import { Money } from '@purser/ui/money';
import { lists } from './lists.ts';
import { MakeFile } from './make-file.tsx';
import { FILE_TONES } from './tones.ts';
import { WaitingForFiles } from './waiting.tsx';

const FileDetails = lazyPart(async () => ({ default: (await import('./file-details.tsx')).FileDetails }));

/** Bank files, and above them what waits for one. */
export default lists.listPage(bankFileQuery, {
  id: 'operator-bank-files',
  title: 'menu.bankFiles',
  hint: 'bank.filesHint',
  label: 'menu.bankFiles',
  topics: ['bank'],
  rowKey: (row) => row.file_no,
  columns: (c, t) => [
    c.copy('file_no', 'bank.fileNo', { always: true }),
    c.choice('status', 'field.status', (value) => t(`bank.fileState.${value}`), { tones: FILE_TONES, always: true }),
    c.own('total', 'bank.total', (row) => <Money amount={row.total} coin={row.market} />, {
      align: 'end',
      phone: 'amount',
      always: true,
    }),
    c.own('order_count', 'bank.orders', (row) => String(row.order_count), { align: 'end' }),
    c.text('made_by', 'bank.madeBy'),
    c.time('create_time', 'field.createTime'),
    c.time('paid_time', 'bank.paidTime'),
    c.own('xml_hash', 'bank.xmlHash', (row) => shortened(row.xml_hash), { optional: true, copy: (row) => row.xml_hash }),
    c.own('csv_hash', 'bank.csvHash', (row) => shortened(row.csv_hash), { optional: true, copy: (row) => row.csv_hash }),
  ],
  search: { file_no: 'bank.fileNo' },
  filters: (f, t) => [f.choice('status', 'field.status', (value) => t(`bank.fileState.${value}`))],
  details: { title: 'bank.file', find: (file_no) => ({ file_no }), Body: FileDetails },
  empty: { title: 'bank.filesEmpty', hint: 'bank.filesEmptyHint' },
  exports: bankFileExport,
  Sums: WaitingForFiles,
  Actions: MakeFile,
});
