import { expect, type Page } from '@playwright/test';
import { common } from '@purser/contract/outcomes/common';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { enterLogin, forgetComplaints, LOTUS, MERCHANT, merchant, stranger, test } from '../support/demo.ts';
import { operatorTexts, signInAnew, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

/** A session that ends while something is typed: what was typed is not lost by it, and nobody is asked twice. */

const t = ENGLISH.console;
const op = operatorTexts(ENGLISH);

/** Answers what the browser asks, as told, and counts the questions. */
function answerQuestions(page: Page) {
  const seen = { questions: 0, leave: false };
  page.on('dialog', (dialog) => {
    seen.questions += 1;
    void (seen.leave ? dialog.accept() : dialog.dismiss());
  });
  return seen;
}

/** Resolves once so many calls were refused, and the page has dealt with them. */
async function refusedCalls(page: Page, count: number): Promise<void> {
  let refused = 0;
  await page.waitForEvent('response', { predicate: (response) => response.status() === 401 && (refused += 1) === count });
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
}

test('a merchant whose session has ended is asked once whether to leave what is typed, and stays where it is kept', async ({ browser }) => {
  const who = await ownMerchant('ends');
  const page = await (await merchant(browser, ENGLISH, {}, who)).newPage();
  const seen = answerQuestions(page);
  await page.goto('/transfer/AccountsManage?send=1');
  const to = page.getByLabel(t('transfer.to'), { exact: true });
  await to.fill(String(await merchantIdOf(LOTUS.username)));
  await expect(page.getByText(LOTUS.name, { exact: false }).first()).toBeVisible();

  const refused = refusedCalls(page, 2);
  await sql('delete from session where owner_id = $1', [await merchantIdOf(who.username)]);
  await to.fill(String(await merchantIdOf(MERCHANT.username)));
  await refused;
  expect(seen.questions).toBe(1);
  await expect(page.getByText(common.unauthenticated.text.en).first()).toBeVisible();
  await expect(to).toHaveValue(String(await merchantIdOf(MERCHANT.username)));

  // To leave by oneself is another question; then one logs in and is back.
  seen.leave = true;
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page).toHaveURL(/\/Login/);
  expect(seen.questions).toBe(2);
  forgetComplaints(/401/);
});

test('a merchant who confirms while maintenance begins is told so once, and keeps what is typed', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  answerQuestions(page);
  await page.goto('/transfer/AccountsManage?send=USDP');
  await page.getByLabel(t('transfer.to'), { exact: true }).fill(String(await merchantIdOf(LOTUS.username)));
  const amount = page.getByLabel(t('field.amount'), { exact: true });
  await amount.fill('100.00');
  await amount.press('Enter');
  const code = page.getByLabel(t('kit.codeLabel'));
  await code.fill(await freshCode(MERCHANT.username));
  await sql(`insert into maintenance (maintenance_id, starts_at, texts) values (gen_random_uuid(), now(), '{"en": "New disks."}')`);
  try {
    const told = page.getByText(common.maintenance.text.en);
    // The stream of what changes ends, and whoever has typed something is asked whether to leave.
    await expect(told).toBeVisible();
    await expect(told).toHaveCount(0);
    await code.press('Enter');
    await expect(told).toBeVisible();
    await expect(told).toContainText('New disks.');
    await page.keyboard.press('Escape');
    await expect(amount).toHaveValue('100.00');
  } finally {
    await sql('update maintenance set ended_at = clock_timestamp() where ended_at is null');
  }
  forgetComplaints();
});

test('a refusal that reaches a tab after a new login in another one does not end that login', async ({ browser }) => {
  const who = await ownMerchant('late');
  const context = await stranger(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/Login');
  await enterLogin(page, ENGLISH, who, await freshCode(who.username));
  await expect(page).toHaveURL(/InstrumentPanel/);

  // A call is refused, and the answer takes longer than it takes to log in again elsewhere.
  const loggedIn = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  await page.route('**/v1/**', async (route) => {
    // What is followed has no end that could be waited for, and is refused as well: it gets no answer.
    if (route.request().url().endsWith('/v1/merchant/events')) return;
    const answer = await route.fetch();
    if (answer.status() === 401) {
      refused.resolve();
      await loggedIn.promise;
    }
    await route.fulfill({ response: answer });
  });
  const other = await context.newPage();
  await other.goto('/Login');
  await sql('delete from session where owner_id = $1', [await merchantIdOf(who.username)]);
  const menu = page.getByRole('navigation', { name: t('shell.menu') });
  await menu.getByRole('link', { name: t('menu.fundFlow') }).click();
  await refused.promise;
  await enterLogin(other, ENGLISH, who, await freshCode(who.username));
  await expect(other).toHaveURL(/InstrumentPanel/);
  const late = refusedCalls(page, 1);
  loggedIn.resolve();
  await late;
  expect(await other.evaluate(`localStorage.getItem('token')`)).not.toBeNull();
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: t('menu.dashboard') })).toBeVisible();
  await expect(page).not.toHaveURL(/Login/);
  forgetComplaints(/401/);
});

/** A new text in the editor, and its English part. */
async function beginText(page: Page) {
  await page.goto('/operator/content');
  await page.getByRole('button', { name: op('content.new') }).click();
  await page.getByLabel(op('content.slug')).fill(`ends-${Date.now()}`);
  await page.getByRole('button', { name: op('content.begin') }).click();
  const english = page.getByRole('region', { name: 'English' });
  return {
    title: english.getByRole('textbox', { name: op('content.titleIn', { language: 'English' }), exact: true }),
    words: english.getByRole('textbox', { name: op('content.textIn', { language: 'English' }), exact: true }),
  };
}

test('staff whose session has ended while they write a text are told so and keep it; it is not saved over and over', async ({
  browser,
}) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  const { title, words } = await beginText(page);
  await words.click();
  let saves = 0;
  const ended = Promise.withResolvers<void>();
  await page.route('**/v1/operator/content/save', async (route) => {
    saves += 1;
    await ended.promise;
    await route.continue();
  });
  const seen = answerQuestions(page);
  await page.keyboard.type('Half a text');
  await title.fill('A title');
  await sql(`delete from staff_session using staff where staff.staff_id = staff_session.staff_id and username = $1`, [
    STAFF.support.username,
  ]);
  signInAnew(STAFF.support);
  ended.resolve();
  await expect(page.getByText(common.unauthenticated.text.en).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(saves).toBeLessThanOrEqual(3);
  await expect(title).toHaveValue('A title');
  await expect(words).toHaveText('Half a text');
  expect(seen.questions).toBe(0);
  forgetComplaints(/401/);
});

test('a text that cannot be saved yet, words without a title, is not lost by leaving the page', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  const { words } = await beginText(page);
  const seen = answerQuestions(page);
  await words.click();
  await page.keyboard.type('Nobody has named me');
  const elsewhere = page.getByRole('link', { name: op('content.all') });
  await elsewhere.click();
  await expect.poll(() => seen.questions).toBe(1);
  await expect(words).toHaveText('Nobody has named me');
  seen.leave = true;
  await elsewhere.click();
  await expect(page.getByRole('heading', { level: 1, name: op('menu.content') })).toBeVisible();
  expect(seen.questions).toBe(2);
});
