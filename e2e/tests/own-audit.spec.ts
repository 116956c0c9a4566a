import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { enterLogin, expectAccessible, forgetComplaints, stranger, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

test('a merchant goes from account and security to its audit trail, which shows the login, and a change as it is made', async ({
  browser,
}) => {
  const { username, password } = await ownMerchant('tidewater');
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

test('an auditor finds an act by its name, with the keys alone, and a merchant’s page tells the acts by theirs', async ({ browser }) => {
  const { username, password } = await ownMerchant('millpond');
  const own = await (await stranger(browser, ENGLISH)).newPage();
  await own.goto('/Login');
  await enterLogin(own, ENGLISH, { username, password }, await freshCode(username));
  await expect(own).toHaveURL(/InstrumentPanel/);

  const o = operatorTexts(ENGLISH);
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto(`/operator/merchants?open=${await merchantIdOf(username)}`);
  await expect(page.getByText(o('act.login'), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: o('party.auditAll') }).click();
  const table = page.getByRole('table');
  await expect(table.getByRole('button', { name: o('act.login'), exact: true })).toBeVisible();

  const chip = page.getByRole('button', { name: o('audit.act'), exact: true });
  await chip.focus();
  await page.keyboard.press('Enter');
  const choices = page.getByRole('listbox', { name: o('audit.act') }).getByRole('option');
  const field = page.getByRole('combobox', { name: o('kit.choiceSearch', { what: o('audit.act') }) });
  await expect(field).toBeFocused();
  await page.keyboard.type('no such act');
  await expect(page.getByText(o('kit.choiceNone'))).toBeVisible();
  await field.fill('list white');
  await expect(choices).toHaveText([o('act.white_list.add'), o('act.white_list.delete'), o('act.party.clear_white_list')]);
  await page.keyboard.press('ArrowUp');
  await expect(choices.last()).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/action=party\.clear_white_list/);
  await expect(page.getByText(o('kit.noMatchTitle'))).toBeVisible();
  await expect(field).toHaveCount(0);

  await page.getByRole('button', { name: new RegExp(`^${o('audit.act')} `) }).click();
  await expect(choices.filter({ hasText: o('act.party.clear_white_list') })).toBeInViewport();
  await field.fill('logged');
  await choices.filter({ hasText: new RegExp(`^${o('act.login')}$`) }).click();
  await table.getByRole('button', { name: o('act.login'), exact: true }).click();
  await expect(page.getByRole('dialog').getByText('login', { exact: true })).toBeVisible();
});
