import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';

const SETTLED_AFTER_MS = 3_000;
/** WebPageTest's slow 3G, and a phone whose processor is four times slower than this one. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What every script that a page loads of its own accord weighs, compressed with gzip: its files, and those that stand in it. */
export async function scriptKilobytes(browser: Browser, url: string, prepare?: (page: Page) => Promise<unknown>): Promise<number> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } });
  const page = await context.newPage();
  if (prepare) await prepare(page);
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
  });
  await page.goto(url, { waitUntil: 'load' });
  // An open stream of events never lets the network be idle; what a page loads of its own accord it loads by then.
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const inline = await page.evaluate<string[]>(
    `[...document.querySelectorAll('script:not([src], [type$="json"])')].map(({ textContent }) => textContent)`,
  );
  const files = await Promise.all(sizes);
  await context.close();
  return [...files, ...inline.map((script) => gzipSync(script).length)].reduce((sum, size) => sum + size, 0) / 1024;
}

/** Seconds until a page on a slow phone is painted, its script has run and nothing keeps the processor for longer than 50 ms. */
export async function usableSeconds(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const ms = await page.evaluate<number>(`new Promise((resolve) => {
    const [{ domContentLoadedEventEnd }] = performance.getEntriesByType('navigation');
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const ends = [];
    const note = (tasks) => ends.push(...tasks.getEntries().map(({ startTime, duration }) => startTime + duration));
    new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
    setTimeout(() => resolve(Math.max(painted.startTime, domContentLoadedEventEnd, ...ends)), 200);
  })`);
  await context.close();
  return ms / 1000;
}
