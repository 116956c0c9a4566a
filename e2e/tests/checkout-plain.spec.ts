import { LANGUAGE_NAMES } from '@purser/contract/language';
import { outcomeText } from '@purser/contract/errors';
import { expect } from '@playwright/test';
import { ending, merchantName, opened, pay } from '../support/checkout.ts';
import { ALICE, BINH, buy, payer, payerLogIn, PHONE, test, visitor } from '../support/demo.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = ENGLISH.payer;

test('without JavaScript the whole payment is plain forms', async ({ browser }) => {
  const page = await (await visitor(browser, ENGLISH, { javaScriptEnabled: false })).newPage();
  const path = await buy(page);
  // A countdown that nothing moves would lie.
  await expect(page.getByRole('timer')).toBeHidden();
  await expect(page.getByText(t('latest_time'), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: t('log_in_and_pay') }).click();
  await payerLogIn(page, ENGLISH, { ...BINH, password: 'Wrong-demo-1' });
  await expect(page.getByRole('alert')).toHaveText(outcomeText('wrong_credentials', 'en'));
  await expect(page.getByLabel(t('username'), { exact: true })).toHaveValue(BINH.username);
  await payerLogIn(page, ENGLISH, BINH);
  await expect(page.getByText(t('paying_as', { nick: 'Bình' }))).toBeVisible();
  await pay(page, '999999');
  await expect(page.getByRole('alert')).toHaveText(/^Wrong payment password\. \d attempts left\.$/);
  await expect(page.getByLabel(t('payment_password'), { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await pay(page, BINH.paymentPassword);
  // The way back to the shop begins by itself.
  await page.getByRole('link', { name: t('stay_here') }).click();
  await expect(ending(page, t('success_title'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('return_to', merchantName) })).toBeVisible();
  // Coming back later, it is told as what it is: paid, once.
  await page.goto(path);
  await expect(ending(page, t('paid_by_me_title'))).toBeVisible();
  await page.getByRole('link', { name: t('return_to', merchantName) }).click();
  await expect(page).toHaveURL(/\/shop\/order\/HB-\w+\?.*order_status=paid/);
});

test('without JavaScript reward funds stay chosen when the language changes, and Enter pays', async ({ browser }) => {
  const order = await newOrder('CNYT', '5.00');
  const context = await payer(browser, ENGLISH, ALICE);
  const plain = await visitor(browser, ENGLISH, { javaScriptEnabled: false });
  await plain.addCookies(await context.cookies());
  const page = await opened(plain, order.path);
  await page.getByRole('checkbox', { name: new RegExp(t('use_reward')) }).check();
  for (const { language, payer: words } of [VIETNAMESE, ENGLISH]) {
    await page.locator('header summary').click();
    await page.getByRole('button', { name: LANGUAGE_NAMES[language] }).click();
    await expect(page.getByRole('checkbox', { name: new RegExp(words('use_reward')) })).toBeChecked();
  }
  await page.getByLabel(t('payment_password'), { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payment_password_wrong', 'en', { left: 4 }));
  await expect(page.getByRole('checkbox', { name: new RegExp(t('use_reward')) })).toBeChecked();
  await page.getByRole('checkbox', { name: new RegExp(t('use_reward')) }).uncheck();
  await pay(page, ALICE.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
});

test('without JavaScript a phone names the latest time on every step, where a countdown would stand still', async ({ browser }) => {
  const order = await newOrder('USDP', '2.30');
  const page = await opened(await visitor(browser, ENGLISH, { viewport: PHONE, javaScriptEnabled: false }), `${order.path}?step=login`);
  await expect(page.getByRole('timer')).toBeHidden();
  await expect(page.getByText(/^Pay before \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)).toBeVisible();
});
