import type { ParsedInputOf } from '@purser/contract/call';
import { assetFlowExport, assetFlowQuery, assetFlowStats } from '@purser/contract/features/fund-flow';
import { Readable } from 'node:stream';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type MerchantContext, type Route } from '../../platform/http/route.ts';
import { exportFile, exportName } from './export-file.ts';
import { ExportSlots } from './export-slots.ts';
import { exportFundFlow, queryFundFlow, sumFundFlow } from './service.ts';

export function fundFlowRoutes(platform: Platform): Route[] {
  const { db } = platform;
  const slots = new ExportSlots();
  return [
    merchantRoute(assetFlowQuery, (input, { merchantId }) => queryFundFlow(db, merchantId, input)),
    merchantRoute(assetFlowStats, (input, { merchantId }) => sumFundFlow(db, merchantId, input)),
    merchantRoute(assetFlowExport, async (input, context) => {
      const giveBack = slots.take(context.merchantId);
      try {
        const stream = await startExport(platform, input, context);
        stream.once('close', giveBack);
        // The reader's pace is ours: a portion is read when the one before it is gone. A client that leaves ends the stream.
        return await context.reply.send(stream);
      } catch (error) {
        giveBack();
        throw error;
      }
    }),
  ];
}

async function startExport(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { format, ...filters }: ParsedInputOf<typeof assetFlowExport>,
  { merchantId, language, reply }: MerchantContext,
): Promise<Readable> {
  const { count, portions } = await exportFundFlow(db, merchantId, filters);
  const { type, pieces } = exportFile(format, portions, language);
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${exportName(format, filters, clock.now())}"`,
    'purser-export-rows': String(count),
    'cache-control': 'no-store',
  });
  return Readable.from(pieces, { objectMode: false, highWaterMark: 65_536 });
}
