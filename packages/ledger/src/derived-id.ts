import { createHash } from 'node:crypto';

/**
 * A UUID that is made of what it is about alone, so that the ledger itself refuses to post the same thing twice. Laid out as UUIDv7
 * (RFC 9562, section 5.7) with the time of what it is about, so that ids of one owner grow with time.
 */
export function derivedId(about: string, time: Date): string {
  return hashedUuid(about, { version: 7, first: time.getTime() });
}

/** A UUID of a version (RFC 9562, section 4) that begins with the 48 bits of `first`; the rest of it is the SHA-256 of a text. */
export function hashedUuid(about: string, { version, first }: { readonly version: 7 | 8; readonly first: number }): string {
  const bytes = createHash('sha256').update(about).digest().subarray(0, 16);
  bytes.writeUIntBE(first, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
