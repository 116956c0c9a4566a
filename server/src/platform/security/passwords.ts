import { PASSWORD_CHARACTERS } from '@purser/contract/features/auth';
import { LONGEST_PASSWORD } from '@purser/contract/limits';
import { hash, verify } from '@node-rs/argon2';
import { refuse } from '../http/refusal.ts';

/** Argon2id as OWASP's Password Storage Cheat Sheet asks for: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** A password that somebody chose, as it may be kept. Refuses any other with password_unfit. */
export function chosenPassword(password: string, minimum: number): string {
  if (password.length >= minimum && password.length <= LONGEST_PASSWORD && PASSWORD_CHARACTERS.test(password)) return password;
  throw refuse('password_unfit', { minimum, maximum: LONGEST_PASSWORD });
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed. An account that does not exist (no hash) costs the same time as
 * one that does, so that timing tells nobody which names exist.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('there is no such account');
  const matches = await verify(stored ?? (await decoy), password);
  return stored != null && matches;
}
