import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { staffMemberList } from '@purser/contract/features/staff-member';

type Answer = OutputOf<typeof staffMemberList>;
export type Member = Answer['list'][number];
export type Invitation = Answer['invitations'][number];

export const members = callQuery(staffMemberList, {}, ['staff']);
