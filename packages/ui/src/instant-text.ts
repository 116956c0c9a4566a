import { type ClockTime, clockTimeOf } from './time-zone.ts';

/** A moment in the user's zone, to the second and the same in every language: 2026-11-21 08:59:07. */
export function formatInstant(instant: string | null | undefined): string {
  if (!instant) return '–';
  const time = clockTimeOf(new Date(instant));
  return `${dayOf(time)} ${minuteOf(time)}:${two(time.seconds)}`;
}

/** The local time of day to the minute: 08:59. */
export function timeText(date: Date): string {
  return minuteOf(clockTimeOf(date));
}

const dayOf = ({ year, month, day }: ClockTime): string => `${year}-${two(month + 1)}-${two(day)}`;
const minuteOf = ({ hours, minutes }: ClockTime): string => `${two(hours)}:${two(minutes)}`;
const two = (value: number): string => String(value).padStart(2, '0');
