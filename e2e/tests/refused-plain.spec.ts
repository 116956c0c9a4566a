import { expect, type Locator, type Page } from '@playwright/test';
import { ALICE, BINH, expectNoSidewaysScroll, payer, PHONE, test, visitor } from '../support/demo.ts';
import { keepPicture } from '../support/picture.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, SPOKEN, type SpokenLanguage, VIETNAMESE } from '../support/texts.ts';

/** What was refused of a form that no script has looked at before it was sent. */

const CHINESE = SPOKEN[0] as SpokenLanguage;
const PLAIN = { viewport: PHONE, hasTouch: true, javaScriptEnabled: false };

/** Each of these fields is marked, and led to what is wrong with it; the first of them has the focus. Nothing is told elsewhere. */
async function expectTold(page: Page, told: readonly (readonly [field: Locator, text: string])[]): Promise<void> {
  for (const [field, text] of told) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(text));
  }
  await expect(told[0]?.[0] ?? page.locator('none')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText(told.map(([, text]) => text));
  await expectNoSidewaysScroll(page);
}

test('a new payment password that lacks everything is told at each of its fields, in Vietnamese', async ({ browser }) => {
  const t = VIETNAMESE.payer;
  const page = await (await payer(browser, VIETNAMESE, BINH, PLAIN)).newPage();
  await page.goto('/wallet/payment-password');
  await page.getByRole('button', { name: t('save') }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expectTold(page, [
    [field(t('login_password')), t('password_required')],
    [field(t('new_payment_password')), t('payment_password_required')],
    [field(t('new_payment_password_again')), t('payment_password_required')],
  ]);
  await keepPicture(page, 'refused-payment-password-PHONE-vi');
});

test('a login that lacks everything is told at each of its fields, in Chinese', async ({ browser }) => {
  const t = CHINESE.payer;
  const page = await (await visitor(browser, CHINESE, PLAIN)).newPage();
  await page.goto('/wallet?kind=phone');
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();
  await expectTold(page, [
    [page.getByLabel(t('phone_number'), { exact: true }), t('phone_required')],
    [page.getByLabel(t('password'), { exact: true }), t('password_required')],
    [page.getByRole('slider'), t('slider_first')],
  ]);
  await keepPicture(page, 'refused-login-PHONE-zh');
});

test('a payment without its password, and a bank card with what no bank takes, are told at their fields', async ({ browser }) => {
  const t = ENGLISH.payer;
  const page = await (await payer(browser, ENGLISH, ALICE, PLAIN)).newPage();
  await page.goto((await newOrder('USDP', '1.70')).path);
  const password = page.getByLabel(t('payment_password'), { exact: true });
  await page.getByRole('button', { name: t('pay_amount', { amount: '1.70 USDP' }) }).click();
  await expectTold(page, [[password, t('payment_password_required')]]);

  await page.goto('/wallet/bank-cards');
  const form = page.locator('form[action="/wallet/bank-cards"]');
  await form.getByLabel(t('bank_holder'), { exact: true }).fill('Lan-2');
  await form.getByLabel(t('bank_name'), { exact: true }).fill('First Bank');
  await form.getByLabel(t('bank_number'), { exact: true }).fill('4111111111111111');
  await form.getByLabel(t('payment_password'), { exact: true }).fill('000000');
  await form.getByRole('button').click();
  await expectTold(page, [[form.getByLabel(t('bank_holder'), { exact: true }), t('bank_holder_hint')]]);
  await keepPicture(page, 'refused-bank-card-PHONE-en');
});
