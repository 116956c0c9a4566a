import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

const cells = [
  [true, false],
  [false, true],
];

test('draws every dark cell inside the margin', () => {
  expect(qrPath(cells, { size: 60, margin: 20, dotScale: 1 })).toBe('M20 20h10v10h-10zM30 30h10v10h-10z');
});

test('a smaller dot stays in the middle of its cell', () => {
  expect(qrPath([[true]], { size: 50, margin: 20, dotScale: 0.5 })).toBe('M22.5 22.5h5v5h-5z');
});

test('refuses a dot scale of 0 or above 1, and a margin that leaves no room', () => {
  expect(() => qrPath(cells, { size: 60, margin: 20, dotScale: 0 })).toThrow(RangeError);
  expect(() => qrPath(cells, { size: 60, margin: 20, dotScale: 1.1 })).toThrow(RangeError);
  expect(() => qrPath(cells, { size: 40, margin: 20, dotScale: 1 })).toThrow(RangeError);
});
