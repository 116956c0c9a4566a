import { afterEach, expect, test, vi } from 'vitest';
import { formatInstant, timeText } from './instant-text.ts';
import { presetSpan, spanOf, fieldsOf, spanText } from './time-span.ts';
import { browserZone, momentAt, setTimeZone, timeZoneName } from './time-zone.ts';

afterEach(() => setTimeZone(undefined));

const iso = (...at: Parameters<typeof momentAt>) => momentAt(...at).toISOString();

test('times are the browser’s own, until a zone is named, and again when none is', () => {
  expect(timeZoneName()).toBe(browserZone());
  setTimeZone('Asia/Kolkata');
  expect(timeZoneName()).toBe('Asia/Kolkata');
  expect(formatInstant('2026-11-21T18:45:07.500Z')).toBe('2026-11-22 00:15:07');
  expect(formatInstant('2026-12-31T18:30:00Z')).toBe('2027-01-01 00:00:00');
  expect(timeText(new Date('2026-12-31T18:29:59Z'))).toBe('23:59');
  setTimeZone('Mars/Olympus');
  expect(timeZoneName()).toBe(browserZone());
});

test('the browser’s own zone is named as it is called today', () => {
  vi.stubEnv('TZ', 'Asia/Saigon');
  expect(browserZone()).toBe('Asia/Ho_Chi_Minh');
  vi.unstubAllEnvs();
});

test('days begin at the zone’s midnight', () => {
  setTimeZone('Pacific/Kiritimati');
  const now = new Date('2026-02-28T10:30:00Z');
  expect(presetSpan('today', now)).toEqual({ from: '2026-02-28T10:00:00.000Z', to: '2026-03-01T10:00:00.000Z' });
  expect(presetSpan('thisMonth', now)).toEqual({ from: '2026-02-28T10:00:00.000Z', to: '2026-03-31T10:00:00.000Z' });
  expect(spanText(presetSpan('today', now))).toBe('2026-03-01');
  const span = { from: '2026-03-01T09:05:00.000Z', to: '2026-03-02T18:00:00.000Z' };
  expect(spanOf(fieldsOf(span))).toEqual(span);
});

test('days of summer time have 23 or 25 hours', () => {
  setTimeZone('Europe/Berlin');
  expect(presetSpan('today', new Date('2026-03-29T12:00:00Z'))).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(presetSpan('today', new Date('2026-10-25T12:00:00Z'))).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
});

test('a time that clocks skip is as much later; one that they show twice is the first', () => {
  setTimeZone('Europe/Berlin');
  expect(iso(2026, 2, 29, 2, 30)).toBe('2026-03-29T01:30:00.000Z');
  expect(iso(2026, 9, 25, 2, 30)).toBe('2026-10-25T00:30:00.000Z');
  expect(iso(2026, 11, 32, 25, 61)).toBe('2027-01-02T01:01:00.000Z');
});
