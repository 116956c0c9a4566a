import { overviewHealth, overviewQuery } from '@purser/contract/features/overview';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { healthInDetail, overview } from './service.ts';

export function overviewRoutes(platform: Platform): Route[] {
  return [
    staffRoute(overviewQuery, (input, context) => overview(platform, input, context)),
    staffRoute(overviewHealth, () => healthInDetail(platform)),
  ];
}
