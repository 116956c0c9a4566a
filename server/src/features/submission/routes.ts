import { submissionExport } from '@purser/contract/features/submission';
import type { Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { submissions, submissionsFile } from './list.ts';

export function submissionRoutes(platform: Platform): Route[] {
  const listed = submissions(platform.db.coins);
  return [listRoute(platform, listed), exportRoute(platform, submissionExport, listed, submissionsFile)];
}
