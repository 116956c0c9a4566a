import { CallRefused } from '@purser/client/transport';
import { refusedField } from '@purser/console-kit/refused-field';
import { staffSetUp } from '@purser/contract/features/staff-auth';
import { LONGEST_PASSWORD } from '@purser/contract/limits';
import { GOOGLE_CODE_DIGITS } from '@purser/ui/google-code-field';
import type { useT } from './texts.ts';

type T = ReturnType<typeof useT>;

export interface SetUpFields {
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly again: string;
  readonly code: string;
}

export type SetUpProblems = Partial<Record<keyof SetUpFields, string>>;

/** As the contract has them: small letters, digits and a few signs; a password without spaces. */
const USERNAME = /^[a-z0-9][a-z0-9._@-]{2,63}$/;
const PASSWORD = /^[\x21-\x7e]*$/;

/** What an account must fulfil: the first admin also chooses name and username. */
interface Rules {
  readonly isFirst: boolean;
  /** Characters of a password. */
  readonly minimum: number;
}

/** What is wrong with what one chooses for oneself; name and username are the first admin's to choose. */
export function problemsOf({ name, username, password, again }: SetUpFields, { isFirst, minimum }: Rules, t: T): SetUpProblems {
  const limits = { minimum, maximum: LONGEST_PASSWORD };
  const isFit = PASSWORD.test(password) && password.length >= minimum && password.length <= LONGEST_PASSWORD;
  return {
    ...(isFirst && name.trim() === '' && { name: t('setUp.nameRequired') }),
    ...(isFirst && !USERNAME.test(username.trim()) && { username: t('setUp.usernameHint') }),
    ...(!isFit && { password: t('setUp.passwordUnfit', limits) }),
    ...(password !== again && { again: t('setUp.differs') }),
  };
}

export function codeProblems({ code }: SetUpFields, t: T): SetUpProblems {
  return code.length < GOOGLE_CODE_DIGITS ? { code: t('setUp.codeRequired', { digits: GOOGLE_CODE_DIGITS }) } : {};
}

const FIELDS: Readonly<Record<string, keyof SetUpFields>> = {
  name: 'name',
  username: 'username',
  password: 'password',
  google_code: 'code',
  passkey: 'code',
};

/** What the server refused, at the field that it concerns; empty when it concerns none. */
export function refusalProblems(error: unknown): SetUpProblems {
  const refused = error instanceof CallRefused ? refusedField(staffSetUp, error) : undefined;
  const field = refused && FIELDS[refused.field];
  return field ? { [field]: refused.text } : {};
}
