import { callQuery } from '@purser/console-kit/query';
import { submissionQuery } from '@purser/contract/features/submission';
import { userWithdrawalQuery } from '@purser/contract/features/user-withdrawal';

/** What waits: how many there are is the total. */

export const waitingWithdrawals = callQuery(userWithdrawalQuery, { order_status: 'pending_review', page_size: 1 }, ['reviews']);
export const waitingSubmissions = callQuery(submissionQuery, { page_size: 1 }, ['reviews']);
