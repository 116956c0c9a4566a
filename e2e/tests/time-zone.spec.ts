import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { enterLogin, merchant, stranger, test } from '../support/demo.ts';
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

test('a span of time with an hour that lacks its minute is refused', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/recharge/RechargeRecord');
  const span = page.getByRole('search').getByRole('button', { name: t('field.createTime') });
  await span.first().click();
  await page.getByRole('button', { name: t('kit.customSpan') }).click();
  await page.getByRole('grid').locator('td:not([data-outside]) button').first().click();
  const last = page.getByLabel(t('kit.to'), { exact: true });
  await last.focus();
  await page.keyboard.press('Backspace');
  await page.getByRole('button', { name: t('kit.apply') }).click();
  await expect(page.getByRole('alert').filter({ hasText: t('kit.wholeClock') })).toBeVisible();
  await expect(last).toBeFocused();
  await last.fill('12:00');
  await page.getByRole('button', { name: t('kit.apply') }).click();
  await expect(span.first()).toHaveText(/12:00$/);
});
