import { type Mutant, mutantsOf } from '../mutant.ts';

const PLATFORM = 'server/src/platform';
const AUTH = [
  'server/src/features/auth/login.test.ts',
  'server/src/features/auth/access.test.ts',
  'server/src/features/transfer/transfer.test.ts',
];

/** Authenticator codes and the counting of failures. */
export const SECOND_FACTOR_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(`${PLATFORM}/totp.ts`, AUTH, [
    ['if (BigInt(step) <= merchant.totp_last_step) throw', 'if (BigInt(step) < merchant.totp_last_step) throw', 'a code is good twice'],
    ['WINDOW_STEPS = 1', 'WINDOW_STEPS = 10', 'a code is good for minutes'],
    ['WINDOW_STEPS = 1', 'WINDOW_STEPS = 0', 'clocks may not differ at all'],
    ['.forUpdate()', '', 'two requests use one code at the same time'],
    ['/ PERIOD_S) + delta', '/ PERIOD_S)', 'the step of an early code is taken for the current one'],
  ]),
  ...mutantsOf(`${PLATFORM}/throttle.ts`, AUTH, [
    ['failed > most', 'failed > most + 1', 'one guess too many'],
    ['failed >= most', 'failed > most', 'one guess too many is taken in turn'],
    ['then throttle.failures + 1 else 1 end', 'then throttle.failures else 1 end', 'failures are not counted up'],
    ['failures <= 1', 'failures <= 1000', 'one success takes all failures back'],
    ['!failures.includes(error.outcome)', 'failures.includes(error.outcome)', 'failures are taken back and others counted'],
  ]),
];
