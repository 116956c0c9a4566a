import { randomBytes } from 'node:crypto';

const MERCHANT_BYTES = 6;
export const TOKEN_RANDOM_BYTES = 16;

/**
 * The unguessable part of a payment page's address. It begins with the merchant's id, so that the order behind it is
 * found without a search across owners; the 128 random bits are what keeps it from being guessed.
 */
export function newOrderToken(merchantId: number): string {
  return ownedToken(merchantId, randomBytes(TOKEN_RANDOM_BYTES));
}

/** The same with bytes that nobody can guess, TOKEN_RANDOM_BYTES of them. */
export function ownedToken(merchantId: number, unguessable: Buffer): string {
  const owner = Buffer.alloc(MERCHANT_BYTES);
  owner.writeUIntBE(merchantId, 0, MERCHANT_BYTES);
  return Buffer.concat([owner, unguessable]).toString('base64url');
}

/** The merchant whose order a token names; the order itself may not exist. */
export function merchantIdOfOrderToken(token: string): number | undefined {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === MERCHANT_BYTES + TOKEN_RANDOM_BYTES ? bytes.readUIntBE(0, MERCHANT_BYTES) : undefined;
}
