import { giveKeyBack, type Repetition } from '../platform/commands/idempotency.ts';
import type { Platform } from '../platform/platform.ts';
import type { Subjects, Throttle, ThrottleRule, ToldByRefusals } from '../platform/security/throttle.ts';

/** What is found out of whoever is paid, whichever party that is. */
const TOLD_OF_PAID: ToldByRefusals['telling'] = [
  'market_not_enabled',
  'amount_below_minimum',
  'fee_exceeds_amount',
  'fee_changed',
  'insufficient_balance',
];

/** Numbers that are nobody's are counted, so that no merchant, and nobody with its key, tells who all the wallet users are. */
const UNKNOWN_USERS: ThrottleRule = { scope: 'unknown_user', most: 100, rememberedS: 3600, window: true };
/** By what money for a user is refused: whether there is such a user, and what is found out only of one who is there. */
const TOLD_OF_USERS: ToldByRefusals = {
  failures: ['payee_unknown'],
  telling: ['payee_ambiguous', 'payee_suspended', 'invalid_input', ...TOLD_OF_PAID],
};

/** The same of merchants, whom transfers name. The console looks up what is typed, also before it is whole. */
const UNKNOWN_RECIPIENTS: ThrottleRule = { scope: 'unknown_recipient', most: 300, rememberedS: 600, window: true };
const TOLD_OF_RECIPIENTS: ToldByRefusals = {
  failures: ['recipient_unknown'],
  telling: ['recipient_suspended', ...TOLD_OF_PAID],
};

/** A merchant's request. Where its refusal is not told, it may be sent again with the same key. */
type Paying = Repetition & { readonly merchantId: number };
type Standing = Pick<Platform, 'db' | 'throttle'>;

function subjectsOf(rule: ThrottleRule, merchantId: number): Subjects {
  return [[rule, `merchant ${merchantId}`]];
}

/** Looks a user up for a merchant. Refuses with too_many_requests, also of users who are there, once too many were not. */
export function lookUpUser<Result>(throttle: Throttle, merchantId: number, work: () => Promise<Result>): Promise<Result> {
  return throttle.look(subjectsOf(UNKNOWN_USERS, merchantId), TOLD_OF_USERS, work);
}

/** Sends a user a merchant's money. Once too many users were not there, what is refused tells of none, and what is done is done. */
export function payUser<Result>({ db, throttle }: Standing, paying: Paying, work: () => Promise<Result>): Promise<Result> {
  const { merchantId } = paying;
  return throttle.tell(subjectsOf(UNKNOWN_USERS, merchantId), TOLD_OF_USERS, work, (refusal) =>
    giveKeyBack(db, merchantId, paying, refusal),
  );
}

/** Looks another merchant up, as `lookUpUser` does users. */
export function lookUpRecipient<Result>(throttle: Throttle, merchantId: number, work: () => Promise<Result>): Promise<Result> {
  return throttle.look(subjectsOf(UNKNOWN_RECIPIENTS, merchantId), TOLD_OF_RECIPIENTS, work);
}

/** Sends another merchant money, as `payUser` does users. */
export function payRecipient<Result>({ db, throttle }: Standing, paying: Paying, work: () => Promise<Result>): Promise<Result> {
  const { merchantId } = paying;
  return throttle.tell(subjectsOf(UNKNOWN_RECIPIENTS, merchantId), TOLD_OF_RECIPIENTS, work, (refusal) =>
    giveKeyBack(db, merchantId, paying, refusal),
  );
}
