import { expect, type Page } from '@playwright/test';
import { approvals } from '@purser/i18n/operator/approvals/en';
import { market } from '@purser/i18n/operator/market/en';
import { terms } from '@purser/i18n/operator/terms/en';
import { ALICE, DESKTOP, expectAccessible, expectNoSidewaysScroll, payer, PHONE, TABLET, test } from '../support/demo.ts';
import { confirmToTheEnd, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { keepPicture } from '../support/picture.ts';
import { ENGLISH } from '../support/texts.ts';

// The second goes on from what the first has made; a member's codes are good once.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const t = operatorTexts(ENGLISH);
const CHANGE = 'Ordinary users: fees and limits in USDP';

/** Looks at what is on show at every width. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, size] of Object.entries({ DESKTOP, TABLET, PHONE })) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await keepPicture(page, `${name}-${width}`);
  }
  await page.setViewportSize(DESKTOP);
}

/** The same by day, and by night once it is loaded anew. */
async function lookDayAndNight(page: Page, name: string): Promise<void> {
  await look(page, `${name}-day`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look(page, `${name}-night`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
}

test('staff set the limits of a kind, told at the field what does not fit, and a user of it reads them', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/user-kinds');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.userKinds') })).toBeVisible();
  const table = page.getByRole('region', { name: 'Ordinary: USDP', exact: true });
  await expect(table).toBeVisible();
  await lookDayAndNight(page, 'operator-user-kinds');

  await page.getByRole('button', { name: 'Change Ordinary: USDP', exact: true }).click();
  const form = page.getByRole('dialog', { name: CHANGE });
  await form.getByLabel(terms['terms.usdtWithdrawalMaximum']).fill('2000');
  await form.getByLabel(terms['terms.reason'], { exact: true }).fill('New users first');
  await form.getByRole('button', { name: terms['terms.continue'] }).click();
  await expect(form.getByText(terms['terms.problem.pair']).first()).toBeVisible();
  await form.getByLabel(terms['terms.usdtWithdrawalMinimum']).fill('50');
  await form.getByLabel(terms['terms.usdtWithdrawalDayMaximum']).fill('5000');
  await look(page, 'operator-user-kinds-form');
  await form.getByRole('button', { name: terms['terms.continue'] }).click();
  await confirmToTheEnd(page, STAFF.finance, terms['terms.confirm']);
  await expect(page.getByText(terms['terms.saved'])).toBeVisible();
  await expect(table).toContainText('5,000');

  const wallet = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await wallet.goto('/wallet');
  await wallet.getByRole('link', { name: ENGLISH.payer('terms_title') }).click();
  await expect(wallet.getByRole('heading', { level: 1, name: ENGLISH.payer('terms_title') })).toBeVisible();
  await expect(wallet.locator('main')).toContainText('5,000');
  await lookDayAndNight(wallet, 'wallet-terms');
});

test('a fee of a kind beyond the bound waits, and holds when a second person has approved it', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/user-kinds');
  await page.getByRole('button', { name: 'Change Ordinary: USDP', exact: true }).click();
  const form = page.getByRole('dialog', { name: CHANGE });
  await form.getByLabel(terms['terms.usdtWithdrawalFee']).fill('3.00');
  await form.getByLabel(terms['terms.reason'], { exact: true }).fill('Costs rose');
  await form.getByRole('button', { name: terms['terms.continue'] }).click();
  await expect(form.getByText(terms['terms.two'])).toBeVisible();
  await keepPicture(page, 'operator-user-kinds-two');
  await confirmToTheEnd(page, STAFF.finance, terms['terms.enter']);
  await expect(page.getByText(terms['terms.waits'])).toBeVisible();
  const table = page.getByRole('region', { name: 'Ordinary: USDP', exact: true });
  await expect(table.getByText(t('terms.waiting', { count: 1 }))).toBeVisible();

  const second = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await second.goto('/operator/approvals?state=pending&sort_order=asc');
  await second.locator('main').getByRole('button', { name: approvals['approvals.kind.kindTerms'] }).first().click();
  await expect(second.getByText(market['kinds.ordinary'], { exact: true })).toBeVisible();
  await expectAccessible(second);
  await keepPicture(second, 'operator-approval-kind-terms');
  await second.getByRole('button', { name: approvals['approvals.approve'], exact: true }).click();
  await confirmToTheEnd(second, STAFF.admin, approvals['approvals.approve']);
  await expect(second.getByText(approvals['approvals.approveDone'])).toBeVisible();
  await page.reload();
  await expect(table.getByRole('row', { name: terms['terms.usdtWithdrawalFee'] })).toContainText('3.00');
});
