import { LONGEST_PASSWORD, LONGEST_USERNAME, SHORTEST_PASSWORD, SHORTEST_USERNAME } from '@purser/contract/limits';
import { isUsername } from '@purser/contract/sign-in';
import { CODE_DIGITS } from '@purser/contract/message-kinds';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import type { PayerTranslate } from '../../shared/texts.ts';

type Typed = (name: string) => string;

/** The code that was sent to an address; as people copy it, with a space or two. */
export function SentCode({ error }: { error: string | undefined }) {
  const { t } = usePage();
  return (
    <Field
      label={t('verification_code')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern={`[\\d ]{${CODE_DIGITS},${CODE_DIGITS + 2}}`}
      maxLength={CODE_DIGITS + 2}
      required
      error={error}
    />
  );
}

export function sentCodeProblem(text: Typed, t: PayerTranslate): { code?: string } {
  const isCode = new RegExp(`^\\d{${CODE_DIGITS}}$`).test(text('code').replaceAll(' ', ''));
  return isCode ? {} : { code: t('code_required') };
}

const USERNAME_RULES = { minimum: SHORTEST_USERNAME, maximum: LONGEST_USERNAME };

interface UsernameProps {
  /** As it was typed before. */
  readonly typed: string;
  readonly error: string | undefined;
}

/** The name to log in with, which its owner chooses. */
export function Username({ typed, error }: UsernameProps) {
  const { t } = usePage();
  return (
    <Field
      label={t('username')}
      hint={t('username_rules', USERNAME_RULES)}
      name="username"
      defaultValue={typed}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST_USERNAME}
      required
      error={error}
    />
  );
}

export function usernameProblem(text: Typed, t: PayerTranslate): { username?: string } {
  const username = text('username').trim();
  if (username === '') return { username: t('username_required') };
  return isUsername(username) ? {} : { username: t('username_unfit', USERNAME_RULES) };
}

const RULES = { minimum: SHORTEST_PASSWORD, maximum: LONGEST_PASSWORD };
/** Digits, letters and punctuation only. */
const PASSWORD = new RegExp(`^[\\x21-\\x7e]{${RULES.minimum},${RULES.maximum}}$`);

interface ChosenPasswordProps {
  readonly labels: readonly [string, string];
  readonly errors: { readonly password?: string; readonly password_again?: string };
  /** They were typed into a form that was refused, which no page gives back. */
  readonly onceMore: boolean;
}

/** A new login password, twice. */
export function ChosenPassword({ labels: [first, again], errors, onceMore }: ChosenPasswordProps) {
  const { t } = usePage();
  const rules = t('password_rules', RULES);
  const shared = { type: 'password', autoComplete: 'new-password', maxLength: LONGEST_PASSWORD, required: true } as const;
  return (
    <>
      <Field
        {...shared}
        label={first}
        hint={onceMore ? `${t('passwords_once_more')} ${rules}` : rules}
        name="password"
        minLength={SHORTEST_PASSWORD}
        error={errors.password}
      />
      <Field {...shared} label={again} name="password_again" error={errors.password_again} />
    </>
  );
}

export function chosenPasswordProblems(text: Typed, t: PayerTranslate): ChosenPasswordProps['errors'] {
  const isFit = PASSWORD.test(text('password'));
  return {
    ...(!isFit && { password: t('password_rules', RULES) }),
    ...(isFit && text('password') !== text('password_again') && { password_again: t('passwords_differ') }),
    ...(text('password_again') === '' && { password_again: t('password_required') }),
  };
}
