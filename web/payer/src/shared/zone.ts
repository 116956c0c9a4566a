import { zoneOfToday } from '@purser/contract/zone-name';

/** What tells a file that is asked for by whose clocks its times are; nothing where no script runs. */
export function zoneQuery(alive: boolean): string {
  return alive ? `?zone=${encodeURIComponent(zoneName())}` : '';
}

/** The zone that the browser is in, by its name of today. */
export function zoneName(): string {
  return zoneOfToday(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
