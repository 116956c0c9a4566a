import { rewardFunds, rewardGrant } from '@purser/contract/features/reward';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { enterRewardGrant, fundsOf } from './grant.ts';

export function rewardRoutes(platform: Platform): Route[] {
  return [
    staffRoute(rewardFunds, () => fundsOf(platform)),
    staffRoute(rewardGrant, (input, context) => enterRewardGrant(platform, input, context)),
  ];
}
