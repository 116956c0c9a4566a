import { expect, type Page } from '@playwright/test';
import { ALICE, merchant, payer, test } from '../support/demo.ts';
import { SPOKEN } from '../support/texts.ts';

const OUT = '/tmp/look';
for (const spoken of SPOKEN.filter(({ stored }) => ['us', 'vi'].includes(stored))) {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    test(`look ${spoken.stored} ${width}`, async ({ browser }) => {
      test.setTimeout(240_000);
      const name = (what: string) => `${OUT}/${what}-${spoken.stored}-${width}.png`;
      const page: Page = await (await merchant(browser, spoken)).newPage();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/Property/RunningWater');
      await page.waitForTimeout(2000);
      await page.screenshot({ path: name('flow') });
      await page.goto('/Property/Statements?coin=USDP');
      await page.waitForTimeout(2500);
      await page.screenshot({ path: name('statements'), fullPage: true });
      await page
        .locator('main')
        .getByText(/^20\d\d-\d\d$/)
        .first()
        .click();
      await page.waitForTimeout(2500);
      await page.screenshot({ path: name('preview') });
      await page.goto('/assets/Assets');
      await page.waitForTimeout(2000);
      await page.screenshot({ path: name('assets'), fullPage: true });
      await page.goto('/recharge/RechargeRecord?order_status=paid');
      await page.waitForTimeout(2000);
      await page
        .locator('main')
        .getByRole('button', { name: /^HB/ })
        .first()
        .click()
        .catch(() => {});
      await page.waitForTimeout(1500);
      await page.screenshot({ path: name('drawer') });
      const wallet = await (await payer(browser, spoken, ALICE)).newPage();
      await wallet.emulateMedia({ colorScheme });
      await wallet.setViewportSize({ width, height: 900 });
      await wallet.goto('/wallet');
      const href = await wallet.locator('a[href^="/wallet/receipt/"]').first().getAttribute('href');
      await wallet.goto(href ?? '');
      await wallet.waitForTimeout(1500);
      await wallet.screenshot({ path: name('receipt'), fullPage: true });
      expect(1).toBe(1);
    });
  }
}
