import { expect, it } from 'vitest';
import { readCursor, writeCursor } from './list-cursor.ts';

const ORDER = 'create_time.desc';
const cursor = (value: string, key = 'TR1', order = ORDER) => writeCursor(order, { value, key });
const read = (text: string, kind: 'instant' | 'integer' = 'instant') => readCursor(text, ORDER, kind);

it('gives back the place, to the microsecond and to the minor unit', () => {
  const value = '2026-11-21T08:00:00.123456Z';
  expect(read(cursor(value))).toEqual({ value, key: 'TR1' });
  expect(read(cursor('-123456789012345678'), 'integer')).toEqual({ value: '-123456789012345678', key: 'TR1' });
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
    expect.objectContaining({ outcome: 'invalid_input', data: { fields: [{ field: 'cursor', problem: ORDER }] } }),
  );
});

it.each(['', '1e3', '1.5', '９', '1234567890123456789'])('invalid_input for the number %j', (value) => {
  expect(() => read(cursor(value), 'integer')).toThrow('invalid_input');
});

it.each([
  ['of another order', cursor('2026-11-21T08:00:00.123456Z', 'TR1', 'create_time.asc')],
  ['that is empty', ''],
  ['that is no base64', '%%%'],
  ['that is no JSON', Buffer.from('[').toString('base64url')],
  ['that is null', Buffer.from('null').toString('base64url')],
  ['with too few parts', Buffer.from(`["${ORDER}","2026-11-21T08:00:00.123456Z"]`).toString('base64url')],
  ['with a part too many', Buffer.from(`["${ORDER}","2026-11-21T08:00:00.123456Z","a","b"]`).toString('base64url')],
  ['with a number', Buffer.from(`["${ORDER}","2026-11-21T08:00:00.123456Z",1]`).toString('base64url')],
  ['with NUL in its key', cursor('2026-11-21T08:00:00.123456Z', 'a\0')],
])('invalid_input for a cursor %s', (_, text) => {
  expect(() => read(text)).toThrow('invalid_input');
});
