import { accountDetail, MERCHANT_TOPICS } from '@purser/contract/first-pages';
import { callQuery } from '@purser/console-kit/query';

/** The signed-in merchant; every event may change its count of unread ones. */
export const ownAccount = callQuery(accountDetail, {}, MERCHANT_TOPICS);
