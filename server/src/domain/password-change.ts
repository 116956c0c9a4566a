import { refuse } from '../platform/http/refusal.ts';
import type { Platform } from '../platform/platform.ts';
import { hashPassword, passwordMatches } from '../platform/security/passwords.ts';
import type { Subjects } from '../platform/security/throttle.ts';

interface Asked {
  readonly key_id: string;
  /** Both encrypted, each with a nonce of its own. */
  readonly old_password: string;
  readonly new_password: string;
}

interface Changing {
  /** What guesses at the present password count as. */
  readonly guesses: Subjects;
  /** The kept hash of the present password. */
  readonly present: () => Promise<string | null | undefined>;
  /** Refuses a password that may not be chosen. */
  readonly fit: (wanted: string) => string | Promise<string>;
  readonly noteWrong?: () => void;
}

/** A change of one's own password that was found to be in order. */
export interface PasswordChange {
  /** Of the new one. */
  readonly password_hash: string;
  /** The hash that the present one was compared with: in the transaction it must still be the one that is kept. */
  readonly replaces: string;
}

/**
 * Reads and checks a change of one's own password; slow, so before the transaction. Refuses with password_message_refused, too_many_requests,
 * old_password_wrong and with what `fit` refuses, in this order.
 */
export async function checkPasswordChange(
  { passwordMessages, throttle }: Pick<Platform, 'passwordMessages' | 'throttle'>,
  { key_id, old_password, new_password }: Asked,
  { guesses, present, fit, noteWrong }: Changing,
): Promise<PasswordChange> {
  const old = await passwordMessages.read({ key_id, password: old_password });
  const wanted = await passwordMessages.read({ key_id, password: new_password });
  const replaces = await throttle.attempt(guesses, ['old_password_wrong'], async () => {
    const kept = await present();
    if (await passwordMatches(kept, old)) return kept as string;
    noteWrong?.();
    throw refuse('old_password_wrong');
  });
  const chosen = await fit(wanted);
  if (chosen === old) throw refuse('password_unchanged');
  return { password_hash: await hashPassword(chosen), replaces };
}
