import {
  memberChangeRole,
  memberInvite,
  memberList,
  memberRemove,
  memberReset,
  memberRestore,
  memberSuspend,
} from '@purser/contract/features/member';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeRole, invite, listMembers, remove, reset, restore, suspend } from './service.ts';

export function memberRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(memberList, (_input, context) => listMembers(platform, context)),
    merchantRoute(memberInvite, (input, context) => invite(platform, input, context)),
    merchantRoute(memberChangeRole, (input, context) => changeRole(platform, input, context)),
    merchantRoute(memberSuspend, (input, context) => suspend(platform, input, context)),
    merchantRoute(memberRestore, (input, context) => restore(platform, input, context)),
    merchantRoute(memberReset, (input, context) => reset(platform, input, context)),
    merchantRoute(memberRemove, (input, context) => remove(platform, input, context)),
  ];
}
