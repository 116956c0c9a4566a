import type { ParsedInputOf } from '@purser/contract/call';
import type { bankFileDownload } from '@purser/contract/features/bank-file';
import { asStaff } from '../../platform/commands/staff-acts.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashOf, SEALED_AS } from './make.ts';

const TYPES = { xml: 'application/xml', csv: 'text/csv' } as const;

/** Sends a file as it was made, after its hash was compared, and notes that it was taken. */
export async function downloadBankFile(
  platform: Platform,
  { file_no, format }: ParsedInputOf<typeof bankFileDownload>,
  context: StaffContext,
): Promise<unknown> {
  const note = { action: 'bank_file.download', details: { file_no, format } } as const;
  let text = '';
  await asStaff(platform, context, note, async (tx) => {
    const file = await tx.selectFrom('bank_file').selectAll().where('file_no', '=', file_no).executeTakeFirst();
    if (!file) throw refuse('bank_file_unknown');
    const [sealed, hash] = format === 'xml' ? [file.sealed_xml, file.xml_hash] : [file.sealed_csv, file.csv_hash];
    text = platform.secrets.openBytes(SEALED_AS, `${file_no} ${format}`, sealed).toString('utf8');
    if (hashOf(text) !== hash) throw new Error(`bank file ${file_no} is not what was made`);
    return null;
  });
  return context.reply
    .headers({
      'content-type': `${TYPES[format]}; charset=utf-8`,
      'content-disposition': `attachment; filename="${file_no}.${format}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(text);
}
