import { expect } from '@playwright/test';
import { accessMerchant } from '../support/access-screens.ts';
import { expectNoSidewaysScroll, MERCHANT, merchant, PHONE, test } from '../support/demo.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';
import { plantWithdrawals } from '../support/withdrawal-screens.ts';

const t = ENGLISH.console;

test('on the narrowest phones a number that was searched stays readable in the language with the longest words', async ({ browser }) => {
  const context = await merchant(browser, VIETNAMESE, { viewport: { width: 360, height: 780 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto('/ustd-withdraw/index?order_no=12345');
  await expect(page.getByRole('button', { name: VIETNAMESE.console('list.searchedAs') })).toBeVisible();
  expect((await page.getByRole('search').getByRole('textbox').boundingBox())?.width).toBeGreaterThanOrEqual(150);
  await expectNoSidewaysScroll(page);
});

test('what goes to a chain, and what comes from one, is narrowed by its network', async ({ browser }) => {
  await plantWithdrawals(MERCHANT.username);
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const rows = page.locator('tbody tr:has(button)');
  const chip = (name: string) => page.getByRole('search').getByRole('button', { name });
  await page.goto('/ustd-withdraw/index');
  await expect(rows.filter({ hasText: 'TRC20' }).first()).toBeVisible();
  await chip(t('usdtOut.network')).click();
  await page.getByRole('menuitem', { name: 'BEP20' }).click();
  await expect(page).toHaveURL(/network=BEP20/);
  await expect(rows.filter({ hasText: 'TRC20' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'BEP20' }).first()).toBeVisible();
  for (const path of ['/ustd-recharge/index', '/ustd-recharge/manualRecharge']) {
    await page.goto(path);
    await chip(t('recharge.network')).click();
    await page.getByRole('menuitem', { name: 'TRC20' }).click();
    await expect(page).toHaveURL(/network=TRC20/);
  }
});

test('on a phone a row says what tells it from others: who did what, and what an address is', async ({ browser }) => {
  const phone = { viewport: PHONE, hasTouch: true };
  const page = await (await merchant(browser, ENGLISH, phone, await accessMerchant())).newPage();
  const row = (list: string, words: string) =>
    page
      .getByRole('list', { name: t(list) })
      .getByRole('listitem')
      .filter({ hasText: words });
  await page.goto('/system/AuditTrail');
  await expect(row('ownAudit.table', t('act.login')).first()).toContainText(t('ownAudit.who.merchant'));
  await page.goto('/white/WhiteList');
  await expect(row('whiteList.table', '2001:db8:1:2::/64')).toContainText('Warehouse');
});
