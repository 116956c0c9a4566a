import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { memberList } from '@purser/contract/features/member';

export type Member = OutputOf<typeof memberList>['list'][number];

export const team = callQuery(memberList, {}, ['team']);
