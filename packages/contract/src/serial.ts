/**
 * Serial numbers that people read to each other: a prefix for the kind, the time in Crockford base 32 (so that
 * they sort by time and have no I, L, O or U), then random characters so that two made at once differ.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const EPOCH_MS = Date.UTC(2024, 0, 1);
const TIME_CHARS = 8;
const RANDOM_CHARS = 6;

export const SERIAL_PREFIXES = {
  payment: 'PO',
  transfer: 'TR',
  adjustment: 'AD',
  issuance: 'IS',
  reward: 'RW',
} as const;
export type SerialKind = keyof typeof SERIAL_PREFIXES;

export function newSerialNumber(kind: SerialKind, nowMs: number = Date.now()): string {
  let time = '';
  for (let rest = nowMs - EPOCH_MS, i = 0; i < TIME_CHARS; i += 1, rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time;
  }
  let random = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_CHARS))) random += ALPHABET.charAt(byte % 32);
  return `${SERIAL_PREFIXES[kind]}${time}${random}`;
}
