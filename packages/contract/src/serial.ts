/**
 * Serial numbers that people read to each other: a prefix for the kind, the time in Crockford base 32 (so that
 * they sort by time and have no I, L, O or U), then characters that begin at random and count on, so that two made at once
 * differ.
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
  user_withdrawal: 'WU',
  user_adjustment: 'AJ',
  usdt_recharge: 'RC',
  usdt_withdrawal: 'WC',
  chain_return: 'CR',
  fiat_withdrawal: 'WF',
  refund: 'RF',
  bank_file: 'BF',
  payment_link: 'PL',
  commission: 'CM',
  fee_gathering: 'FG',
} as const;
export type SerialKind = keyof typeof SERIAL_PREFIXES;

/** The last serial number's time and random part: within one millisecond the next one counts on from it. */
let last = { ms: Number.NaN, random: 0 };

/** Never the same twice in one process; of two processes, only if both draw the same of 2^29 beginnings in one millisecond. */
export function newSerialNumber(kind: SerialKind, nowMs: number = Date.now()): string {
  // The first of a millisecond leaves the upper half free, so that counting on never runs out of characters.
  const random = nowMs === last.ms ? last.random + 1 : randomBelow2To29();
  last = { ms: nowMs, random };
  return `${SERIAL_PREFIXES[kind]}${base32(nowMs - EPOCH_MS, TIME_CHARS)}${base32(random, RANDOM_CHARS)}`;
}

function randomBelow2To29(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 3;
}

function base32(value: number, length: number): string {
  let text = '';
  for (let rest = value, i = 0; i < length; i += 1, rest = Math.floor(rest / 32)) text = ALPHABET.charAt(rest % 32) + text;
  return text;
}
