import { promisedTimeChange, promisedTimeQuery } from '@purser/contract/features/promised-time';
import { staffRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { changePromises, showPromises } from './service.ts';

export function promisedTimeRoutes(platform: Platform): Route[] {
  return [
    staffRoute(promisedTimeQuery, () => showPromises(platform)),
    staffRoute(promisedTimeChange, (input, context) => changePromises(platform, input, context)),
  ];
}
