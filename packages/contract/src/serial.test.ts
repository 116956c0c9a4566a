import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { newSerialNumber, SERIAL_PREFIXES, type SerialKind } from './serial.ts';

const kinds = Object.keys(SERIAL_PREFIXES) as SerialKind[];
const time = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2058, 0, 1) });

it('sorts by time as text', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      fc.pre(a !== b);
      expect(newSerialNumber('payment', a) < newSerialNumber('payment', b)).toBe(a < b);
    }),
  );
});

it('says its kind first, and no two kinds begin alike', () => {
  expect(new Set(Object.values(SERIAL_PREFIXES)).size).toBe(kinds.length);
  for (const kind of kinds) expect(newSerialNumber(kind)).toMatch(new RegExp(`^${SERIAL_PREFIXES[kind]}[0-9A-HJKMNP-TV-Z]{14}$`));
});

it('is never the same twice in one process, and sorts in the order it was made, also within one millisecond', () => {
  const now = Date.UTC(2026, 0, 1);
  const made = Array.from({ length: 100_000 }, () => newSerialNumber('transfer', now));
  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted()).toEqual(made);
});

it('differs between two processes that begin in the same millisecond', async () => {
  const now = Date.UTC(2027, 0, 1);
  vi.resetModules();
  const other = await import('./serial.ts');
  expect(other.newSerialNumber('transfer', now)).not.toBe(newSerialNumber('transfer', now));
});
