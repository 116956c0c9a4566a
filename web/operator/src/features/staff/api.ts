import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { staffMemberList, staffMemberSessions } from '@purser/contract/features/staff-member';

type Answer = OutputOf<typeof staffMemberList>;
export type Member = Answer['list'][number];
export type Invitation = Answer['invitations'][number];

export const members = callQuery(staffMemberList, {}, ['staff']);

export type MemberSession = OutputOf<typeof staffMemberSessions>['list'][number];
export const sessionsOf = (staff_id: number) => callQuery(staffMemberSessions, { staff_id }, ['staff']);
