import { randomBytes } from 'node:crypto';

const OWNER_BYTES = 6;
const RANDOM_BYTES = 16;

/** Names a file: its owner's id, so that it is found without a search across owners, and 128 random bits, so that nobody guesses it. */
export function newFileId(ownerId: number): string {
  const bytes = Buffer.alloc(OWNER_BYTES + RANDOM_BYTES);
  bytes.writeUIntBE(ownerId, 0, OWNER_BYTES);
  randomBytes(RANDOM_BYTES).copy(bytes, OWNER_BYTES);
  return bytes.toString('base64url');
}

/** Whose file an id names; the file itself may not exist. */
export function ownerOfFileId(fileId: string): number {
  return Buffer.from(fileId, 'base64url').readUIntBE(0, OWNER_BYTES);
}
