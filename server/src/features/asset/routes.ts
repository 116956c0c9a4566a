import { assetQuery } from '@purser/contract/features/asset';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { assetsOf } from '../../domain/merchant-assets.ts';

export function assetRoutes({ db }: Platform): Route[] {
  return [merchantRoute(assetQuery, async (_input, { merchantId }) => ({ list: await assetsOf(db, merchantId) }))];
}
