import { expect, it } from 'vitest';
import { type PartKind, readCursor, writeCursor } from './cursor.ts';

const ORDER = 'create_time.desc';
const TIME = '2026-11-21T08:00:00.123456Z';
const cursor = (value: string, key = 'TR1', order = ORDER) => writeCursor(order, [value, key]);
const read = (text: string, kind: PartKind = 'instant') => readCursor(text, ORDER, [kind, 'text']);

it.each<[PartKind, string]>([
  ['instant', TIME],
  ['integer', '-123456789012345678'],
  ['natural', '123456789012345678'],
  ['uuid', '019ab1f0-7d3c-7000-8000-0123456789ab'],
  ['text', "'; drop table"],
])('gives back the place, to the microsecond and to the minor unit: %s', (kind, value) => {
  expect(read(cursor(value), kind)).toEqual([value, 'TR1']);
});

it.each([
  '2026-02-31T00:00:00.000000Z',
  '2026-13-01T00:00:00.000000Z',
  '2026-01-01T24:00:00.000000Z',
  '2026-01-01T23:59:60.000000Z',
  '0000-01-01T00:00:00.000000Z',
  '2026-01-01T00:00:00.000Z',
  "2026-01-01T00:00:00.000000Z'",
  'now',
  'infinity',
  '',
])('invalid_input for the time %j, at which PostgreSQL would fail', (value) => {
  expect(() => read(cursor(value))).toThrow(
    expect.objectContaining({
      outcome: 'invalid_input',
      data: { fields: [{ field: 'cursor', problem: 'must be the cursor of the page before, asked for in the same order' }] },
    }),
  );
});

it.each<[PartKind, string]>([
  ...['', '1e3', '1.5', '９', '1234567890123456789'].map((value): [PartKind, string] => ['integer', value]),
  ['natural', '-1'],
  ['uuid', '019ab1f0'],
  ['uuid', '019ab1f07d3c70008000-0123456789ab'],
  ['text', 'a\0'],
])('invalid_input for the %s %j', (kind, value) => {
  expect(() => read(cursor(value), kind)).toThrow('invalid_input');
});

it.each([
  ['of another order', cursor(TIME, 'TR1', 'create_time.asc')],
  ['that is empty', ''],
  ['that is no base64', '%%%'],
  ['that is no JSON', Buffer.from('[').toString('base64url')],
  ['that is null', Buffer.from('null').toString('base64url')],
  ['with too few parts', writeCursor(ORDER, [TIME])],
  ['with a part too many', writeCursor(ORDER, [TIME, 'a', 'b'])],
  ['with a number', Buffer.from(`["${ORDER}","${TIME}",1]`).toString('base64url')],
  ['with NUL in its key', cursor(TIME, 'a\0')],
])('invalid_input for a cursor %s', (_, text) => {
  expect(() => read(text)).toThrow('invalid_input');
});
