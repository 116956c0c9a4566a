import { expect } from '@playwright/test';
import { outcomeText } from '@purser/contract/errors';
import { ending, opened, pay } from '../support/checkout.ts';
import { ALICE, BINH, DESKTOP, payer, payerLogIn, PHONE, test } from '../support/demo.ts';
import { sql } from '../support/database.ts';
import { fundParty } from '../support/fund.ts';
import { ownPayer } from '../support/own-payer.ts';
import { expectAlive } from '../support/settled.ts';
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

test('a payer who is suspended at the checkout is told so, and may only pay from another account', async ({ browser }) => {
  const who = await ownPayer('stopped', 'Tess');
  await fundParty(who.username, 'USDP', '50.00');
  const page = await opened(await payer(browser, ENGLISH, who, { viewport: PHONE }), (await newOrder('USDP', '3.20')).path);
  await expect(page.getByText(t('paying_as', { nick: 'Tess' }))).toBeVisible();
  await expectAlive(page);
  await sql(`update wallet_user set status = 'suspended' where user_id = $1`, [who.userId]);
  await pay(page, who.paymentPassword);
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payer_suspended', 'en'));
  await expect(page.getByLabel(t('payment_password'), { exact: true })).toHaveCount(0);
  await payerLogIn(page, ENGLISH, ALICE);
  await pay(page, ALICE.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
});
