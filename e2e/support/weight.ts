import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';

/** Hears which scripts a page asks for, and tells what they weigh by now in KB, compressed: files, and those that stand in it. */
export function weighed(page: Page): () => Promise<number> {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked.length = 0;
    if (request.resourceType() === 'script') asked.push(request);
  });
  return async () => {
    const files = await Promise.all(asked.map(async (request) => (await request.sizes()).responseBodySize));
    const inline = await page.evaluate<string[]>(
      `[...document.querySelectorAll('script:not([src], [type$="json"])')].map(({ textContent }) => textContent)`,
    );
    return [...files, ...inline.map((script) => gzipSync(script).length)].reduce((sum, size) => sum + size, 0) / 1024;
  };
}

/** Nothing is left to do on the page, so that nothing more is asked for. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => requestIdleCallback(resolve))`);
}
