import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, merchant, PHONE, TABLET, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { expectSettled } from '../support/settled.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;
const ORDERS = '/recharge/RechargeRecord';
const TABLET_LISTS = [
  ORDERS,
  '/transfer/AccountsManage',
  '/Property/RunningWater',
  '/payment/PaymentMethod',
  '/adjustment/AccountAdjustment',
  '/user/WithdrawalRecord',
  '/assets/Assets',
  '/ustd-withdraw/index',
  '/coin-withdraw/index',
  '/submit/Management',
  '/ustd-recharge/index',
  '/system/AccountSecurity',
  '/system/Team',
];
const OPERATOR_LISTS = [
  '/reviews',
  '/review-orders',
  '/merchants',
  '/wallet-users',
  '/orders',
  '/transfers',
  '/markets',
  '/networks',
  '/payouts',
  '/bank-accounts',
  '/ledger/accounts',
  '/ledger/entries',
  '/ledger/postings',
  '/reserves',
  '/ledger/attestations',
  '/content',
  '/account',
  '/staff',
];

/** A list's own rows: a page may have more tables, such as the sums that are opened above it. */
const LIST_ROWS = 'main section > table > tbody > tr';

/** Nothing in the page is scrolled sideways: neither the page nor a table in its frame. */
async function expectTablesFit(page: Page, path: string): Promise<void> {
  await expect(page.locator(LIST_ROWS).first()).toBeVisible();
  await expectSettled(page);
  await expectNoSidewaysScroll(page);
  const wider = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('section:has(> table)')].filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.ariaLabel + ': ' + one.scrollWidth)`,
    );
  await expect.poll(wider, { message: path }).toEqual([]);
}

test('on a tablet no table of a merchant is scrolled sideways: what has no room is in what its row opens, or below the row', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await (await merchant(browser, ENGLISH, { viewport: TABLET })).newPage();
  for (const path of TABLET_LISTS) {
    await page.goto(path);
    await expectTablesFit(page, path);
  }
  await page.goto(ORDERS);
  const settlement = page.getByRole('columnheader', { name: t('field.settlementAmount') });
  await expect(page.locator('tbody tr:has(button)').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: t('field.amount') })).toBeVisible();
  await expect(settlement).toBeHidden();
  await page.locator('tbody tr:has(button)').first().getByRole('button').first().click();
  await expect(
    page
      .getByRole('dialog', { name: t('order.detailTitle') })
      .getByText(t('field.settlementAmount'))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  // With more room they come back; who chooses columns sees all of them.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(settlement).toBeVisible();
  await page.setViewportSize(TABLET);
  await expect(settlement).toBeHidden();
  await page.getByRole('button', { name: t('kit.columns') }).click();
  await page.getByRole('checkbox', { name: t('order.externalAccount') }).uncheck();
  await expect(settlement).toBeVisible();

  await page.goto('/assets/Assets');
  const assets = page.getByRole('region', { name: t('assets.table') });
  await expect(
    assets
      .getByRole('term')
      .filter({ hasText: t('field.total') })
      .first(),
  ).toBeVisible();
});

test('on a tablet no table of the staff’s is scrolled sideways', async ({ browser }) => {
  test.setTimeout(240_000);
  const desk = await (await staff(browser, ENGLISH, STAFF.admin, { viewport: TABLET })).newPage();
  for (const path of OPERATOR_LISTS) {
    await desk.goto(`/operator${path}`);
    await expectTablesFit(desk, path);
  }
  const operator = operatorTexts(ENGLISH);
  await desk.goto('/operator/reviews');
  await desk.locator('tbody tr:has(button)').first().getByRole('button').first().click();
  await expect(
    desk
      .getByRole('dialog')
      .getByRole('term')
      .filter({ hasText: operator('queue.promised') }),
  ).toBeVisible();
});

test('what a list is for is read whole on a tablet and on a phone, by a button beside its name', async ({ browser }) => {
  const op = operatorTexts(ENGLISH);
  for (const viewport of [TABLET, PHONE]) {
    const page = await (await staff(browser, ENGLISH, STAFF.finance, { viewport })).newPage();
    await page.goto('/operator/ledger/liabilities');
    const about = page.getByRole('button', { name: op('kit.aboutPage') });
    const hint = page.getByText(op('ledger.statementsHint'));
    await expect(about).toHaveAttribute('aria-expanded', 'false');
    await about.click();
    await expect(hint).toBeVisible();
    await expect(hint).toHaveCSS('white-space', 'normal');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await about.click();
    await expect(about).toHaveAttribute('aria-expanded', 'false');
  }
});
