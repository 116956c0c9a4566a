import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { accessKeyDetail } from '@purser/contract/features/access-key';

export type AccessKey = OutputOf<typeof accessKeyDetail>['list'][number];

export const accessKeys = callQuery(accessKeyDetail, {}, ['access_key', 'identity']);
