import { timeText } from './instant-text.ts';
import { clockTimeOf, momentAt } from './time-zone.ts';

/** A span of time: from inclusive, to exclusive; an open end is undefined. ISO instants. */
export interface TimeSpan {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const SPAN_PRESETS = ['today', 'yesterday', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth'] as const;
export type SpanPreset = (typeof SPAN_PRESETS)[number];

/** A usual span in local days, as the calendar counts them (a day may have 23 or 25 hours); the end is the next midnight. */
export function presetSpan(preset: SpanPreset, now: Date = new Date()): TimeSpan {
  const { year, month: thisMonth, day: today } = clockTimeOf(now);
  const midnight = (day: number, month = thisMonth): string => momentAt(year, month, day).toISOString();
  switch (preset) {
    case 'today':
      return { from: midnight(today), to: midnight(today + 1) };
    case 'yesterday':
      return { from: midnight(today - 1), to: midnight(today) };
    case 'last7Days':
      return { from: midnight(today - 6), to: midnight(today + 1) };
    case 'last30Days':
      return { from: midnight(today - 29), to: midnight(today + 1) };
    case 'thisMonth':
      return { from: midnight(1), to: midnight(1, thisMonth + 1) };
    case 'lastMonth':
      return { from: midnight(1, thisMonth - 1), to: midnight(1) };
  }
}

/** The usual span that was chosen by a name, as long as the two ends are its own. The ends alone tell no name: on some days two usual spans have the same. */
export function presetNamed(name: string | undefined, { from, to }: TimeSpan, now: Date = new Date()): SpanPreset | undefined {
  const preset = SPAN_PRESETS.find((one) => one === name);
  const span = preset && presetSpan(preset, now);
  return span && same(span.from, from) && same(span.to, to) ? preset : undefined;
}

function same(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && Date.parse(one) === Date.parse(other);
}

/** The span as local days; with times of day where it does not run from midnight to midnight. The last day or minute is within it. */
export function spanText({ from, to }: TimeSpan): string {
  const { firstDay, lastDay, firstTime, lastTime } = fieldsOf({ from, to });
  const whole = firstTime === WHOLE_DAY.firstTime && lastTime === WHOLE_DAY.lastTime;
  if (whole && firstDay !== undefined && lastDay !== undefined && calendarDay(firstDay) === calendarDay(lastDay))
    return calendarDay(firstDay);
  const end = (day: Date | undefined, time: string): string =>
    day === undefined ? '…' : whole ? calendarDay(day) : `${calendarDay(day)} ${time}`;
  return `${end(firstDay, firstTime)} – ${end(lastDay, lastTime)}`;
}

/** A span as somebody enters it: days of the calendar, each as a midnight of the browser's, and the first and the last minute that are meant. */
export interface SpanFields {
  readonly firstDay: Date | undefined;
  readonly lastDay: Date | undefined;
  /** `HH:MM` */
  readonly firstTime: string;
  readonly lastTime: string;
}

const WHOLE_DAY = { firstTime: '00:00', lastTime: '23:59' } as const;
const MINUTE_MS = 60_000;

/** The fields that a span fills. */
export function fieldsOf({ from, to }: TimeSpan): SpanFields {
  const first = from === undefined ? undefined : new Date(from);
  // The end is exclusive; the minute before it is the last one.
  const last = to === undefined ? undefined : new Date(Date.parse(to) - MINUTE_MS);
  return {
    firstDay: first && calendarDate(first),
    lastDay: last && calendarDate(last),
    firstTime: first ? timeText(first) : WHOLE_DAY.firstTime,
    lastTime: last ? timeText(last) : WHOLE_DAY.lastTime,
  };
}

/** The span that filled fields mean; a time that is empty is the end of its day. Of two ends entered the wrong way round the earlier one is the first. */
export function spanOf({ firstDay, lastDay, firstTime, lastTime }: SpanFields): TimeSpan {
  const [first, last] = [firstTime || WHOLE_DAY.firstTime, lastTime || WHOLE_DAY.lastTime];
  if (firstDay && lastDay && at(lastDay, last, 0) < at(firstDay, first, 0))
    return { from: at(lastDay, last, 0), to: at(firstDay, first, 1) };
  return { from: firstDay && at(firstDay, first, 0), to: lastDay && at(lastDay, last, 1) };
}

function at(day: Date, time: string, minutesLater: number): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return momentAt(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes + minutesLater).toISOString();
}

/** The day of a moment, as a calendar takes it. */
export function calendarDate(date: Date): Date {
  const { year, month, day } = clockTimeOf(date);
  return new Date(year, month, day);
}

/** The name of a calendar's day: 2026-11-21. */
function calendarDay(day: Date): string {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
