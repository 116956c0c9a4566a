/**
 * SQL for the moment at which a day begins, given its midnight by the clocks of a zone; both are SQL themselves. Where clocks are set back from 1 to
 * 0 o'clock (the Azores, Havana) a day has two midnights and begins at the first, while PostgreSQL alone takes the second. A midnight that clocks
 * skip stands for the moment they skip to.
 */
export function beginningOfDay(midnight: string, zone: string): string {
  return `least((${midnight}) at time zone ${zone}, ((${midnight}) - interval '1 microsecond') at time zone ${zone} + interval '1 microsecond')`;
}
