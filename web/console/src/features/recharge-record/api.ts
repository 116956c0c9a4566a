import type { OutputOf } from '@purser/contract/call';
import type { chargeRecordQuery } from '@purser/contract/features/recharge-record';

export type Order = OutputOf<typeof chargeRecordQuery>['list'][number];
