import { zoneOfToday } from '@purser/contract/zone-name';

/** A moment as clocks show it. Months count from 0, as everywhere in JavaScript. */
export interface ClockTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

const DAY_MS = 86_400_000;

let zone: { readonly name: string; readonly format: Intl.DateTimeFormat } | undefined;

/** Names the IANA zone in which times are shown and days are counted; undefined or unknown to this browser: the browser's own. */
export function setTimeZone(name: string | undefined): void {
  if (name === zone?.name) return;
  zone = name === undefined ? undefined : knownZone(name);
}

function knownZone(name: string): typeof zone {
  try {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    return { name, format: new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', calendar: 'gregory', ...parts }) };
  } catch {
    return undefined;
  }
}

/** The zone in which times are shown now. */
export function timeZoneName(): string {
  return zone?.name ?? browserZone();
}

/** The zone that the browser is set to, by its name of today. */
export function browserZone(): string {
  return zoneOfToday(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** What the zone's clocks show at a moment. */
export function clockTimeOf(date: Date): ClockTime {
  if (zone === undefined) {
    return {
      year: date.getFullYear(),
      month: date.getMonth(),
      day: date.getDate(),
      hours: date.getHours(),
      minutes: date.getMinutes(),
      seconds: date.getSeconds(),
    };
  }
  const said = Object.fromEntries(zone.format.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = said;
  return { year, month: month - 1, day, hours: hour, minutes: minute, seconds: second };
}

/**
 * The moment at which the zone's clocks show a time; days and minutes beyond their month and hour go on into the next. A time that the clocks
 * skip is as much later as they skipped, one that they show twice is the first of the two: as of the browser's own zone.
 */
export function momentAt(year: number, month: number, day: number, hours = 0, minutes = 0): Date {
  if (zone === undefined) return new Date(year, month, day, hours, minutes);
  const shown = Date.UTC(year, month, day, hours, minutes);
  const [before, after] = [shown - offsetAt(shown - DAY_MS), shown - offsetAt(shown + DAY_MS)];
  const fits = [before, after].filter((moment) => moment + offsetAt(moment) === shown);
  return new Date(fits.length === 0 ? before : Math.min(...fits));
}

/** How far the zone's clocks are ahead of UTC, in milliseconds; to the second. */
function offsetAt(moment: number): number {
  const { year, month, day, hours, minutes, seconds } = clockTimeOf(new Date(moment));
  return Date.UTC(year, month, day, hours, minutes, seconds) - Math.floor(moment / 1_000) * 1_000;
}
