/** A moment in the user's own zone, to the second and the same in every language: 2026-11-21 08:59:07. */
export function formatInstant(instant: string | null | undefined): string {
  if (!instant) return '–';
  const date = new Date(instant);
  return `${dayText(date)} ${timeText(date)}:${two(date.getSeconds())}`;
}

/** The local day: 2026-11-21. */
export function dayText(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The local time of day to the minute: 08:59. */
export function timeText(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

const two = (value: number): string => String(value).padStart(2, '0');
