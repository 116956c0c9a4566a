import { expect, test } from 'vitest';
import { fromLocalField, presetSpan, SPAN_PRESETS, toLocalField } from './time-span.ts';

const now = new Date(2026, 2, 1, 15, 30);

test('spans begin and end at local midnights, the end exclusive', () => {
  expect(presetSpan('today', now)).toEqual({ from: new Date(2026, 2, 1).toISOString(), to: new Date(2026, 2, 2).toISOString() });
  expect(presetSpan('yesterday', now)).toEqual({ from: new Date(2026, 1, 28).toISOString(), to: new Date(2026, 2, 1).toISOString() });
  expect(presetSpan('last30Days', now).from).toBe(new Date(2026, 0, 31).toISOString());
  expect(presetSpan('thisMonth', new Date(2026, 11, 31))).toEqual({
    from: new Date(2026, 11, 1).toISOString(),
    to: new Date(2027, 0, 1).toISOString(),
  });
});

test('every preset is a span forwards', () => {
  for (const preset of SPAN_PRESETS) {
    const { from = '', to = '' } = presetSpan(preset, now);
    expect(from < to).toBe(true);
  }
});

test('a field gives back the instant it was given, to the minute', () => {
  const instant = new Date(2026, 10, 21, 9, 5).toISOString();
  expect(toLocalField(instant)).toBe('2026-11-21T09:05');
  expect(fromLocalField(toLocalField(instant))).toBe(instant);
  expect(fromLocalField('')).toBeUndefined();
  expect(toLocalField(undefined)).toBe('');
});
