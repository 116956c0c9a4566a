import { callQuery, quietQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { auditQuery } from '@purser/contract/features/audit';
import { partyMerchantDetail, partyUserDetail } from '@purser/contract/features/party-detail';
import { rewardFunds } from '@purser/contract/features/reward';

export type MerchantDetail = OutputOf<typeof partyMerchantDetail>;
export type UserDetail = OutputOf<typeof partyUserDetail>;

export const merchantDetail = (merchant_id: number) => quietQuery(partyMerchantDetail, { merchant_id }, ['party']);
export const userDetail = (user_id: number) => quietQuery(partyUserDetail, { user_id }, ['party', 'reward']);
export const funds = callQuery(rewardFunds, {}, ['reward']);

/** How much of a party's audit log stands with the party. */
const ENTRIES_SHOWN = 5;
export const entriesOf = (owner_id: number) => quietQuery(auditQuery, { owner_id, page_size: ENTRIES_SHOWN }, ['party', 'audit']);
