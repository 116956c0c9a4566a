/** A moment by this page's own clock, which may stand still while the device sleeps, and by the device's. */
export interface Moment {
  readonly page_ms: number;
  readonly device_ms: number;
}

declare global {
  /** Noted by the first of the page's scripts, for a device may sleep before React takes the page over. */
  var pageArrival: Moment | undefined;
}

/** When each of the server's times came; the first one came with the page. */
const arrivals = new Map<string, Moment>();

/**
 * Seconds left until an instant by the server's clock: the device's own clock may be wrong, so only the time that
 * passed since the server named its own is measured here. Where the device's clock was set forward meanwhile, that is too much: then the time is
 * over early, and the server is asked, who names its own again.
 */
export function secondsLeft(until: string, serverTime: string): number {
  let arrived = arrivals.get(serverTime);
  if (arrived === undefined) {
    arrived = arrivals.size === 0 ? arrivalOfPage() : now();
    arrivals.set(serverTime, arrived);
  }
  return secondsBetween(serverTime, until, passedMs(arrived));
}

/** Milliseconds that have passed since a moment, also those in which the device slept. */
export function passedMs(since: Moment): number {
  const { page_ms, device_ms } = now();
  return Math.max(page_ms - since.page_ms, device_ms - since.device_ms);
}

export function now(): Moment {
  return { page_ms: performance.now(), device_ms: Date.now() };
}

/** The same where it is first shown: when the server made the page. */
export function secondsBetween(serverTime: string, until: string, passed_ms = 0): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.parse(serverTime) - passed_ms) / 1000));
}

/** When the page came. */
export function arrivalOfPage(): Moment {
  globalThis.pageArrival ??= reckonedArrival();
  return globalThis.pageArrival;
}

function reckonedArrival(): Moment {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const { page_ms, device_ms } = now();
  const since_ms = page ? page_ms - page.responseStart : 0;
  return { page_ms: page_ms - since_ms, device_ms: device_ms - since_ms };
}

/** 754 -> "12:34"; an hour and more -> "1:02:03". */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}
