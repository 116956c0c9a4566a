import { accessKeyAdd, accessKeyDelete, accessKeyDetail, accessKeyUpdate } from '@purser/contract/features/access-key';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { AccessKeys } from './service.ts';

export function accessKeyRoutes(platform: Platform): Route[] {
  const keys = new AccessKeys(platform);
  return [
    merchantRoute(accessKeyDetail, (_input, { merchantId }) => keys.detail(merchantId)),
    merchantRoute(accessKeyAdd, (input, context) => keys.add(input, context)),
    merchantRoute(accessKeyUpdate, (input, context) => keys.update(input, context)),
    merchantRoute(accessKeyDelete, (input, context) => keys.delete(input, context)),
  ];
}
