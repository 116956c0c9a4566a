import { formatInstant } from '../../shared/format.ts';
import type { FlowFilters } from './api.ts';

/** The file's name with the days it covers, as the user's own calendar has them; the server knows no zone of theirs. */
export function exportName(format: string, { time_from, time_to }: Pick<FlowFilters, 'time_from' | 'time_to'>, now: Date): string {
  const last = time_to === undefined ? now : new Date(Date.parse(time_to) - 1);
  const days = [...(time_from === undefined ? [] : [time_from]), last.toISOString()].map((instant) => formatInstant(instant).slice(0, 10));
  return `fund-flow_${days.join('_')}.${format}`;
}
