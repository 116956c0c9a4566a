import { randomBytes } from 'node:crypto';

const MERCHANT_BYTES = 6;
const RANDOM_BYTES = 16;

/**
 * The unguessable part of a payment page's address. It begins with the merchant's id, so that the order behind it is
 * found without a search across owners; the 128 random bits are what keeps it from being guessed.
 */
export function newOrderToken(merchantId: number): string {
  const bytes = Buffer.alloc(MERCHANT_BYTES + RANDOM_BYTES);
  bytes.writeUIntBE(merchantId, 0, MERCHANT_BYTES);
  randomBytes(RANDOM_BYTES).copy(bytes, MERCHANT_BYTES);
  return bytes.toString('base64url');
}

/** The merchant whose order a token names; the order itself may not exist. */
export function merchantIdOfOrderToken(token: string): number | undefined {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === MERCHANT_BYTES + RANDOM_BYTES ? bytes.readUIntBE(0, MERCHANT_BYTES) : undefined;
}
