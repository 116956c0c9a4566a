import { readFileSync } from 'node:fs';
import { outcomeText } from '@purser/contract/errors';
import { expect, type Locator, type Page } from '@playwright/test';
import { ending, pay } from '../support/checkout.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, expectNoSidewaysScroll, payerLogIn, PHONE, test, visitor } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { type OwnPayer, ownPayer } from '../support/own-payer.ts';
import { expectAlive } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, type SpokenLanguage, VIETNAMESE } from '../support/texts.ts';
import { unzipped } from '../support/zip.ts';

const o = operatorTexts(ENGLISH);

/** Signs in and goes by the wallet to the page of one's data. */
async function toPrivacy(page: Page, spoken: SpokenLanguage, who: OwnPayer): Promise<void> {
  const { payer: t } = spoken;
  await page.goto('/wallet');
  await payerLogIn(page, spoken, who);
  await page.getByRole('link', { name: t('privacy_title'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('privacy_title') })).toBeVisible();
}

const taking = (page: Page) => page.locator('form[action="/wallet/privacy/take"]');
const closing = (page: Page) => page.locator('form[action="/wallet/privacy/close"]');

/** Asks for the data, up to the link that saves it. */
async function askForData(page: Page, { payer: t }: SpokenLanguage, who: OwnPayer): Promise<Locator> {
  await taking(page).getByLabel(t('payment_password'), { exact: true }).fill(who.paymentPassword);
  await taking(page).getByRole('button').click();
  await expect(page.getByText(t('privacy_ready'))).toBeVisible();
  return page.getByRole('link', { name: t('privacy_save') });
}

/** Asks for the data, saves it, and answers what stands in it. */
async function takeData(page: Page, spoken: SpokenLanguage, who: OwnPayer): Promise<Record<string, unknown>> {
  const link = await askForData(page, spoken, who);
  const saved = page.waitForEvent('download');
  await link.click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(new RegExp(String.raw`^purser_${who.userId}_\d{4}-\d\d-\d\d\.zip$`));
  return JSON.parse(unzipped(readFileSync(await file.path()), 'data.json')) as Record<string, unknown>;
}

/** Neither password nor name leads anywhere: the answer is that to somebody who was never there. */
async function expectUnknown(page: Page, spoken: SpokenLanguage, who: OwnPayer): Promise<void> {
  for (const username of [who.username, `never-${who.username}`]) {
    await page.goto('/wallet');
    await payerLogIn(page, spoken, { username, password: who.password });
    await expect(page.getByRole('alert')).toHaveText(outcomeText('wrong_credentials', spoken.language));
  }
}

test('a wallet user takes the data along, is told what stands in the way, closes the account, and staff see it closed', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const t = ENGLISH.payer;
  const who = await ownPayer('leaving', 'Lena Leaving');
  await fundParty(who.username, 'CNYT', '5.00');
  const page = await (await visitor(browser, ENGLISH)).newPage();
  await toPrivacy(page, ENGLISH, who);
  await expect(page.getByText(t('privacy_obstacle_balance', { amount: '5.00 CNYT' }))).toBeVisible();
  await expect(closing(page)).toHaveCount(0);
  await expectAlive(page);
  await expectAccessible(page);
  await taking(page).getByRole('button').click();
  await expect(taking(page).getByLabel(t('payment_password'), { exact: true })).toHaveAccessibleDescription(
    new RegExp(t('payment_password_required')),
  );
  const data = await takeData(page, ENGLISH, who);
  expect(data).toMatchObject({
    account: { user_id: who.userId, nick: 'Lena Leaving', username: who.username, email: who.email },
    records: [{ transaction_number: '5.00' }],
    acts: [{ act: 'wallet.take_data' }],
  });
  expect(JSON.stringify(data)).not.toContain('hash');

  await page.goto((await newOrder('CNYT', '5.00')).path);
  await pay(page, who.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();

  // A page on its way back to the shop is not to be led elsewhere.
  await page.goto('about:blank');
  await page.goto('/wallet/privacy');
  await expectAlive(page);
  await closing(page).getByRole('button').click();
  await expect(page.getByText(t('privacy_close_confirm_required'))).toBeVisible();
  await expectAccessible(page);
  await closing(page).getByRole('checkbox').check();
  await closing(page).getByLabel(t('payment_password'), { exact: true }).fill('000000');
  await closing(page).getByRole('button').click();
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payment_password_wrong', 'en', { left: 4 }));
  await closing(page).getByRole('checkbox').check();
  await closing(page).getByLabel(t('payment_password'), { exact: true }).fill(who.paymentPassword);
  await closing(page).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: t('closed_title') })).toBeVisible();
  await expectAccessible(page);
  await expectUnknown(page, ENGLISH, who);
  const mailbox = await page.context().newPage();
  await expect(async () => {
    await mailbox.goto('/demo/mailbox');
    await expect(mailbox.locator('article', { hasText: who.email }).first()).toContainText('account is closed', { timeout: 1000 });
  }).toPass();

  const desk = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await desk.goto('/operator/wallet-users?status=closed');
  const row = desk.getByRole('row').filter({ hasText: String(who.userId) });
  await expect(row).toContainText(o('party.closedAccount'));
  await expect(row.getByText(o('party.status.closed'), { exact: true })).toBeVisible();
  await row
    .getByRole('button', { name: String(who.userId) })
    .first()
    .click();
  const drawer = desk.getByRole('dialog', { name: o('party.userTitle') });
  await expect(drawer.getByText(o('party.closedHint'))).toBeVisible();
  await expect(drawer.getByText(o('party.status.closed'), { exact: true })).toBeVisible();
  await expect(drawer.getByText(o('act.wallet.close'))).toBeVisible();
  await expect(drawer.getByRole('button', { name: o('party.restore'), exact: true })).toHaveCount(0);
  await expectAccessible(desk);
});

test('a link to the data that holds no more leads to where it is asked for again, and saves no page as a file', async ({ browser }) => {
  const t = ENGLISH.payer;
  const who = await ownPayer('too-late', 'Tara Late');
  const page = await (await visitor(browser, ENGLISH)).newPage();
  await toPrivacy(page, ENGLISH, who);
  const link = await askForData(page, ENGLISH, who);
  await link.evaluate((one) => one.setAttribute('href', '/wallet/privacy/file?grant=over'));
  await link.click();
  await expect(page.getByText(t('privacy_over'))).toBeVisible();
});

test('without JavaScript, on a phone in Vietnamese, the data is taken along and the account closed by plain forms', async ({ browser }) => {
  const t = VIETNAMESE.payer;
  const who = await ownPayer('roi-di', 'Nguyễn Rời');
  await fundParty(who.username, 'CNYT', '7.00');
  const page = await (await visitor(browser, VIETNAMESE, { viewport: PHONE, hasTouch: true, javaScriptEnabled: false })).newPage();
  await toPrivacy(page, VIETNAMESE, who);
  await expect(page.getByText(t('privacy_obstacle_balance', { amount: '7,00 CNYT' }))).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await takeData(page, VIETNAMESE, who)).toMatchObject({ account: { user_id: who.userId, nick: 'Nguyễn Rời' } });
  await page.goto((await newOrder('CNYT', '7.00')).path);
  await pay(page, who.paymentPassword, VIETNAMESE);
  await expect(ending(page, t('success_title'))).toBeVisible();

  // A page on its way back to the shop is not to be led elsewhere.
  await page.goto('about:blank');
  await page.goto('/wallet/privacy');
  await closing(page).getByLabel(t('payment_password'), { exact: true }).fill('000000');
  await closing(page).getByRole('checkbox').check();
  await closing(page).getByRole('button').click();
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payment_password_wrong', 'vi', { left: 4 }));
  await closing(page).getByLabel(t('payment_password'), { exact: true }).fill(who.paymentPassword);
  await closing(page).getByRole('checkbox').check();
  await closing(page).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: t('closed_title') })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectUnknown(page, VIETNAMESE, who);
  const [left] = await sql<{ nick: string; email: string | null }>('select nick, email from wallet_user where user_id = $1', [who.userId]);
  expect(left).toEqual({ nick: '', email: null });
});
