import { randomBytes } from 'node:crypto';
import { tokenHash } from '../platform/security/token-hash.ts';

const MERCHANT_BYTES = 6;
const SECRET_BYTES = 32;
const TOKEN = new RegExp(`^[\\w-]{${Math.ceil(((MERCHANT_BYTES + SECRET_BYTES) * 8) / 6)}}$`);

/** What a merchant's one-time link is found by. */
export interface MerchantLinkKey {
  readonly merchantId: number;
  readonly hash: Buffer;
}

/**
 * The token of a one-time link by which a merchant chooses password and authenticator, and what the database keeps of it. It begins with the
 * merchant's id, so that the link is found without a search across owners; the 256 random bits keep it from being guessed.
 */
export function newMerchantLink(merchantId: number): { readonly token: string; readonly hash: Buffer } {
  const owner = Buffer.alloc(MERCHANT_BYTES);
  owner.writeUIntBE(merchantId, 0, MERCHANT_BYTES);
  const token = Buffer.concat([owner, randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** Whose link a token may be of; undefined for a text that cannot be one. */
export function merchantLinkKey(token: string): MerchantLinkKey | undefined {
  if (!TOKEN.test(token)) return undefined;
  return { merchantId: Buffer.from(token, 'base64url').readUIntBE(0, MERCHANT_BYTES), hash: tokenHash(token) };
}

/** Where the merchant opens it. A browser sends nothing of what stands behind the #. */
export function merchantSetUpUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/SetUp#${token}`;
}
