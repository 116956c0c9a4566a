import { reviewDecide, reviewDetail, reviewExport, reviewHistory } from '@purser/contract/features/review';
import type { ReviewOrderKind } from '../../domain/review-order.ts';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { reviewApproval } from './approval.ts';
import { Deciding } from './decide.ts';
import { reviewOf } from './detail.ts';
import { historyOf } from './history.ts';
import { reviews, reviewsFile } from './list.ts';

export function reviewRoutes(platform: Platform, kinds: readonly ReviewOrderKind[]): Route[] {
  const deciding = new Deciding(platform, kinds, reviewApproval(kinds));
  return [
    listRoute(platform, reviews),
    exportRoute(platform, reviewExport, reviews, reviewsFile),
    staffRoute(reviewDetail, (input, context) => reviewOf(platform, kinds, input, context)),
    staffRoute(reviewHistory, (input, context) => historyOf(platform, input, context)),
    staffRoute(reviewDecide, (input, context) => deciding.decide(input, context)),
  ];
}
