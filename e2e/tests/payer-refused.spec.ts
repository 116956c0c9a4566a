import { outcomeText } from '@purser/contract/errors';
import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { ALICE, BINH, forgetComplaints, payer, PHONE, test, visitor } from '../support/demo.ts';
import { askToRegister, codeIn } from '../support/registration.ts';
import { expectAlive, expectAwake } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { slide } from '../support/slider.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

/** Where the keyboard stands, and what is left of what was typed, once a form was refused. */

const t = ENGLISH.payer;
const PASSWORD = 'Fresh-paint-1';

test('a login and a giving up that do not arrive leave the keyboard at their buttons', async ({ browser }) => {
  const context = await visitor(browser, ENGLISH, { viewport: PHONE });
  const page = await context.newPage();
  await page.goto('/wallet');
  await expectAwake(page);
  await page.getByLabel(t('username'), { exact: true }).fill(BINH.username);
  await page.getByLabel(t('password'), { exact: true }).fill(BINH.password);
  await slide(page);
  const logIn = page.getByRole('button', { name: t('log_in'), exact: true });
  await logIn.focus();
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('connection_lost'))).toBeVisible();
  await expect(logIn).toBeFocused();
  await context.setOffline(false);

  const order = await newOrder('USDP', '7.10');
  const known = await payer(browser, ENGLISH, ALICE);
  const paying = await known.newPage();
  await paying.goto(`${order.path}?step=abandon`);
  await expect(paying.getByRole('button', { name: t('abandon_confirm') })).toBeVisible();
  await expectAlive(paying);
  const giveUp = paying.getByRole('button', { name: t('abandon_confirm') });
  await giveUp.focus();
  await known.setOffline(true);
  await paying.keyboard.press('Enter');
  await expect(paying.getByText(t('connection_lost'))).toBeVisible();
  await expect(giveUp).toBeFocused();
  await known.setOffline(false);
  forgetComplaints(/ERR_INTERNET_DISCONNECTED/);
});

test('a payment password that nobody has looked at stays, and is asked for anew where it was wrong', async ({ browser }) => {
  const order = await newOrder('USDP', '1.30');
  const context = await payer(browser, ENGLISH, ALICE, { viewport: PHONE });
  const page = await context.newPage();
  await page.goto(order.path);
  await expectAlive(page);
  const password = page.getByLabel(t('payment_password'), { exact: true });
  const pay = page.getByRole('button', { name: t('pay_amount', { amount: '1.30 USDP' }) });
  await password.fill(ALICE.paymentPassword);
  await context.setOffline(true);
  await pay.click();
  await expect(page.getByText(t('connection_lost'))).toBeVisible();
  await expect(pay).toHaveAttribute('aria-disabled', 'false');
  await expect(password).toHaveValue(ALICE.paymentPassword);
  await context.setOffline(false);
  forgetComplaints(/ERR_INTERNET_DISCONNECTED/);
  await expect(page.getByText(t('connection_lost'))).toBeHidden();
  await password.fill('999999');
  await pay.click();
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payment_password_wrong', 'en', { left: 4 }));
  await expect(password).toHaveValue('');
  await expect(password).toBeFocused();
  await password.fill(ALICE.paymentPassword);
  await pay.click();
  await expect(page.getByRole('heading', { name: t('success_title') })).toBeVisible();
});

test('a wrong mailed code costs no chosen password', async ({ browser }) => {
  const address = `kept-${Date.now().toString(36)}@example.com`;
  const page = await (await visitor(browser, ENGLISH, { viewport: PHONE })).newPage();
  const path = await askToRegister(address);
  const code = await codeIn(page, address);
  const wrong = code === '000000' ? '000001' : '000000';
  await page.goto(path);
  await expectAlive(page);
  const field = (name: string) => page.locator(`main input[name="${name}"]`);
  await field('username').fill(`kept-${Date.now().toString(36)}`);
  await field('nick').fill('Kept');
  await field('password').fill(PASSWORD);
  await field('password_again').fill(PASSWORD);
  await field('accepts').check();
  const register = page.getByRole('button', { name: t('register'), exact: true });
  for (let tries = 0; tries < 2; tries += 1) {
    await field('code').fill(wrong);
    await register.click();
    await expect(field('code')).toHaveAccessibleDescription(outcomeText('verification_code_wrong', 'en'));
    await expect(field('code')).toBeFocused();
    await expect(field('password')).toHaveValue(PASSWORD);
    await expect(field('password_again')).toHaveValue(PASSWORD);
    await expect(field('accepts')).toBeChecked();
  }
  await field('username').fill(BINH.username);
  await field('code').fill(code);
  await register.click();
  await expect(field('username')).toHaveAccessibleDescription(new RegExp(outcomeText('username_taken', 'en')));
  await field('username').fill(`kept-${Date.now().toString(36)}`);
  await register.click();
  await expect(page.getByRole('heading', { name: t('wallet_title') })).toBeVisible();
});

test('an address that is somebody’s meanwhile is told where one logs in', async ({ browser }) => {
  const address = `taken-${Date.now().toString(36)}@example.com`;
  const page = await (await visitor(browser, ENGLISH, { viewport: PHONE })).newPage();
  await page.goto(await askToRegister(address));
  await expectAlive(page);
  const field = (name: string) => page.locator(`main input[name="${name}"]`);
  await field('code').fill(await codeIn(page, address));
  await field('username').fill(`taken-${Date.now().toString(36)}`);
  await field('nick').fill('Taken');
  await field('password').fill(PASSWORD);
  await field('password_again').fill(PASSWORD);
  await field('accepts').check();
  await sql(
    `insert into login_directory (kind, identity, owner_id) select 'user_email', $1, user_id from wallet_user where username = $2`,
    [address, ALICE.username],
  );
  await page.getByRole('button', { name: t('register'), exact: true }).click();
  await expect(page.getByText(outcomeText('address_registered', 'en'))).toBeVisible();
});

test('without scripts a wrong mailed code says beside the passwords that they are typed again', async ({ browser }) => {
  const { payer: v } = VIETNAMESE;
  const address = `plain-${Date.now().toString(36)}@example.com`;
  const page = await (await visitor(browser, VIETNAMESE, { viewport: PHONE, javaScriptEnabled: false })).newPage();
  await page.goto(await askToRegister(address));
  const code = await codeIn(page, address);
  await expect(page.getByText(v('passwords_once_more'))).toBeHidden();
  const field = (name: string) => page.locator(`main input[name="${name}"]`);
  await field('code').fill(code === '000000' ? '000001' : '000000');
  await field('username').fill(`plain-${Date.now().toString(36)}`);
  await field('nick').fill('Plain');
  await field('password').fill(PASSWORD);
  await field('password_again').fill(PASSWORD);
  await field('accepts').check();
  await page.getByRole('button', { name: v('register'), exact: true }).click();
  await expect(field('code')).toHaveAccessibleDescription(outcomeText('verification_code_wrong', 'vi'));
  await expect(field('password')).toHaveValue('');
  await expect(field('password')).toHaveAccessibleDescription(new RegExp(v('passwords_once_more')));
  await expect(field('nick')).toHaveValue('Plain');
});
