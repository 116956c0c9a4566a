/**
 * The last moment that the file of an export covers: the end of its period, or now while that still runs. Of a period that has not begun the
 * beginning stands for all.
 */
export function lastCovered(
  { time_from, time_to }: { readonly time_from?: string | undefined; readonly time_to?: string | undefined },
  now: Date,
): Date {
  const end = Math.min(now.getTime(), time_to === undefined ? Infinity : Date.parse(time_to) - 1);
  return new Date(time_from === undefined ? end : Math.max(end, Date.parse(time_from)));
}
