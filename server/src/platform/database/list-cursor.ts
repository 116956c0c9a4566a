import { refuse } from '../http/refusal.ts';

/**
 * Where a page of a list ended: the sorted value and the key of its last row, as PostgreSQL writes them, so that no
 * microsecond is lost on the way. A cursor is bound to its order; it says nothing about whose rows may be seen.
 */
export interface Place {
  readonly value: string;
  readonly key: string;
}

const VALUE_CHECKS = {
  instant: (value: string) => /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value) && isReal(value.slice(0, 19)),
  integer: (value: string) => /^-?\d{1,18}$/.test(value),
} as const;

/** JavaScript reads the 31st of February as the 3rd of March; PostgreSQL does not read it at all. */
function isReal(second: string): boolean {
  const time = new Date(`${second}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(second);
}

/** How a timestamptz column becomes a cursor's value. */
export function instantText(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** @param order what the list is sorted by and which way: "create_time.desc" */
export function writeCursor(order: string, { value, key }: Place): string {
  return Buffer.from(JSON.stringify([order, value, key])).toString('base64url');
}

/** Refuses a cursor that this list did not make, or made under another order. */
export function readCursor(cursor: string, order: string, kind: keyof typeof VALUE_CHECKS): Place {
  const [wasOrder, value, key, ...rest] = partsOf(cursor);
  if (wasOrder !== order || value === undefined || key === undefined || rest.length > 0 || !VALUE_CHECKS[kind](value)) {
    throw refuse('invalid_input', { field: 'cursor' }, { fields: [{ field: 'cursor', problem: order }] });
  }
  return { value, key };
}

function partsOf(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    // PostgreSQL takes no NUL inside a text.
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string' && !part.includes('\0')) ? (parts as string[]) : [];
  } catch {
    return [];
  }
}
