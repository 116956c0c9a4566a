import { outcomeText } from '@purser/contract/errors';
import { expect } from '@playwright/test';
import { ALICE, BINH, forgetComplaints, payer, PHONE, test, visitor } from '../support/demo.ts';
import { expectAlive, expectAwake } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { slide } from '../support/slider.ts';
import { ENGLISH } from '../support/texts.ts';

/** Where the keyboard stands, and what is left of what was typed, once a form was refused. */

const t = ENGLISH.payer;

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
