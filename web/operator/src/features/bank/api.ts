import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { bankFileWaiting, type bankFileOrderQuery, type bankFileQuery } from '@purser/contract/features/bank-file';

export type BankFile = OutputOf<typeof bankFileQuery>['list'][number];
export type FiledOrder = OutputOf<typeof bankFileOrderQuery>['list'][number];
export type LeftOut = OutputOf<typeof bankFileWaiting>['left_out'][number];

export const waiting = callQuery(bankFileWaiting, {}, ['bank', 'review']);
