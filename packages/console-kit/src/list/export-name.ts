import { lastCovered } from '@purser/contract/covered';
import { formatInstant } from '@purser/ui/instant-text';

/** The file's name with the days it covers, as the user's own calendar has them; the server knows no zone of theirs. */
export function exportName(name: string, format: string, filters: Readonly<Record<string, unknown>>, now: Date): string {
  const { time_from, time_to } = filters as { readonly time_from?: string; readonly time_to?: string };
  const last = lastCovered({ time_from, time_to }, now).toISOString();
  const days = [...(time_from === undefined ? [] : [time_from]), last].map((instant) => formatInstant(instant).slice(0, 10));
  return `${name}_${days.join('_')}.${format}`;
}
