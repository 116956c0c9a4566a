/** A span of time: from inclusive, to exclusive; an open end is undefined. ISO instants. */
export interface TimeSpan {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const SPAN_PRESETS = ['today', 'yesterday', 'last7Days', 'last30Days', 'thisMonth'] as const;
export type SpanPreset = (typeof SPAN_PRESETS)[number];

/** A usual span in local days, as the calendar counts them (a day may have 23 or 25 hours); the end is the next midnight. */
export function presetSpan(preset: SpanPreset, now: Date = new Date()): TimeSpan {
  const midnight = (day: number, month = now.getMonth()): string => new Date(now.getFullYear(), month, day).toISOString();
  const today = now.getDate();
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
      return { from: midnight(1), to: midnight(1, now.getMonth() + 1) };
  }
}

/** An instant as the value of a `datetime-local` field: local time to the minute. */
export function toLocalField(instant: string | undefined): string {
  if (instant === undefined) return '';
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant that a `datetime-local` field means; undefined while it is empty or incomplete. */
export function fromLocalField(value: string): string | undefined {
  const date = new Date(value);
  return value === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
