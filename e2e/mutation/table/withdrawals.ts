import { mutantsOf, type Mutant } from '../mutant.ts';

const FEATURE = 'server/src/features/user-withdrawal';
const CREATE = [`${FEATURE}/create.test.ts`, `${FEATURE}/limits.test.ts`];
const DECIDE = [`${FEATURE}/decide.test.ts`];

/** What merchants pay out to their users: the quota, who is paid, and that it happens once. */
export const WITHDRAWAL_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    `${FEATURE}/exemption.ts`,
    [`${FEATURE}/exemption.test.ts`],
    [
      ['if (!exemption.is_on)', 'if (false)', 'a quota that is off approves'],
      ['amount > single_limit', 'amount >= single_limit', 'the single limit itself is too much'],
      ['day.amount + amount > day_limit', 'day.amount > day_limit', 'the day is exceeded by the last withdrawal'],
      ['hour.orders + 1 > hour_count', 'hour.orders > hour_count', 'an hour has one withdrawal too many'],
    ],
  ),
  ...mutantsOf(`${FEATURE}/submission.ts`, CREATE, [
    [
      "skipLocked ? 'for no key update skip locked' : 'for no key update'",
      "skipLocked ? 'for key share skip locked' : 'for key share'",
      'two batches of a merchant use the same quota',
    ],
  ]),
  ...mutantsOf(`${FEATURE}/create.ts`, CREATE, [
    ["if (found.status === 'suspended')", 'if (false)', 'a suspended user is paid'],
    ['!found.markets.includes(market)', 'false', 'a user is paid in a market that is not theirs'],
    ['if (isAutomatic) world.limits.use(key, amount);', '', 'withdrawals of one batch exceed the quota together'],
    ['if (fee >= amount)', 'if (fee > amount)', 'a fee takes the whole amount'],
  ]),
  ...mutantsOf(`${FEATURE}/kind.ts`, DECIDE, [
    ["event === 'approve' && suspended.has(order.payee_id)", 'false', 'a user who was suspended meanwhile is paid'],
  ]),
  ...mutantsOf('server/src/domain/payee.ts', CREATE, [
    ["if (payers > 1) return 'payee_ambiguous';\n    return user_id", 'return user_id', 'one of several payers is chosen'],
    ['payment_order.merchant_id = asked.merchant_id and', 'true and', "another merchant's account names the user"],
  ]),
];
