import { expect, type Page } from '@playwright/test';
import { forgetComplaints, merchant, TABLET, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH, SPOKEN } from '../support/texts.ts';

const t = ENGLISH.console;
const SCRIPTS = /\.js$/;

/** What a browser says about files and calls that tests keep from coming: those are asked for again now and then, until the page is closed. */
const KEPT_AWAY = /ERR_FAILED|Failed to fetch dynamically|error loading dynamically|a part of the page did not come|status of 500/;

const failedToLoad = (page: Page) => page.getByText(t('kit.failedTitle'));

test('a console whose scripts do not come says so in the language of its user, and comes when they do', async ({ browser }) => {
  // Both consoles start twice in each of the four languages.
  test.setTimeout(240_000);
  for (const spoken of SPOKEN) {
    for (const [context, path] of [
      [await merchant(browser, spoken), '/recharge/RechargeRecord'],
      [await staff(browser, spoken, STAFF.support), '/operator/account'],
    ] as const) {
      const page = await context.newPage();
      // Not boot.js, which knows the language.
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await page.goto(path);
      await expect(page.getByText(spoken.console('kit.failedTitle'))).toBeVisible();
      await expect(page.getByRole('link')).toHaveCount(1);
      await page.unrouteAll();
      await page.getByRole('link', { name: spoken.console('kit.retry') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(spoken.console('kit.failedTitle'))).toHaveCount(0);
      await page.close();
    }
  }
  forgetComplaints(KEPT_AWAY);
});

test('the details of a row that do not come leave the list, and come when one tries again', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/adjustment/AccountAdjustment');
  const rows = page.locator('tbody tr:has(button)');
  await expect(rows.first()).toBeVisible();
  await page.route(SCRIPTS, (route) => route.abort());
  await rows.first().getByRole('button').first().click();
  const failed = page.getByRole('dialog', { name: t('kit.failedTitle') });
  await expect(failed).toBeVisible();
  await expect(rows.first()).toBeVisible();
  await page.unrouteAll();
  await failed.getByRole('button', { name: t('kit.retry') }).click();
  await expect(failed).toBeHidden();
  await expect(page.getByRole('dialog', { name: t('adjustment.detailTitle') })).toBeVisible();
  forgetComplaints(KEPT_AWAY);
});

test('announcements that do not come leave the page and the menu', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/adjustment/AccountAdjustment');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route(SCRIPTS, (route) => route.abort());
  await page.getByRole('button', { name: t('shell.events') }).click();
  await expect(failedToLoad(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.close();
  forgetComplaints(KEPT_AWAY);
});

test('what is not known of the own account is not told as none', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.route(/account\/(security|detail)$/, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('/system/AccountSecurity');
  for (const card of ['accountSecurity.mail', 'accountSecurity.zone'] as const)
    await expect(page.getByRole('region', { name: t(card), exact: true }).getByText(t('kit.failedTitle'))).toBeVisible();
  await expect(page.getByText(t('accountSecurity.mailNone'))).toBeHidden();
  await page.close();
  forgetComplaints(KEPT_AWAY);
});

test('a verification that is not known of is not told as one that never was', async ({ browser }) => {
  const operator = operatorTexts(ENGLISH);
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.route(/ledger\/run\/query$/, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.goto('/operator/ledger/verification');
  await expect(page.getByRole('definition').first()).toHaveText(t('kit.failedTitle'));
  await expect(page.getByText(operator('ledger.never'))).toHaveCount(0);
  await page.close();
  forgetComplaints(KEPT_AWAY);
});

test('nothing lies over the amounts of a table that is wider than its place', async ({ browser }) => {
  for (const [context, path] of [
    [await merchant(browser, ENGLISH, { viewport: TABLET }), '/assets/Assets'],
    [await staff(browser, ENGLISH, STAFF.admin, { viewport: TABLET }), '/operator/markets'],
  ] as const) {
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.locator('tbody tr td:last-child button').first()).toBeVisible();
    const covered = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('tbody tr')].flatMap((row) => {
      const acts = row.querySelector('td:last-child');
      if (!acts?.querySelector('button')) return [];
      const at = acts.getBoundingClientRect();
      return [...row.querySelectorAll('td:not(:last-child)')]
        .filter((cell) => cell.getBoundingClientRect().right > at.left + 1)
        .map((cell) => cell.textContent);
    })`);
    await expect.poll(covered).toEqual([]);
  }
});
