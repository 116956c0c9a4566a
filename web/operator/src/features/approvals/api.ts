import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { approvalList } from '@purser/contract/features/approval';

export type Approval = OutputOf<typeof approvalList>['list'][number];

/** What waits is looked at again while it is on show: others enter and decide too. */
export const approvals = (waiting: boolean) => ({ ...callQuery(approvalList, { waiting }, ['approval']), refetchInterval: 15_000 });
