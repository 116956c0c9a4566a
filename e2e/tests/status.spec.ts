import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, PHONE, test, visitor } from '../support/demo.ts';
import { SPOKEN } from '../support/texts.ts';

for (const spoken of SPOKEN) {
  test(`everybody reads what works, without scripts: ${spoken.stored}`, async ({ browser }) => {
    const context = await visitor(browser, spoken, { javaScriptEnabled: false, viewport: PHONE, colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto('/help');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: spoken.payer('status_title') })
      .click();
    await expect(page).toHaveURL(/\/status$/);
    await expect(page.getByRole('heading', { level: 1, name: spoken.payer('status_title') })).toBeVisible();
    await expect(page.getByText(spoken.payer('status_payments'), { exact: true })).toBeVisible();
    await expect(page.getByText(spoken.payer('status_works'), { exact: true }).first()).toBeVisible();
    // What looks at a page is a script itself.
    const seen = await (await visitor(browser, spoken, { viewport: PHONE, colorScheme: 'dark' })).newPage();
    await seen.goto('/status');
    await expectNoSidewaysScroll(seen);
    await expectAccessible(seen);
  });
}
