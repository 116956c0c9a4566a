import { expect, type Locator, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { enterLogin, expectAccessible, forgetComplaints, stranger, test } from '../support/demo.ts';
import { ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;
const PATH = '/system/AccountSecurity';
const WANTED = 'Keystone-demo-2';

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

async function confirm(page: Page, act: string, username: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: act });
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(username));
  await button(dialog, act).click();
}

async function logInByRecovery(page: Page, username: string, password: string, code: string): Promise<void> {
  await page.getByLabel(t('login.username'), { exact: true }).fill(username);
  await page.getByLabel(t('login.password'), { exact: true }).fill(password);
  await button(page, t('login.continue')).click();
  await button(page, t('login.useRecovery')).click();
  await button(page, t('login.submit')).click();
  await expect(page.getByText(t('login.recoveryRequired'))).toBeVisible();
  await page.getByLabel(t('login.recovery'), { exact: true }).fill(code);
  await button(page, t('login.submit')).click();
  await expect(page).toHaveURL(/^[^?]*InstrumentPanel/);
}

test('a merchant makes recovery codes, logs in by one, changes the password and sets up another authenticator by another', async ({
  browser,
}) => {
  const { username, password } = await ownMerchant('keystone');
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/Login');
  await enterLogin(page, ENGLISH, { username, password }, await freshCode(username));
  await expect(page).toHaveURL(/InstrumentPanel/);
  await page.goto(PATH);
  const left = (many: number) => t('accountSecurity.recoveryLeft', { left: many, of: 10 });

  await button(page, t('accountSecurity.recoveryMake')).click();
  await confirm(page, t('accountSecurity.recoveryMake'), username);
  const shown = page.getByRole('dialog', { name: t('accountSecurity.recovery') });
  await expect(button(shown, t('accountSecurity.recoveryDone'))).toBeVisible();
  const codes = (await shown.locator('dd').innerText()).trim().split(/\s+/);
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await shown.getByRole('checkbox').check();
  await button(shown, t('accountSecurity.recoveryDone')).click();
  await expect(page.getByText(left(10))).toBeVisible();

  const other = await (await stranger(browser, ENGLISH)).newPage();
  await other.goto('/Login');
  await logInByRecovery(other, username, password, (codes[0] ?? '').toLowerCase().replaceAll('-', ' '));

  // What the form refuses is told at its fields, and nothing is asked for.
  await button(page, t('account.passwordChange')).click();
  await expect(page.getByText(t('account.oldPasswordRequired'))).toBeVisible();
  await expect(page.getByText(t('account.newPasswordRequired'))).toBeVisible();
  await page.getByLabel(t('account.oldPassword'), { exact: true }).fill(password);
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill(WANTED);
  await page.getByLabel(t('account.passwordAgain'), { exact: true }).fill('Keystone-demo-3');
  await button(page, t('account.passwordChange')).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel(t('account.passwordAgain'), { exact: true }).fill(WANTED);
  await button(page, t('account.passwordChange')).click();
  await confirm(page, t('account.passwordChange'), username);
  await expect(page.getByText(t('account.passwordChanged'))).toBeVisible();
  await expect(other).toHaveURL(/\/Login/);
  forgetComplaints(/401/);

  // The authenticator is lost: another recovery code stands for it.
  await logInByRecovery(other, username, WANTED, codes[1] ?? '');
  await other.goto(PATH);
  await expect(other.getByText(left(8))).toBeVisible();
  await button(other, t('account.authenticatorRenew')).click();
  const renewing = other.getByRole('dialog', { name: t('account.authenticatorRenew') });
  const secret = (await renewing.locator('code').innerText()).replaceAll(/\s/g, '');
  const newCode = renewing.getByLabel(t('account.newCode'), { exact: true });
  await newCode.fill('000000');
  await renewing.getByLabel(t('accountSecurity.present'), { exact: true }).fill(codes[2] ?? '');
  await renewing.getByRole('button', { name: t('account.authenticatorRenew') }).click();
  await expect(newCode).toBeFocused();
  await expectAccessible(other);
  await newCode.fill(await freshCode(`${username}-2`, secret));
  await renewing.getByRole('button', { name: t('account.authenticatorRenew') }).click();
  await expect(renewing).toBeHidden();
  await expect(other.getByText(left(7))).toBeVisible();

  // The session that did so is the only one left.
  await expect(page).toHaveURL(/\/Login/);
  await expect(other.getByText(t('account.thisOne'), { exact: true })).toBeVisible();
  await expect(other.getByText(t('account.open'), { exact: true })).toHaveCount(0);
  // What it asked for as its session ended is refused, some of it late.
  await page.close();
  forgetComplaints(/401/);
});
