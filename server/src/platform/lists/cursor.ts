import { createHash } from 'node:crypto';
import { isUuid } from '../database/uuid.ts';
import { wrongField } from '../http/refusal.ts';

/** What a part of a cursor may be, so that PostgreSQL takes it as the type that it is compared with. */
export type PartKind = 'instant' | 'integer' | 'natural' | 'uuid' | 'text';

const CHECKS: Readonly<Record<PartKind, (part: string) => boolean>> = {
  instant: (part) => /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(part) && isReal(part.slice(0, 19)),
  integer: (part) => /^-?\d{1,18}$/.test(part),
  natural: (part) => /^\d{1,18}$/.test(part),
  uuid: isUuid,
  // PostgreSQL takes no NUL inside a text.
  text: (part) => !part.includes('\0'),
};

/** JavaScript reads the 31st of February as the 3rd of March; PostgreSQL does not read it at all. */
function isReal(second: string): boolean {
  const time = new Date(`${second}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(second);
}

/** SQL for a timestamptz column as the `instant` of a cursor: to the microsecond, which a Date does not hold. */
export function instantText(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/**
 * A cursor says where a page ended: the sorted values and the key of its last row, as PostgreSQL writes them. It is bound to its list and order
 * ("/v1/merchant/transfer/query create_time.desc") and says nothing about whose rows may be seen.
 */
export function writeCursor(order: string, parts: readonly string[]): string {
  return Buffer.from(JSON.stringify([markOf(order), ...parts])).toString('base64url');
}

/** An order's name in few characters, as a cursor is short. */
function markOf(order: string): string {
  return createHash('sha256').update(order).digest('base64url').slice(0, 12);
}

/** The parts of a cursor. Refuses with invalid_input one that another list wrote, or this one under another order. */
export function readCursor(cursor: string, order: string, kinds: readonly PartKind[]): readonly string[] {
  const [mark, ...parts] = partsOf(cursor);
  if (mark === markOf(order) && parts.length === kinds.length && kinds.every((kind, index) => CHECKS[kind](parts[index] ?? '')))
    return parts;
  throw wrongField('cursor', 'cursor');
}

function partsOf(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
