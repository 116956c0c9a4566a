import { LONGEST_PASSWORD, SHORTEST_MERCHANT_PASSWORD } from '@purser/contract/limits';
import type { useT } from './texts.ts';

export interface NewPassword {
  readonly password: string;
  readonly again: string;
}

export type PasswordProblems = Partial<Record<keyof NewPassword, string>>;

/** Digits, letters and punctuation only, as the contract has it. */
const PASSWORD = new RegExp(`^[\\x21-\\x7e]{${SHORTEST_MERCHANT_PASSWORD},${LONGEST_PASSWORD}}$`);

/** What is wrong with a password that a merchant chooses, in the user's words; empty when it may be sent. */
export function problemsOf({ password, again }: NewPassword, t: ReturnType<typeof useT>): PasswordProblems {
  if (password === '') return { password: t('setUp.passwordRequired') };
  const limits = { minimum: SHORTEST_MERCHANT_PASSWORD, maximum: LONGEST_PASSWORD };
  return {
    ...(!PASSWORD.test(password) && { password: t('setUp.passwordUnfit', limits) }),
    ...(password !== again && { again: t('setUp.differs') }),
  };
}
