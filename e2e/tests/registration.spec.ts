import { outcomeText } from '@purser/contract/errors';
import { CODE_VALID_MIN } from '@purser/contract/message-kinds';
import { expect, type Page } from '@playwright/test';
import { sql } from '../support/database.ts';
import { expectAccessible, expectNoSidewaysScroll, forgetComplaints, PHONE, test, visitor } from '../support/demo.ts';
import { codeIn } from '../support/registration.ts';
import { expectAlive } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { slide } from '../support/slider.ts';
import { ENGLISH, SPOKEN, type SpokenLanguage, VIETNAMESE } from '../support/texts.ts';

const PASSWORD = 'Fresh-paint-1';
const NEXT_PASSWORD = 'Dry-paint-22';
const CHINESE = SPOKEN[0] as SpokenLanguage;

/** Every test asks for codes anew, from the same address of the network. */
test.beforeEach(() => sql(`delete from throttle where scope like 'code:%'`));

async function fillIn(page: Page, { payer: t }: SpokenLanguage, code: string, name: string): Promise<void> {
  await page.getByLabel(t('verification_code'), { exact: true }).fill(code);
  await page.getByLabel(t('nick'), { exact: true }).fill(name);
  await page.getByLabel(t('password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t('password_again'), { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: t('accept_agreements') }).check();
}

test('from a payment by e-mail into a wallet of one’s own and back, in Chinese on a desktop', async ({ browser }) => {
  const t = CHINESE.payer;
  const page = await (await visitor(browser, CHINESE)).newPage();
  const order = await newOrder('CNYT', '5.00');
  await page.goto(`${order.path}?step=login`);
  await page.getByRole('link', { name: t('register_title') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('register_title') })).toBeVisible();
  await expectAlive(page);
  const email = page.getByLabel(t('email'), { exact: true });
  await email.fill('wang.example.com');
  await slide(page);
  await page.getByRole('button', { name: t('send_code') }).click();
  await expect(email).toHaveAccessibleDescription(t('email_invalid'));
  await email.fill('Wang.Fang@Example.com');
  const username = page.getByLabel(t('username'), { exact: true });
  await page.getByRole('button', { name: t('send_code') }).click();
  await expect(username).toHaveAccessibleDescription(new RegExp(t('username_required')));
  await username.fill('alice');
  await page.getByRole('button', { name: t('send_code') }).click();
  await expect(page.getByText(t('code_sent', { address: 'wang.fang@example.com', minutes: CODE_VALID_MIN }))).toBeVisible();

  // What is missing is told at its field before anything is sent.
  await expectAlive(page);
  await page.getByRole('button', { name: t('register'), exact: true }).click();
  await expect(page.getByLabel(t('verification_code'), { exact: true })).toHaveAccessibleDescription(t('code_required'));
  await expect(page.getByLabel(t('nick'), { exact: true })).toHaveAccessibleDescription(new RegExp(t('nick_required')));
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(t('accept_required'));
  await expectAccessible(page);
  const code = await codeIn(page, 'wang.fang@example.com');
  await fillIn(page, CHINESE, code === '000000' ? '000001' : '000000', '王芳');
  await page.getByRole('button', { name: t('register'), exact: true }).click();
  await expect(page.getByLabel(t('verification_code'), { exact: true })).toHaveAccessibleDescription(
    outcomeText('verification_code_wrong', 'zh_Hans'),
  );
  await expect(page.getByLabel(t('nick'), { exact: true })).toHaveValue('王芳');
  await fillIn(page, CHINESE, code, '王芳');
  await page.getByRole('button', { name: t('register'), exact: true }).click();
  // The name is somebody's: another is chosen here, and the code is still good.
  await expect(username).toHaveAccessibleDescription(new RegExp(outcomeText('username_taken', 'zh_Hans')));
  await username.fill('Wang.Fang');
  await fillIn(page, CHINESE, code, '王芳');
  await page.getByRole('button', { name: t('register'), exact: true }).click();

  await expect(page.getByText(t('paying_as', { nick: '王芳' }))).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByText(t('password_is_not_set'))).toBeVisible();
  await expect(page.getByRole('region', { name: t('balances') }).getByRole('heading', { name: 'CNYT' })).toBeVisible();

  await page.getByRole('link', { name: t('set_payment_password') }).click();
  await page.getByLabel(t('login_password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t('new_payment_password'), { exact: true }).fill('529471');
  await page.getByLabel(t('new_payment_password_again'), { exact: true }).fill('529471');
  await page.getByRole('button', { name: t('save') }).click();
  await expect(page.getByText(t('password_saved'))).toBeVisible();
});

test('another code is sent while all that was typed stays, on a phone in Vietnamese', async ({ browser }) => {
  const t = VIETNAMESE.payer;
  const context = await visitor(browser, VIETNAMESE, { viewport: PHONE, hasTouch: true });
  const page = await context.newPage();
  await page.goto('/wallet/register');
  await expectAlive(page);
  await page.getByLabel(t('username'), { exact: true }).fill('bich.ngoc');
  await page.getByLabel(t('email'), { exact: true }).fill('ngoc@example.com');
  await slide(page);
  await page.getByRole('button', { name: t('send_code') }).click();
  await expect(page.getByText(t('code_sent', { address: 'ngoc@example.com', minutes: CODE_VALID_MIN }))).toBeVisible();
  await expectAlive(page);
  await fillIn(page, VIETNAMESE, await codeIn(page, 'ngoc@example.com'), 'Bích Ngọc');
  const another = page.getByRole('button', { name: t('send_another') });
  await another.click();
  await expect(page.getByRole('alert')).toHaveText(/\d+ giây/);
  await sql(`delete from throttle where scope like 'code:%'`);
  await context.setOffline(true);
  await another.click();
  await expect(page.getByRole('alert')).toHaveText(t('connection_lost'));
  forgetComplaints(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(false);
  await another.click();
  await expect(page.getByRole('status').filter({ hasText: t('code_sent_again') })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expect(page.getByLabel(t('nick'), { exact: true })).toHaveValue('Bích Ngọc');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.getByLabel(t('verification_code'), { exact: true }).fill(await codeIn(page, 'ngoc@example.com'));
  // The passwords stand where they were typed.
  await page.getByRole('button', { name: t('register'), exact: true }).click();
  await expect(page.getByText('Bích Ngọc ·')).toBeVisible();
});

test('by phone, on a phone without scripts, in Vietnamese', async ({ browser }) => {
  const t = VIETNAMESE.payer;
  const context = await visitor(browser, VIETNAMESE, { viewport: PHONE, hasTouch: true, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/wallet/register?kind=phone');
  await expect(page.getByLabel(t('area_code'))).toHaveValue('84');
  await page.getByLabel(t('username'), { exact: true }).fill('minh_khai');
  await page.getByLabel(t('phone_number'), { exact: true }).fill('0987 654 321');
  await slide(page);
  await page.getByRole('button', { name: t('send_code') }).click();
  await expect(page.getByText(t('code_sent', { address: '+84987654321', minutes: CODE_VALID_MIN }))).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expect(page.getByLabel(t('first_market'))).toHaveValue('VND');
  await fillIn(page, VIETNAMESE, await codeIn(page, '+84987654321'), 'Nguyễn Thị Minh Khai');
  await page.getByRole('button', { name: t('register'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('wallet_title') })).toBeVisible();
  await expect(page.getByText('Nguyễn Thị Minh Khai ·')).toBeVisible();

  // And the password that was forgotten the next day.
  await page.getByRole('button', { name: t('log_out') }).click();
  await page.getByRole('link', { name: t('by_phone') }).click();
  await page.getByRole('link', { name: t('forgot_password') }).click();
  await page.getByRole('link', { name: t('by_phone') }).click();
  await page.getByLabel(t('phone_number'), { exact: true }).fill('0987654321');
  await slide(page);
  await page.getByRole('button', { name: t('send_code') }).click();
  // A code was asked for a moment ago: whoever asks again at once is told how long to wait.
  await expect(page.getByRole('alert')).toHaveText(/\d+ giây/);
  await sql(`delete from throttle where scope like 'code:%'`);
  await slide(page);
  await page.getByRole('button', { name: t('send_code') }).click();
  await expect(page.getByText(t('recover_sent', { address: '+84987654321', minutes: CODE_VALID_MIN }))).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByLabel(t('verification_code'), { exact: true }).fill(await codeIn(page, '+84987654321'));
  await page.getByLabel(t('new_login_password'), { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel(t('new_login_password_again'), { exact: true }).fill(NEXT_PASSWORD);
  await page.getByRole('button', { name: t('save') }).click();
  await expect(page.getByText(t('recovered'))).toBeVisible();
  await page.getByRole('link', { name: t('by_phone') }).click();
  await page.getByLabel(t('phone_number'), { exact: true }).fill('0987654321');
  await page.getByLabel(t('password'), { exact: true }).fill(NEXT_PASSWORD);
  await slide(page);
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();
  await expect(page.getByText('Nguyễn Thị Minh Khai ·')).toBeVisible();
});

test('an address that has a wallet is told so by mail, and the page says nothing of it', async ({ browser }) => {
  const t = ENGLISH.payer;
  const page = await (await visitor(browser, ENGLISH)).newPage();
  await page.goto('/wallet/register');
  await page.getByLabel(t('username'), { exact: true }).fill('Alice-2');
  await page.getByLabel(t('email'), { exact: true }).fill('Alice@example.com');
  await slide(page);
  await page.getByRole('button', { name: t('send_code') }).click();
  await expect(page.getByText(t('code_sent', { address: 'alice@example.com', minutes: CODE_VALID_MIN }))).toBeVisible();
  const mailbox = await page.context().newPage();
  await expect(async () => {
    await mailbox.goto('/demo/mailbox');
    await expect(mailbox.getByText('You already have a Purser account')).toBeVisible({ timeout: 200 });
  }).toPass();
});
