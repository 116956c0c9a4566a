/** When each of the server's times came, by this page's own clock; the first one came with the page. */
const arrivals = new Map<string, number>();

/**
 * Seconds left until an instant by the server's clock: the device's own clock may be wrong, so only the time that
 * passed since the server named its own is measured here.
 */
export function secondsLeft(until: string, serverTime: string): number {
  let arrived_ms = arrivals.get(serverTime);
  if (arrived_ms === undefined) {
    arrived_ms = arrivals.size === 0 ? pageArrival() : performance.now();
    arrivals.set(serverTime, arrived_ms);
  }
  return secondsBetween(serverTime, until, performance.now() - arrived_ms);
}

/** The same where it is first shown: when the server made the page. */
export function secondsBetween(serverTime: string, until: string, passed_ms = 0): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.parse(serverTime) - passed_ms) / 1000));
}

function pageArrival(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.responseStart ?? performance.now();
}

/** 754 -> "12:34"; an hour and more -> "1:02:03". */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}
