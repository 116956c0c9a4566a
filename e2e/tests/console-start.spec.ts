import { type BrowserContext, expect } from '@playwright/test';
import { merchant, PHONE, stranger, test, visitor } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

/** Counts the frames in which a page shows neither the layout's boxes nor anything else. */
const WATCH = `
  globalThis.emptyFrames = 0;
  const look = () => {
    const app = document.querySelector('#app');
    if (app && !app.querySelector('.boot') && app.innerText.trim() === '') emptyFrames += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

async function expectNeverEmpty(context: BrowserContext, path: string): Promise<void> {
  const page = await context.newPage();
  // As on a slow phone.
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(WATCH);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate<number>('emptyFrames'), path).toBe(0);
  await page.close();
}

test('while a console starts, its page is never empty', async ({ browser }) => {
  const phone = { viewport: PHONE, hasTouch: true };
  await expectNeverEmpty(await stranger(browser, ENGLISH, phone), '/Login');
  await expectNeverEmpty(await merchant(browser, ENGLISH, phone), '/recharge/RechargeRecord');
  await expectNeverEmpty(await merchant(browser, ENGLISH), '/assets/Assets');
  await expectNeverEmpty(await stranger(browser, ENGLISH), '/assets/Assets');
  await expectNeverEmpty(await staff(browser, ENGLISH, STAFF.admin, phone), '/operator/orders');
});

test('a browser that names no language of ours gets both consoles in English', async ({ browser }) => {
  const context = await visitor(browser, ENGLISH, { locale: 'fr-FR' });
  for (const [path, title] of [
    ['/Login', ENGLISH.console('login.title')],
    ['/operator/', operatorTexts(ENGLISH)('signIn.title')],
  ] as const) {
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.close();
  }
});
