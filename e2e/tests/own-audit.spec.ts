import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { enterLogin, forgetComplaints, stranger, test } from '../support/demo.ts';
import { ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

test('a merchant goes from account and security to its audit trail, which shows the login, and a change as it is made', async ({
  browser,
}) => {
  const { username, password } = await ownMerchant('tidewater');
  test.setTimeout(120_000);
  const context = await stranger(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/Login');
  await enterLogin(page, ENGLISH, { username, password }, await freshCode(username));
  await expect(page).toHaveURL(/InstrumentPanel/);
  await page.goto('/system/AccountSecurity');
  await page.getByRole('button', { name: t('accountSecurity.identity'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('identity.title'), level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: t('accountSecurity.audit'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('ownAudit.title'), level: 1 })).toBeVisible();
  const main = page.locator('main');
  await expect(main.getByText(t('act.login'), { exact: true }).first()).toBeVisible();

  // Another login, which is then ended from another page.
  const elsewhere = await (await stranger(browser, ENGLISH)).newPage();
  await elsewhere.goto('/Login');
  await enterLogin(elsewhere, ENGLISH, { username, password }, await freshCode(username));
  await expect(elsewhere).toHaveURL(/InstrumentPanel/);
  const other = await context.newPage();
  await other.goto('/system/AccountSecurity');
  await other.getByRole('button', { name: t('account.endOthers'), exact: true }).click();
  await expect(main.getByText(t('act.session.end_others'), { exact: true })).toBeVisible();
  await expect(elsewhere).toHaveURL(/Login/);
  forgetComplaints(/401/);

  await page.goto('/system/AuditTrail?act_kind=login');
  await main
    .getByRole('button', { name: t('act.login') })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText(username, { exact: true })).toBeVisible();
});
