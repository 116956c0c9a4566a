import { ownAuditExport } from '@purser/contract/features/own-audit';
import type { Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownAudit, ownAuditFile } from './list.ts';

export function ownAuditRoutes(platform: Platform): Route[] {
  return [listRoute(platform, ownAudit), exportRoute(platform, ownAuditExport, ownAudit, ownAuditFile)];
}
