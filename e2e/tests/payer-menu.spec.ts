import { expect, type Page } from '@playwright/test';
import { ALICE, payer, PHONE, test, visitor } from '../support/demo.ts';
import { expectAlive } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

/** The menu of languages in the header of every payer page. */
async function expectCloses(page: Page): Promise<void> {
  const summary = page.locator('header summary');
  const languages = page.locator('header details button').first();
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(languages).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(languages).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(languages).toBeHidden();
  await expect(summary).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(languages).toBeVisible();
  await page.mouse.click(8, PHONE.height - 8);
  await expect(languages).toBeHidden();
  await page.locator('header summary').click();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Tab');
  await expect(languages).toBeHidden();
}

test('closes by Escape, by a press beside it and when the keyboard goes on, on a page that rests', async ({ browser }) => {
  const page = await (await visitor(browser, VIETNAMESE, { viewport: PHONE })).newPage();
  await page.goto((await newOrder('VNDT', '25000')).path);
  await expectCloses(page);
});

test('does so where the payer has begun', async ({ browser }) => {
  const page = await (await payer(browser, ENGLISH, ALICE, { viewport: PHONE })).newPage();
  await page.goto('/wallet/sessions');
  await expectAlive(page);
  await expectCloses(page);
});

test('the wallet is printed black on white by night as well', async ({ browser }) => {
  const page = await (await payer(browser, ENGLISH, ALICE, { colorScheme: 'dark' })).newPage();
  await page.goto('/wallet');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('link', { name: ENGLISH.payer('usdt_in_title') })).toHaveCSS('color', 'rgb(0, 0, 0)');
});
