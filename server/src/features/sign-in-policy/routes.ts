import { signInPolicyChange, signInPolicyQuery } from '@purser/contract/features/sign-in-policy';
import { staffRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { changePolicy, showPolicy } from './service.ts';

export function signInPolicyRoutes(platform: Platform): Route[] {
  return [
    staffRoute(signInPolicyQuery, () => showPolicy(platform)),
    staffRoute(signInPolicyChange, (input, context) => changePolicy(platform, input, context)),
  ];
}
