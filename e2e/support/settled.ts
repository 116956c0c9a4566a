import { expect, type Page, type Request } from '@playwright/test';

/** What a page has asked for and not been answered: all but its stream of events, which has no end. */
export function requestsUnderWay(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/events')) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}

/** What an act opens may be loaded first, and nothing on the page says so: it is there when nothing has been asked for in a while. */
export async function expectLoaded(underWay: ReadonlySet<Request>): Promise<void> {
  let calm = 0;
  await expect.poll(() => (calm = underWay.size === 0 ? calm + 1 : 0), { intervals: [60] }).toBeGreaterThan(3);
}

/** The ring that runs out from a pressed button for two seconds changes nothing that is looked at. */
const RING = '.ant-wave';

/**
 * What moves now, or is about to: between the frame that puts an element at the place from which it comes and the frame in which it starts, nothing
 * runs yet, and only its class tells.
 */
const MOVING = `
  document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity)
    .filter((one) => !one.effect.target?.matches('${RING}')).length +
  document.querySelectorAll('[class*="-motion-"][class*="-appear"], [class*="-motion-"][class*="-enter"], [class*="-motion-"][class*="-leave"]').length`;

/** Nothing is being loaded and nothing has moved in a while: colours in the middle of a change are nobody's choice. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('.ant-skeleton-active, [class*="_bone_"]')).toHaveCount(0);
  let calm = 0;
  const still = async () => (calm = (await page.evaluate<number>(MOVING)) === 0 ? calm + 1 : 0);
  await expect.poll(still, { intervals: [40] }).toBeGreaterThan(2);
}
