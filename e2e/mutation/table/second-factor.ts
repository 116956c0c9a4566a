import { type Mutant, mutantsOf } from '../mutant.ts';

const PLATFORM = 'server/src/platform';
const AUTH = [
  'server/src/features/auth/second-factor.test.ts',
  'server/src/features/auth/login.test.ts',
  'server/src/features/transfer/transfer.test.ts',
];
const LIMITS = [...AUTH, 'server/src/features/auth/access.test.ts'];

const MEMBERS = ['server/src/features/member/member.test.ts', 'server/src/features/member/acting.test.ts'];

/** Authenticator codes and the counting of failures. */
export const SECOND_FACTOR_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(`${PLATFORM}/security/totp.ts`, AUTH, [
    ['if (BigInt(step) <= totp_last_step) {', 'if (BigInt(step) < totp_last_step) {', 'a code is good twice'],
    ['WINDOW_STEPS = 1', 'WINDOW_STEPS = 10', 'a code is good for minutes'],
    ['WINDOW_STEPS = 1', 'WINDOW_STEPS = 0', 'clocks may not differ at all'],
    ['/ PERIOD_S) + delta', '/ PERIOD_S)', 'the step of an early code is taken for the current one'],
    ['if (locked) await sessions.end(session);', '', 'who guesses codes keeps the session'],
    ['    await throttle.takeBack(counted);\n', '', 'a used code counts as a guess'],
    ['await throttle.clear(guesses);', '', 'a right code makes up for no wrong one'],
  ]),
  ...mutantsOf(`${PLATFORM}/security/member-login.ts`, AUTH, [
    [
      "select(['totp_secret', 'totp_last_step'])\n      .where('merchant_id', '=', BigInt(merchantId))\n      .forUpdate()",
      "select(['totp_secret', 'totp_last_step'])\n      .where('merchant_id', '=', BigInt(merchantId))",
      'two requests use one code at the same time',
    ],
  ]),
  ...mutantsOf(`${PLATFORM}/security/member-login.ts`, MEMBERS, [
    ["if (status === 'suspended') throw refuse('access_restricted');", '', 'what a suspended merchant asked for is done'],
    [
      "if (!kept || kept.status !== 'normal' || kept.removed_at !== null) throw refuse('unauthenticated');",
      '',
      'what a suspended member asked for is done',
    ],
    ["if (!isAllowed(kept.role, permission)) throw refuse('member_not_allowed');", '', 'what a member asked for is done in another role'],
  ]),
  ...mutantsOf('server/src/features/auth/queries.ts', AUTH, [
    ['password_hash = ${password_hash} and ', '', 'a sign-in by a password that was replaced meanwhile goes on'],
    ['totp_secret is not distinct from ${totp_secret} and ', '', 'a sign-in by an authenticator that was replaced meanwhile goes on'],
  ]),
  ...mutantsOf(
    'server/src/features/wallet/sign-in.ts',
    ['server/src/features/wallet/recovery.test.ts'],
    [['rows[0].password_hash !== provenHash', 'false', 'a sign-in by a password that was replaced meanwhile goes on']],
  ),
  ...mutantsOf('server/src/features/member/service.ts', MEMBERS, [
    ["if (memberId === loginOf(context).memberId) throw refuse('member_self');", '', 'an owner resets themselves'],
    ["if (memberId === FIRST_MEMBER) throw refuse('member_first');", '', 'a team removes the login that the provider knows'],
  ]),
  ...mutantsOf('server/src/features/member/queries.ts', MEMBERS, [
    ["if (!left) throw refuse('last_owner');", '', 'a team is left without an owner'],
  ]),
  ...mutantsOf(
    `${PLATFORM}/commands/idempotency.ts`,
    ['server/src/main/unknown-parties.test.ts'],
    [
      [
        'idempotencyKey === undefined || untold instanceof RepeatedRefusal',
        'idempotencyKey === undefined',
        'a request that was refused for good succeeds later',
      ],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/security/throttle.ts`,
    ['server/src/main/unknown-parties.test.ts'],
    [
      ['failures.includes(told)) await this.count(subjects);', 'failures.includes(told)) throw error;', 'unknown parties are not counted'],
      ['await untold?.(error);', '', 'a refusal that is not told uses the key up'],
      ['else if (telling.includes(told))', 'else if (false)', 'a refusal tells who is there once too many were not'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/security/throttle.ts`,
    [`${PLATFORM}/security/throttle.test.ts`],
    [
      [
        'asked.locks_it or failures <= asked.most',
        'asked.locks_it',
        'a wrong guess among right ones at the same time makes everybody wait',
      ],
      ['asked.locks_it or failures <= asked.most', 'true', 'a right guess takes every wait away'],
      ['when is_window and throttle.forget_at > now()', 'when false', 'steady use makes everybody behind one address wait'],
      [
        'when is_window and throttle.forget_at > now()',
        'when throttle.forget_at > now()',
        'guesses are forgotten while more of them follow',
      ],
      ['coalesce(remembered_until, forget_at)', 'forget_at', 'right guesses behind one address make its window last'],
    ],
  ),
  ...mutantsOf(`${PLATFORM}/security/throttle.ts`, LIMITS, [
    ['select before.failures + 1 as failures,', 'select before.failures as failures,', 'failures are not counted up'],
    ['case when before.failures + 1 >= most\n', 'case when before.failures + 1 > most\n', 'one guess too many is borne'],
    ['wait_s * 2 ^ least(before.locks, 20)', 'wait_s', 'the wait does not double'],
    ['least(wait_s * 2 ^ least(before.locks, 20), longest_s)', 'wait_s * 2 ^ least(before.locks, 20)', 'the wait grows without a bound'],
    [
      'where throttle.locked_until is null or throttle.locked_until <= now() or throttle.forget_at <= now()',
      '',
      'who is locked out may go on',
    ],
    ['set failures = failures - 1,', 'set failures = 0,', 'one success takes all failures back'],
    ['!failures.includes(error.outcome)', 'failures.includes(error.outcome)', 'failures are taken back and others counted'],
    ['case when throttle.forget_at > now() then throttle.failures else 0 end', 'throttle.failures', 'failures are never forgotten'],
    ['if (rows.length === subjects.length) return counted;', 'return counted;', 'a lock of one subject among several is not heard'],
  ]),
  ...mutantsOf(`${PLATFORM}/security/sign-in-limits.ts`, LIMITS, [
    ['if (known) return [[KNOWN, pair]];', '', 'guesses from elsewhere lock the owner out at their own address'],
    ['    [ACCOUNT, account],', '', 'many addresses may guess at one account'],
    ['    [ADDRESS, holder],', '', 'one address may guess at many accounts'],
    ['known ? CODE_AT_KNOWN : CODE_OF_STRANGER', 'CODE_AT_KNOWN', 'a stranger with the password locks the owner out'],
  ]),
];
