import type { Subjects, Throttle, ThrottleRule, ToldByRefusals } from '../platform/security/throttle.ts';

/** Numbers that are nobody's are counted, so that no merchant, and nobody with its key, tells who all the wallet users are. */
const UNKNOWN_USERS: ThrottleRule = { scope: 'unknown_user', most: 100, rememberedS: 3600 };
/** By what money for a user is refused: whether there is such a user, and what is found out only of one who is there. */
const TOLD_OF_USERS: ToldByRefusals = {
  failures: ['payee_unknown'],
  telling: [
    'payee_ambiguous',
    'payee_suspended',
    'market_not_enabled',
    'invalid_input',
    'amount_below_minimum',
    'fee_exceeds_amount',
    'fee_changed',
    'insufficient_balance',
  ],
};

function subjectsOf(merchantId: number): Subjects {
  return [[UNKNOWN_USERS, `merchant ${merchantId}`]];
}

/** Looks a user up for a merchant. Refuses with too_many_requests, also of users who are there, once too many were not. */
export function lookUpUser<Result>(throttle: Throttle, merchantId: number, work: () => Promise<Result>): Promise<Result> {
  return throttle.attempt(subjectsOf(merchantId), TOLD_OF_USERS.failures, work);
}

/** Sends a user a merchant's money. Once too many users were not there, what is refused tells of none, and what is done is done. */
export function payUser<Result>(throttle: Throttle, merchantId: number, work: () => Promise<Result>): Promise<Result> {
  return throttle.tell(subjectsOf(merchantId), TOLD_OF_USERS, work);
}
