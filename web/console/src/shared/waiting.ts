import { callQuery } from '@purser/console-kit/query';
import { submissionQuery, userWithdrawalQuery } from '@purser/contract/first-pages';

/** What waits: how many there are is the total. */

export const waitingWithdrawals = callQuery(userWithdrawalQuery, { order_status: 'pending_review', page_size: 1 }, ['reviews']);
export const waitingSubmissions = callQuery(submissionQuery, { page_size: 1 }, ['reviews']);
