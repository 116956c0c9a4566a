import { expect, test } from 'vitest';
import { fieldsOf, presetNamed, presetSpan, SPAN_PRESETS, spanOf, spanText } from './time-span.ts';

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

test('a usual span has the name by which it was chosen, as long as its ends are those', () => {
  for (const preset of SPAN_PRESETS) expect(presetNamed(preset, presetSpan(preset, now), now)).toBe(preset);
  expect(presetNamed(undefined, presetSpan('today', now), now)).toBeUndefined();
  expect(presetNamed('some day', presetSpan('today', now), now)).toBeUndefined();
  expect(presetNamed('today', { from: presetSpan('today', now).from, to: undefined }, now)).toBeUndefined();
  expect(presetNamed('today', { from: undefined, to: undefined }, now)).toBeUndefined();
  expect(presetNamed('today', presetSpan('today', new Date(2025, 2, 1)), now)).toBeUndefined();
  expect(presetSpan('lastMonth', now)).toEqual({ from: new Date(2026, 1, 1).toISOString(), to: new Date(2026, 2, 1).toISOString() });
});

test('of two usual spans with the same ends, as on the last day of a month of thirty, it is the one that was chosen', () => {
  const lastDay = new Date(2026, 10, 30, 12);
  expect(presetSpan('thisMonth', lastDay)).toEqual(presetSpan('last30Days', lastDay));
  for (const preset of ['thisMonth', 'last30Days'] as const) expect(presetNamed(preset, presetSpan(preset, lastDay), lastDay)).toBe(preset);
});

test('fields give back the span they were given, and the last minute is within it', () => {
  const span = { from: new Date(2026, 10, 21, 9, 5).toISOString(), to: new Date(2026, 10, 22, 18, 0).toISOString() };
  expect(fieldsOf(span)).toMatchObject({ firstTime: '09:05', lastDay: new Date(2026, 10, 22), lastTime: '17:59' });
  expect(spanOf(fieldsOf(span))).toEqual(span);
  expect(spanOf(fieldsOf({ from: undefined, to: undefined }))).toEqual({ from: undefined, to: undefined });
});

test('a day of which the later time was entered first is the same span, and a time that was cleared is the end of its day', () => {
  const day = new Date(2026, 10, 21);
  const span = { from: new Date(2026, 10, 21, 9).toISOString(), to: new Date(2026, 10, 21, 18, 1).toISOString() };
  expect(spanOf({ firstDay: day, lastDay: day, firstTime: '18:00', lastTime: '09:00' })).toEqual(span);
  expect(spanOf({ firstDay: day, lastDay: day, firstTime: '09:00', lastTime: '18:00' })).toEqual(span);
  expect(spanOf({ firstDay: day, lastDay: day, firstTime: '09:00', lastTime: '' }).to).toBe(new Date(2026, 10, 22).toISOString());
  expect(spanOf({ firstDay: day, lastDay: day, firstTime: '09:00', lastTime: '09:00' })).toEqual({
    from: span.from,
    to: new Date(2026, 10, 21, 9, 1).toISOString(),
  });
});

test('a span is written as days, and with times where it does not run from midnight to midnight', () => {
  const day = (date: number, hour = 0) => new Date(2026, 10, date, hour).toISOString();
  expect(spanText({ from: day(1), to: day(15) })).toBe('2026-11-01 – 2026-11-14');
  expect(spanText({ from: day(1), to: day(2) })).toBe('2026-11-01');
  expect(spanText({ from: day(1, 8), to: day(2) })).toBe('2026-11-01 08:00 – 2026-11-01 23:59');
  expect(spanText({ from: undefined, to: day(2) })).toBe('… – 2026-11-01');
});
