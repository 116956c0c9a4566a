import { CallRefused, NoAnswer } from '@purser/client/transport';
import { LONGEST_PASSWORD, LONGEST_USERNAME } from '@purser/contract/limits';
import { GOOGLE_CODE_DIGITS } from '@purser/ui/google-code-input';
import { toast } from '@purser/ui/toast';
import type { T } from '../../shared/i18n.tsx';

export interface LoginFields {
  readonly username: string;
  readonly password: string;
  readonly code: string;
}

export type LoginProblems = Partial<Record<keyof LoginFields, string>>;

/** What is wrong with the fields, in the user's words; empty when they may be sent. */
export function problemsOf({ username, password, code }: LoginFields, codeNeeded: boolean, t: T): LoginProblems {
  const problems: LoginProblems = {};
  if (username.trim() === '') problems.username = t('login.usernameRequired');
  else if (username.trim().length > LONGEST_USERNAME) problems.username = t('login.usernameTooLong', { limit: LONGEST_USERNAME });
  if (password === '') problems.password = t('login.passwordRequired');
  else if (password.length > LONGEST_PASSWORD) problems.password = t('login.passwordTooLong', { limit: LONGEST_PASSWORD });
  if (!codeNeeded) return problems;
  if (code === '') problems.code = t('login.codeRequired');
  else if (code.length > GOOGLE_CODE_DIGITS) problems.code = t('login.codeTooLong', { limit: GOOGLE_CODE_DIGITS });
  else if (code.length < GOOGLE_CODE_DIGITS) problems.code = t('login.codeTooShort', { limit: GOOGLE_CODE_DIGITS });
  return problems;
}

const FIELD_OF_OUTCOME: Readonly<Record<string, keyof LoginFields>> = {
  wrong_credentials: 'password',
  wrong_google_code: 'code',
  google_code_used: 'code',
};

/** What the server refused, at the field that it concerns; empty when it concerns none. */
export function refusalProblems(error: unknown): LoginProblems {
  const field = error instanceof CallRefused ? FIELD_OF_OUTCOME[error.outcome] : undefined;
  return field === undefined ? {} : { [field]: (error as CallRefused).message };
}

/** What concerns no field is told by a toast; whoever is led to another page reads why there. */
export function tellFailure(error: unknown, t: T): void {
  if (error instanceof NoAnswer) toast.error(t(`failure.${error.reason}`));
  else if (error instanceof CallRefused && !TOLD_ELSEWHERE.has(error.outcome)) toast.error(error.message);
}

const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['maintenance', 'access_restricted', 'login_ip_refused', 'unauthenticated']);
