import { expect, it } from 'vitest';
import { zoneOfToday } from './zone-name.ts';

/** What a zone's clocks show in January and in July. */
const clocks = (timeZone: string): string[] =>
  ['2026-01-15T00:00:00Z', '2026-07-15T00:00:00Z'].map((moment) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'long' }).format(new Date(moment)),
  );

it('calls a zone by the name that it has today', () => {
  expect(zoneOfToday('Asia/Saigon')).toBe('Asia/Ho_Chi_Minh');
  expect(zoneOfToday('Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(zoneOfToday('constructor')).toBe('constructor');
});

it('means the same zone, of every zone that is listed here', () => {
  for (const zone of ['UTC', ...Intl.supportedValuesOf('timeZone')]) expect(clocks(zoneOfToday(zone)), zone).toEqual(clocks(zone));
});
