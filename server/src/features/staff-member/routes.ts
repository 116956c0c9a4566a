import {
  staffChangeRole,
  staffConfirm,
  staffInvitationWithdraw,
  staffInvite,
  staffMemberList,
  staffMemberSessionEnd,
  staffMemberSessions,
  staffReset,
  staffRestore,
  staffSuspend,
} from '@purser/contract/features/staff-member';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeRole, confirmPerson, invite, listMembers, reset, restore, suspend, withdrawInvitation } from './service.ts';
import { endMemberSessions, memberSessions } from './sessions.ts';

export function staffMemberRoutes(platform: Platform): Route[] {
  return [
    staffRoute(staffMemberList, () => listMembers(platform)),
    staffRoute(staffInvite, (input, context) => invite(platform, input, context)),
    staffRoute(staffInvitationWithdraw, (input, context) => withdrawInvitation(platform, input, context)),
    staffRoute(staffChangeRole, (input, context) => changeRole(platform, input, context)),
    staffRoute(staffSuspend, (input, context) => suspend(platform, input, context)),
    staffRoute(staffRestore, (input, context) => restore(platform, input, context)),
    staffRoute(staffReset, (input, context) => reset(platform, input, context)),
    staffRoute(staffConfirm, (input, context) => confirmPerson(platform, input, context)),
    staffRoute(staffMemberSessions, (input, context) => memberSessions(platform, input, context)),
    staffRoute(staffMemberSessionEnd, (input, context) => endMemberSessions(platform, input, context)),
  ];
}
