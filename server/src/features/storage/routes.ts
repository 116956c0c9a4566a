import { storageGet, storageTest } from '@purser/contract/features/storage';
import { staffRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { storagePlace, testStorage } from './service.ts';

export function storageRoutes(platform: Platform): Route[] {
  return [
    staffRoute(storageGet, () => storagePlace(platform)),
    staffRoute(storageTest, (_input, context) => testStorage(platform, context)),
  ];
}
