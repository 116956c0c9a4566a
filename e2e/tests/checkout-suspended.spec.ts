import { expect, type Page } from '@playwright/test';
import { ending, merchantName, opened, pay } from '../support/checkout.ts';
import { sql } from '../support/database.ts';
import { ALICE, MERCHANT, payer, test, visitor } from '../support/demo.ts';
import { expectAlive } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.payer;

const suspend = (status: 'normal' | 'suspended') => sql('update merchant set status = $2 where username = $1', [MERCHANT.username, status]);

test('payers of a merchant who is suspended meanwhile are told so, and may go on once it is lifted', async ({ browser }) => {
  const { path } = await newOrder('USDP', '12.00');
  const before = await opened(await payer(browser, ENGLISH, ALICE), path);
  await expectAlive(before);
  await before.clock.install();
  const told = async (page: Page) => {
    await expect(ending(page, t('merchant_suspended_title'))).toBeVisible();
    await expect(page.getByText(t('merchant_suspended_text', merchantName))).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  };
  await suspend('suspended');
  try {
    await pay(before, ALICE.paymentPassword);
    await told(before);
    await expect(before.locator('main').locator(':focus')).toContainText(t('merchant_suspended_title'));

    const after = await (await visitor(browser, ENGLISH)).newPage();
    await after.clock.install();
    await after.goto(path);
    await told(after);
    await suspend('normal');
    for (const [page, wayOn] of [
      [before, before.getByLabel(t('payment_password'), { exact: true })],
      [after, after.getByRole('link', { name: t('log_in_and_pay') })],
    ] as const)
      // It asks again once its script has come.
      await expect(async () => {
        await page.clock.fastForward(10_000);
        await expect(wayOn).toBeVisible({ timeout: 1_000 });
      }).toPass();
    await pay(before, ALICE.paymentPassword);
    await expect(ending(before, t('success_title'))).toBeVisible();
  } finally {
    await suspend('normal');
  }
});
