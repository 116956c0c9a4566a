import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { withdrawalLimitQuery } from '@purser/contract/features/withdrawal-limit';

export type Quota = OutputOf<typeof withdrawalLimitQuery>['list'][number];

export const quotas = callQuery(withdrawalLimitQuery, {}, ['reviews', 'coins']);
