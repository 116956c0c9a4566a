import type { OutputOf } from '@purser/contract/call';
import { checkUpdateMch, merchantEventList, merchantEventsSeen, merchantSignInFailuresSeen } from '@purser/contract/first-pages';
import { CONSOLE_VERSION } from '@purser/contract/version';
import { client } from '@purser/console-kit/client';
import { callQuery, queryClient } from '@purser/console-kit/query';
import { ownAccount } from '../../shared/account.ts';

/** Whether the server ships another console than this one; asked again after every reconnection. */
export const updateCheck = { ...callQuery(checkUpdateMch, { version: CONSOLE_VERSION }, []), staleTime: 600_000 };

export type News = OutputOf<typeof merchantEventList>['list'][number];

/** Asked afresh each time the bell is opened, and left as it is while it is open: what was new stays marked. */
export const newsList = { ...callQuery(merchantEventList, {}, []), staleTime: 0, gcTime: 0 };

export async function markEventsSeen(): Promise<void> {
  await client.request(merchantEventsSeen, {}, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: ownAccount.queryKey });
}

export async function markFailuresSeen(): Promise<void> {
  await client.request(merchantSignInFailuresSeen, {}, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: ownAccount.queryKey });
}
