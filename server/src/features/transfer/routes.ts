import { transferAdd, transferQuery, transferQueryBalance } from '@purser/contract/features/transfer';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { TransferService } from './service.ts';

export function transferRoutes(platform: Platform): Route[] {
  const service = new TransferService(platform);
  return [
    merchantRoute(transferQuery, (input, { merchantId }) => service.list(merchantId, input)),
    merchantRoute(transferAdd, (input, context) => service.add(input, context)),
    merchantRoute(transferQueryBalance, (input, { merchantId }) => service.quote(merchantId, input)),
  ];
}
