import { hash, verify } from '@node-rs/argon2';

/** Argon2id as OWASP's Password Storage Cheat Sheet asks for: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
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
