/** What tells a file that is asked for by whose clocks its times are; nothing where no script runs. */
export function zoneQuery(alive: boolean): string {
  return alive ? `?zone=${encodeURIComponent(zoneName())}` : '';
}

/** The zone that the browser is in. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
