import { createHash } from 'node:crypto';
import type { Secrets } from '../../platform/security/secrets.ts';
import type { StatedCoin } from './tree.ts';

const KEY_BYTES = 16;

/** Shuffles the owners of a statement: whoever does not know it cannot tell whose leaf stands where. */
export function orderSalt(secrets: Secrets, statementId: string): Buffer {
  return secrets.mac('liability-order', statementId);
}

/** What the leaf of account `a` is ordered by, in SQL, where `$1` is the salt. */
export const ORDER_KEY = `substring(sha256($1::bytea || int8send(a.owner_id) || convert_to(a.coin::text, 'UTF8')) for ${KEY_BYTES})`;

/** The same, by which an owner's leaf in a coin is found. */
export function orderKey(salt: Buffer, ownerId: number, coin: string): Buffer {
  const owner = Buffer.alloc(8);
  owner.writeBigInt64BE(BigInt(ownerId));
  return createHash('sha256').update(salt).update(owner).update(coin).digest().subarray(0, KEY_BYTES);
}

/** Where an owner's key stands among the keys of a tile. */
export function placeOf(key: Buffer, keys: Buffer): number | undefined {
  for (let at = 0; at < keys.length; at += KEY_BYTES) if (key.equals(keys.subarray(at, at + KEY_BYTES))) return at / KEY_BYTES;
  return undefined;
}

/** Without it a leaf's hash would tell its balance to whoever tries all likely ones. Derived, so nothing is kept. */
export function nonceOf(secrets: Secrets, { statement_id, coin }: StatedCoin, ownerId: number): Buffer {
  return secrets.mac('liability-nonce', `${statement_id}:${coin}:${ownerId}`);
}
