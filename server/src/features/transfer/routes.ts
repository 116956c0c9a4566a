import { transferAdd, transferExport, transferQueryBalance } from '@purser/contract/features/transfer';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import { transfers, transfersFile } from './list.ts';
import { TransferService } from './service.ts';

export function transferRoutes(platform: Platform): Route[] {
  const service = new TransferService(platform);
  return [
    listRoute(platform, transfers),
    exportRoute(platform, transferExport, transfers, transfersFile),
    merchantRoute(transferAdd, (input, context) => service.add(input, context)),
    merchantRoute(transferQueryBalance, (input, { merchantId }) => service.quote(merchantId, input)),
  ];
}
