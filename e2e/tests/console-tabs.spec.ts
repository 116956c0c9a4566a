import { type Browser, expect, type Page } from '@playwright/test';
import { common } from '@purser/contract/outcomes/common';
import { RECOVERY_CODES } from '@purser/contract/recovery-code';
import { freshCode } from '../support/codes.ts';
import { enterLogin, forgetComplaints, LOTUS, stranger, test } from '../support/demo.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { expectLoaded, requestsUnderWay } from '../support/settled.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

/** Tabs of one browser: what is done in one of them while another one is open. */

const t = ENGLISH.console;
type Who = Awaited<ReturnType<typeof ownMerchant>>;

async function logIn(page: Page, who: Who): Promise<void> {
  await enterLogin(page, ENGLISH, who, await freshCode(who.username));
  await expect(page).not.toHaveURL(/Login/);
}

/** A merchant of the test's own, and two tabs of theirs. */
async function twoTabs(browser: Browser, what: string): Promise<{ who: Who; page: Page; other: Page }> {
  const who = await ownMerchant(what);
  const context = await stranger(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/Login');
  await logIn(page, who);
  const other = await context.newPage();
  await other.goto('/system/AccountSecurity');
  return { who, page, other };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keystone Goods' }).click();
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL(/Login/);
}

/** Fills the form of a transfer in, and says by which field that is seen. */
async function typeTransfer(page: Page) {
  await page.goto('/transfer/AccountsManage?send=1');
  const amount = page.getByLabel(t('field.amount'), { exact: true });
  await page.getByLabel(t('transfer.to'), { exact: true }).fill(String(await merchantIdOf(LOTUS.username)));
  await amount.fill('12.34');
  return amount;
}

/** Stays wherever the browser asks, and notes the questions. */
function stay(page: Page): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  return questions;
}

test('a time zone that another tab sets leaves what is typed as it is', async ({ browser }) => {
  const { who, page, other } = await twoTabs(browser, 'tab-zone');
  const amount = await typeTransfer(page);
  await other.getByRole('combobox', { name: t('accountSecurity.zoneNew') }).fill('kiritimati');
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: t('accountSecurity.zoneSet'), exact: true }).click();
  await other.getByLabel(t('kit.codeLabel')).fill(await freshCode(who.username));
  await other.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.body.dataset.zone')).toContain('Kiritimati');
  await expect(amount).toHaveValue('12.34');
});

test('recovery codes that another tab makes are counted by the page, and a login elsewhere is among its sessions', async ({ browser }) => {
  const { who, page, other } = await twoTabs(browser, 'tab-codes');
  await page.goto('/system/AccountSecurity');
  await expect(page.getByText(t('accountSecurity.recoveryNone'))).toBeVisible();
  const sessions = page.getByRole('region', { name: t('account.sessionsTable') }).getByRole('row');
  // Its head, and the one.
  await expect(sessions).toHaveCount(2);

  await other.getByRole('button', { name: t('accountSecurity.recoveryMake'), exact: true }).click();
  await other.getByLabel(t('kit.codeLabel')).fill(await freshCode(who.username));
  await other.keyboard.press('Enter');
  // Pages renew what changes without an event every 15 s.
  const renewed = { timeout: 45_000 };
  await expect(page.getByText(t('accountSecurity.recoveryLeft', { left: RECOVERY_CODES, of: RECOVERY_CODES }))).toBeVisible(renewed);

  const elsewhere = await (await stranger(browser, ENGLISH)).newPage();
  await elsewhere.goto('/Login');
  await logIn(elsewhere, who);
  await expect(sessions).toHaveCount(3, renewed);
});

test('a language that another tab chooses is spoken by a page that has a form open, which keeps what is typed', async ({ browser }) => {
  const { page, other } = await twoTabs(browser, 'tab-words');
  await typeTransfer(page);
  await other.getByLabel(t('shell.language')).selectOption('vi');
  await expect(page.getByRole('dialog', { name: VIETNAMESE.console('transfer.formTitle') })).toBeVisible();
  await expect(page.getByLabel(VIETNAMESE.console('field.amount'), { exact: true })).toHaveValue('12.34');
});

test('whoever stays on a form after logging out elsewhere is told why at once, and it is followed again after the next login', async ({
  browser,
}) => {
  const { who, page, other } = await twoTabs(browser, 'tab-stay');
  const amount = await typeTransfer(page);
  const questions = stay(page);
  // What changes is followed by one call; no other one is refused beside it.
  await page.route('**/v1/**', async (route) => {
    if (route.request().url().endsWith('/v1/merchant/events')) await route.continue();
  });
  await logOut(other);
  await expect(page.getByText(common.unauthenticated.text.en)).toBeVisible();
  expect(questions).toHaveLength(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const followed = page.waitForResponse((response) => response.url().endsWith('/v1/merchant/events') && response.ok());
  await logIn(other, who);
  await followed;
  await expect(page.getByText(t('shell.reconnecting'))).toHaveCount(0);
  await expect(amount).toHaveValue('12.34');
  forgetComplaints(/401/);
});

test('tabs that stand at the login go on where they were once one of them has logged in', async ({ browser }) => {
  const { who, page, other } = await twoTabs(browser, 'tab-login');
  await page.goto('/Property/RunningWater');
  await logOut(other);
  await expect(page).toHaveURL(/Login/);
  await logIn(other, who);
  await expect(page).toHaveURL(/\/Property\/RunningWater/);
  await expect(page.getByRole('heading', { level: 1, name: t('menu.fundFlow') })).toBeVisible();
  forgetComplaints(/401/);
});

test('whoever leaves a page on which a secret is shown is asked, as it is not shown again', async ({ browser }) => {
  const { who, page } = await twoTabs(browser, 'tab-secret');
  await page
    .getByRole('navigation', { name: t('shell.menu') })
    .getByRole('link', { name: t('menu.accountSecurity') })
    .click();
  await page.getByRole('button', { name: t('accountSecurity.recoveryMake') }).click();
  await page.getByLabel(t('kit.codeLabel')).fill(await freshCode(who.username));
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: t('accountSecurity.recovery'), exact: true });
  await expect(shown).toBeVisible();
  const questions = stay(page);
  await page.goBack().catch(() => {});
  await expect.poll(() => questions).toEqual([t('form.secretLost')]);
  await expect(page).toHaveURL(/AccountSecurity/);
  await expect(shown).toBeVisible();
});

test('a page that the browser has kept begins anew when it is shown again after a logout, and shows nothing until then', async ({
  browser,
}) => {
  const { page, other } = await twoTabs(browser, 'tab-kept');
  // It would ask for something without the token, and the browser says that this is refused.
  await other.close();
  const underWay = requestsUnderWay(page);
  await page.goto('/Property/RunningWater');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.fundFlow') })).toBeVisible();
  // What is asked for after the logout is refused, and the browser says so.
  await expectLoaded(underWay);
  // What another tab has done while the page was kept: a page that is kept hears nothing of it. Playwright's browser keeps none.
  const isShown = await page.evaluate<boolean>(`
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    localStorage.removeItem('token');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    document.body.checkVisibility();
  `);
  expect(isShown).toBe(false);
  await expect(page).toHaveURL(/Login/);
});
