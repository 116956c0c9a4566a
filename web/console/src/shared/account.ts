import { accountDetail } from '@purser/contract/features/account';
import { MERCHANT_TOPICS } from '@purser/contract/features/events';
import { callQuery } from '@purser/console-kit/query';

/** The signed-in merchant; every event may change its count of unread ones. */
export const ownAccount = callQuery(accountDetail, {}, MERCHANT_TOPICS);
