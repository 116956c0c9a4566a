import { loginIpWhiteAdd, loginIpWhiteCheck, loginIpWhiteDelete, loginIpWhiteExport } from '@purser/contract/features/white-list';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { whiteList, whiteListFile } from './list.ts';
import { WhiteList } from './service.ts';

export function whiteListRoutes(platform: Platform): Route[] {
  const service = new WhiteList(platform);
  return [
    listRoute(platform, whiteList),
    exportRoute(platform, loginIpWhiteExport, whiteList, whiteListFile),
    merchantRoute(loginIpWhiteCheck, (input, context) => service.check(input, context)),
    merchantRoute(loginIpWhiteAdd, (input, context) => service.add(input, context)),
    merchantRoute(loginIpWhiteDelete, (input, context) => service.delete(input, context)),
  ];
}
