import { chainReserveState } from '@purser/contract/features/chain-reserve';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { reserveStates } from './state.ts';

export function chainReserveRoutes(platform: Platform): Route[] {
  return [staffRoute(chainReserveState, async () => ({ list: await readAsStaff(platform, reserveStates) }))];
}
