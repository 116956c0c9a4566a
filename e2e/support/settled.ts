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
const BUSY = '[aria-busy="true"], .ant-skeleton-active, [class*="_bone_"]';
/**
 * What is about to move: between the frame that puts an element at the place from which it comes and the frame in which it starts, nothing
 * runs yet, and only its class tells.
 */
const ABOUT_TO_MOVE = ['appear', 'enter', 'leave'].map((move) => `[class*="-motion-"][class*="-${move}"]`).join(', ');

const PATIENCE_MS = 15_000;

/** Looks every other frame or so, within the page: asking from outside costs both sides more than the looking. Answers what did not come to rest. */
const restAfter = (waitedFor: string) => `(async () => {
  const moving = () => document.getAnimations()
    .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.effect.target)
    .filter((target) => !target?.matches('${RING}'));
  const restless = () => document.querySelector('${waitedFor}') ?? moving().at(0);
  const until = performance.now() + ${PATIENCE_MS};
  for (let calm = 0; calm < 3;) {
    const found = restless();
    calm = found === undefined ? calm + 1 : 0;
    if (found !== undefined && performance.now() > until) return found?.outerHTML.slice(0, 200) ?? 'something that is not there any more';
    await new Promise((resolve) => setTimeout(() => (requestAnimationFrame(resolve), setTimeout(resolve, 300)), 30));
  }
  return '';
})()`;

/** Nothing is being loaded and nothing has moved in a while: colours in the middle of a change are nobody's choice. */
export async function expectSettled(page: Page): Promise<void> {
  await expectRest(page, restAfter(`${BUSY}, ${ABOUT_TO_MOVE}`));
}

/** Nothing has moved in a while, whatever is still being loaded. */
export async function expectStill(page: Page): Promise<void> {
  await expectRest(page, restAfter(ABOUT_TO_MOVE));
}

async function expectRest(page: Page, rest: string): Promise<void> {
  // A page that is left while it is looked at is looked at where it goes.
  const restless = async () => page.evaluate<string>(rest).catch((error: Error) => `left: ${error.message}`);
  await expect.poll(restless, { message: 'what does not come to rest', intervals: [40], timeout: 2 * PATIENCE_MS }).toBe('');
}

/** The script of a payer's page has taken over what the server had drawn: React leaves its mark on each element. */
export async function expectAlive(page: Page): Promise<void> {
  const marked = () => page.evaluate<boolean>(`Object.keys(document.querySelector('form input')).some((key) => key.startsWith('__react'))`);
  await expect.poll(marked, { message: 'the page’s script has not come' }).toBe(true);
}

/** Touches a payer's page as its reader does first, and waits for what that brings: a page that rests has no other script until then. */
export async function expectAwake(page: Page): Promise<void> {
  await page.locator('main').dispatchEvent('pointerdown');
  await expectAlive(page);
}

/** From here on the page's own time stands still, as slow as the machine may be, until it is told to pass. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}
