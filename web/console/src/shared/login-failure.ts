import { CallRefused, NoAnswer, NotSent } from '@purser/client/transport';
import { toast } from '@purser/ui/toast';
import type { T } from './i18n.tsx';

export interface LoginFields {
  readonly username: string;
  readonly password: string;
  readonly code: string;
}

export type LoginProblems = Partial<Record<keyof LoginFields, string>>;

const FIELD_OF_OUTCOME: Readonly<Record<string, keyof LoginFields>> = {
  wrong_credentials: 'password',
  password_unfit: 'password',
  wrong_google_code: 'code',
  google_code_used: 'code',
  recovery_code_wrong: 'code',
};

/** What the server refused, at the field that it concerns; empty when it concerns none. */
export function refusalProblems(error: unknown): LoginProblems {
  const field = error instanceof CallRefused ? FIELD_OF_OUTCOME[error.outcome] : undefined;
  return field === undefined ? {} : { [field]: (error as CallRefused).message };
}

/** What concerns no field is told by a toast; whoever is led to another page reads why there. */
export function tellFailure(error: unknown, t: T): void {
  if (error instanceof NoAnswer) toast.error(t(`failure.${error.reason}`));
  else if (error instanceof NotSent) toast.error(error.message);
  else if (error instanceof CallRefused && !TOLD_ELSEWHERE.has(error.outcome)) toast.error(error.message);
}

const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['maintenance', 'access_restricted', 'login_ip_refused', 'unauthenticated']);
