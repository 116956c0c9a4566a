import { client } from '@purser/console-kit/client';
import { callQuery } from '@purser/console-kit/query';
import type { InputOf, OutputOf } from '@purser/contract/call';
import { loginIpWhiteCheck, type loginIpWhiteList } from '@purser/contract/features/white-list';

export type Entry = OutputOf<typeof loginIpWhiteList>['list'][number];
/** What a change would mean for the address that asks. */
export type Checked = OutputOf<typeof loginIpWhiteCheck>;

/** Where the merchant is, and whether anything is listed. */
export const present = callQuery(loginIpWhiteCheck, {}, ['white_list']);

/** Undefined when it could not be found out, which the user has been told. */
export function check(change: InputOf<typeof loginIpWhiteCheck>): Promise<Checked | undefined> {
  return client.request(loginIpWhiteCheck, change).catch(() => undefined);
}
