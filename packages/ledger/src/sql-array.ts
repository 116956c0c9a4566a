/**
 * PostgreSQL array literals, written directly: several times faster than the driver's generic conversion, which matters for a batch
 * of a thousand postings with seventeen arrays.
 */

/** Whole numbers; undefined becomes NULL. A number that is not a safe integer is a programming error. */
export function bigintArray(values: readonly (number | bigint | undefined)[]): string {
  for (const value of values) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
  }
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function textArray(values: readonly string[]): string {
  return `{${values.map(quote).join(',')}}`;
}

/** UUIDs; undefined becomes NULL. */
export function uuidArray(values: readonly (string | undefined)[]): string {
  return `{${values.map((value) => (value === undefined ? 'NULL' : quote(value))).join(',')}}`;
}

/** JSON values; undefined becomes NULL. */
export function jsonArray(values: readonly unknown[]): string {
  return `{${values.map((value) => (value === undefined ? 'NULL' : quote(JSON.stringify(value)))).join(',')}}`;
}

export function byteaArray(values: readonly Buffer[]): string {
  return `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`;
}

/** Points in time to the millisecond; undefined becomes NULL. */
export function timeArray(values: readonly (Date | undefined)[]): string {
  return `{${values.map((value) => value?.toISOString() ?? 'NULL').join(',')}}`;
}

const PLAIN = /^[A-Za-z0-9_-]+$/;

function quote(value: string): string {
  // The bare word NULL would be read as a null, in any case.
  return PLAIN.test(value) && value.length !== 4 ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;
}
