/**
 * One-dimensional PostgreSQL arrays in the binary form that `array_recv` reads: a fraction of the work of literals on both sides, which
 * matters for a batch of a thousand postings with eighteen arrays. A parameter that is given one must be known as an array of just that
 * type, best by a cast (`$1::bigint[]`): the text form would be converted, this one is refused. undefined becomes NULL.
 */

/** The types' object ids, the same in every PostgreSQL (pg_type.dat). */
const OID = { bytea: 17, bigint: 20, integer: 23, text: 25, timestamptz: 1184, uuid: 2950, jsonb: 3802 } as const;

/** Whole numbers of 64 bits. A number that is not a safe integer is a programming error. */
export function bigintArray(values: readonly (number | bigint | undefined)[]): Buffer {
  return fixedArray(OID.bigint, 8, values, (view, at, value) => {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
    view.setBigInt64(at, BigInt(value));
  });
}

/** Whole numbers of 32 bits: places and counts. */
export function integerArray(values: readonly (number | undefined)[]): Buffer {
  return fixedArray(OID.integer, 4, values, (view, at, value) => view.setInt32(at, value));
}

/** Points in time to the millisecond. */
export function timeArray(values: readonly (Date | undefined)[]): Buffer {
  return fixedArray(OID.timestamptz, 8, values, (view, at, value) => view.setBigInt64(at, BigInt(value.getTime() - YEAR_2000_MS) * 1_000n));
}

/** UUIDs in lower case, as PostgreSQL spells them. */
export function uuidArray(values: readonly (string | undefined)[]): Buffer {
  return fixedArray(OID.uuid, 16, values, (view, at, value) => {
    const written = Buffer.from(view.buffer).write(value.replaceAll('-', ''), at, 16, 'hex');
    if (written !== 16 || value.length !== 36) throw new RangeError(`${value} is not a UUID`);
  });
}

export function textArray(values: readonly string[]): Buffer {
  return variableArray(
    OID.text,
    values.map((value) => Buffer.from(value)),
  );
}

export function byteaArray(values: readonly Buffer[]): Buffer {
  return variableArray(OID.bytea, values);
}

/** JSON values. */
export function jsonArray(values: readonly unknown[]): Buffer {
  // jsonb is sent as a version and the text.
  return variableArray(
    OID.jsonb,
    values.map((value) => (value === undefined ? undefined : Buffer.from(`\u0001${JSON.stringify(value)}`))),
  );
}

/** PostgreSQL counts its microseconds from the year 2000. */
const YEAR_2000_MS = Date.UTC(2000);
const HEADER_BYTES = 20;
/** Of an array without elements, which has no dimension either. */
const EMPTY_BYTES = 12;
const NULL_LENGTH = -1;

function fixedArray<Value>(
  oid: number,
  bytes: number,
  values: readonly (Value | undefined)[],
  write: (view: DataView, at: number, value: Value) => void,
): Buffer {
  const view = arrayOf(oid, values.length, values.length * (4 + bytes));
  let at = HEADER_BYTES;
  for (const value of values) {
    view.setInt32(at, value === undefined ? NULL_LENGTH : bytes);
    at += 4;
    if (value === undefined) continue;
    write(view, at, value);
    at += bytes;
  }
  return Buffer.from(view.buffer, 0, values.length === 0 ? EMPTY_BYTES : at);
}

function variableArray(oid: number, values: readonly (Buffer | undefined)[]): Buffer {
  const bytes = values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), 0);
  const view = arrayOf(oid, values.length, bytes);
  const array = Buffer.from(view.buffer);
  let at = HEADER_BYTES;
  for (const value of values) {
    view.setInt32(at, value?.length ?? NULL_LENGTH);
    at += 4;
    if (value) array.set(value, at);
    at += value?.length ?? 0;
  }
  return array;
}

/** Room for the elements behind the header: dimensions, whether there are nulls, the type, and of the one dimension its length and first place. */
function arrayOf(oid: number, length: number, bytes: number): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(length === 0 ? EMPTY_BYTES : HEADER_BYTES + bytes));
  view.setInt32(8, oid);
  if (length === 0) return view;
  view.setInt32(0, 1);
  view.setInt32(4, 1);
  view.setInt32(12, length);
  view.setInt32(16, 1);
  return view;
}
