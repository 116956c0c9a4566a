import { createHash } from 'node:crypto';

/** What the database keeps of a token that only its bearer has: SHA-256 of its text. Tokens are random, so a fast hash is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
