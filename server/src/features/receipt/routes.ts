import { receiptExport } from '@purser/contract/features/receipt';
import { documentIssuer } from '../../domain/document-issuer.ts';
import { receiptDocument, receiptWords } from '../../domain/receipt-document.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import { takeExportSlot } from '../../platform/export/export-slot.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readReceipt } from './records.ts';

export function receiptRoutes(platform: Platform): Route[] {
  const { db, clock } = platform;
  return [
    merchantRoute(receiptExport, async ({ serial_number: serialNumber, time_zone }, context) => {
      const { merchantId, language, reply } = context;
      await checkTimeZone(db, time_zone);
      const giveBack = takeExportSlot(platform, context);
      try {
        const document = await db.scoped(merchantId, async (tx) => {
          const issuer = await documentIssuer(tx, merchantId, time_zone);
          const reader = { language, zone: issuer.zone };
          const content = await readReceipt(tx, { issuer, serialNumber }, receiptWords(reader));
          return receiptDocument(content, reader, { issuer: issuer.name, madeAt: clock.now() });
        });
        const bytes = await platform.pdfs.write(document);
        const disposition = `attachment; filename="receipt_${serialNumber}.pdf"`;
        return await reply
          .headers({ 'content-type': 'application/pdf', 'content-disposition': disposition, 'cache-control': 'no-store' })
          .send(bytes);
      } finally {
        giveBack();
      }
    }),
  ];
}
