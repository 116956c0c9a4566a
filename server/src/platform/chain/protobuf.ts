/** As much of protobuf as a transaction of TRON is made of: numbers that are not negative, and bytes. */

/** A field with its number; one whose value is zero or empty is not written. */
export type Field = readonly [number: number, value: bigint | Uint8Array];

const WIRE = { varint: 0n, bytes: 2n } as const;

/** Fields in the order in which they are given. */
export function writeFields(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'bigint') return value === 0n ? [] : [varint(tag(number, WIRE.varint)), varint(value)];
      return value.length === 0 ? [] : [varint(tag(number, WIRE.bytes)), varint(BigInt(value.length)), value];
    }),
  );
}

/** The fields of a message by their numbers; throws where it is cut off, has a field twice, or one of another type. */
export function readFields(message: Uint8Array): ReadonlyMap<number, bigint | Buffer> {
  const bytes = Buffer.from(message);
  const fields = new Map<number, bigint | Buffer>();
  let at = 0;
  const next = (): bigint => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined || shift > 63n) throw new Error('the message is cut off');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7n;
    }
  };
  while (at < bytes.length) {
    const key = next();
    const number = Number(key >> 3n);
    if (fields.has(number)) throw new Error(`the message has field ${number} twice`);
    if ((key & 7n) === WIRE.varint) fields.set(number, next());
    else if ((key & 7n) === WIRE.bytes) {
      const length = Number(next());
      if (at + length > bytes.length) throw new Error('the message is cut off');
      fields.set(number, bytes.subarray(at, at + length));
      at += length;
    } else throw new Error(`field ${number} is neither a number nor bytes`);
  }
  return fields;
}

const tag = (number: number, wire: bigint): bigint => (BigInt(number) << 3n) | wire;

function varint(value: bigint): Buffer {
  if (value < 0n) throw new Error('a negative number is not written');
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}
