import { callQuery, RENEWED } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { staffPasskeyList } from '@purser/contract/features/staff-passkey';

export type Passkey = OutputOf<typeof staffPasskeyList>['list'][number];

/** Renewed by itself: another tab adds and removes them. */
export const passkeys = { ...callQuery(staffPasskeyList, {}, ['self']), ...RENEWED };
