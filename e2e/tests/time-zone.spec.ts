import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { enterLogin, stranger, test } from '../support/demo.ts';
import { ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;
const ZONE = 'Pacific/Kiritimati';

test('a merchant names a time zone, and its console shows times in it', async ({ browser }) => {
  const { username, password } = await ownMerchant('meridian');
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/Login');
  await enterLogin(page, ENGLISH, { username, password }, await freshCode(username));
  await expect(page).toHaveURL(/InstrumentPanel/);
  await page.goto('/system/AccountSecurity');
  await page.getByRole('combobox', { name: t('accountSecurity.zoneNew') }).fill('kiritimati');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: t('accountSecurity.zoneSet'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('accountSecurity.zoneSet') });
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(username));
  await dialog.getByRole('button', { name: t('accountSecurity.zoneSet'), exact: true }).click();
  await expect(page.getByText(t('accountSecurity.zoneDone'))).toBeVisible();
  await expect(page.locator('main').getByText(ZONE, { exact: true }).first()).toBeVisible();

  // The newest login was today, as that zone has it: fourteen hours ahead of UTC.
  await page.goto('/records/EntryRecord');
  const day = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 13).replace('T', ' ');
  const before = new Date(Date.now() + 13 * 3_600_000).toISOString().slice(0, 13).replace('T', ' ');
  const newest = page
    .locator('main')
    .getByText(new RegExp(`^(${day}|${before}):`))
    .first();
  await expect(newest).toBeVisible();

  // Also on a page that is drawn before the account has come.
  let come = (): void => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/v1/merchant/account/detail*', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(newest).toBeVisible();
  come();
  await page.unrouteAll({ behavior: 'wait' });
});
