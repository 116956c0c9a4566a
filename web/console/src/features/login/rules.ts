import { LONGEST_PASSWORD, LONGEST_USERNAME } from '@purser/contract/limits';
import { readRecoveryCode } from '@purser/contract/recovery-code';
import { GOOGLE_CODE_DIGITS } from '@purser/ui/google-code-field';
import type { T } from '../../shared/i18n.tsx';
import type { LoginFields, LoginProblems } from '../../shared/login-failure.ts';

/** What proves who logs in, beside the password; nothing at a first login. */
export type SecondProof = 'code' | 'recovery' | 'none';

/** What is wrong with the fields, in the user's words; empty when they may be sent. */
export function problemsOf({ username, password, code }: LoginFields, proof: SecondProof, t: T): LoginProblems {
  const problems: LoginProblems = {};
  if (username.trim() === '') problems.username = t('login.usernameRequired');
  else if (username.trim().length > LONGEST_USERNAME) problems.username = t('login.usernameTooLong', { limit: LONGEST_USERNAME });
  if (password === '') problems.password = t('login.passwordRequired');
  else if (password.length > LONGEST_PASSWORD) problems.password = t('login.passwordTooLong', { limit: LONGEST_PASSWORD });
  if (proof === 'none') return problems;
  if (proof === 'recovery') {
    if (readRecoveryCode(code) === undefined) problems.code = t('login.recoveryRequired');
  } else if (code === '') problems.code = t('login.codeRequired');
  else if (code.length > GOOGLE_CODE_DIGITS) problems.code = t('login.codeTooLong', { limit: GOOGLE_CODE_DIGITS });
  else if (code.length < GOOGLE_CODE_DIGITS) problems.code = t('login.codeTooShort', { limit: GOOGLE_CODE_DIGITS });
  return problems;
}
