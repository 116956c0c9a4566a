import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { staffPasskeyList } from '@purser/contract/features/staff-passkey';

export type Passkey = OutputOf<typeof staffPasskeyList>['list'][number];

export const passkeys = callQuery(staffPasskeyList, {}, ['self']);
