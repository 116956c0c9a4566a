import { expect } from '@playwright/test';
import { outcomeText } from '@purser/contract/errors';
import { ending, opened, pay } from '../support/checkout.ts';
import { ALICE, BINH, DESKTOP, payer, PHONE, test } from '../support/demo.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.payer;

for (const [how, javaScriptEnabled, viewport] of [
  ['with', true, DESKTOP],
  ['without', false, PHONE],
] as const) {
  test(`nobody pays from an account that the page does not name, ${how} JavaScript: another tab signed somebody else in`, async ({
    browser,
  }) => {
    const { path } = await newOrder('USDP', '3.10');
    const context = await payer(browser, ENGLISH, BINH, { viewport });
    const binh = await context.cookies();
    const page = await opened(await payer(browser, ENGLISH, ALICE, { javaScriptEnabled, viewport }), path);
    await expect(page.getByText(t('paying_as', { nick: 'Alice' }))).toBeVisible();
    await page.context().addCookies(binh);
    await pay(page, BINH.paymentPassword);
    await expect(page.getByRole('alert')).toHaveText(outcomeText('another_signed_in', 'en'));
    await expect(page.getByText(t('paying_as', { nick: 'Bình' }))).toBeVisible();
    await expect(page.getByLabel(t('payment_password'), { exact: true })).toHaveValue('');
    await pay(page, BINH.paymentPassword);
    await expect(ending(page, t('success_title'))).toBeVisible();
  });
}
