import { assetFlowExport, assetFlowQuery, assetFlowStats } from '@purser/contract/features/fund-flow';
import { Readable } from 'node:stream';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/route.ts';
import { exportFile, exportName } from './export-file.ts';
import { exportFundFlow, queryFundFlow, sumFundFlow } from './service.ts';

export function fundFlowRoutes({ db }: Platform): Route[] {
  return [
    merchantRoute(assetFlowQuery, (input, { merchantId }) => queryFundFlow(db, merchantId, input)),
    merchantRoute(assetFlowStats, (input, { merchantId }) => sumFundFlow(db, merchantId, input)),
    merchantRoute(assetFlowExport, async ({ format, ...filters }, { merchantId, language, reply }) => {
      const { count, portions } = await exportFundFlow(db, merchantId, filters);
      const { type, pieces } = exportFile(format, portions, language);
      reply.headers({
        'content-type': type,
        'content-disposition': `attachment; filename="${exportName(format, filters)}"`,
        'purser-export-rows': String(count),
        'cache-control': 'no-store',
      });
      // The reader's pace is ours: a portion is read when the one before it is gone. A client that leaves ends the stream.
      return reply.send(Readable.from(pieces, { objectMode: false, highWaterMark: 65_536 }));
    }),
  ];
}
