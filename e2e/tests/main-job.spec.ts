import { expect } from '@playwright/test';
import {
  ALICE,
  buy,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  merchant,
  payerLogIn,
  PHONE,
  test,
  visitor,
} from '../support/demo.ts';
import { SPOKEN } from '../support/texts.ts';

/** Each language once, in turns by day and night, on a desktop and on a phone. */
const SCENES = [
  { colorScheme: 'light', viewport: DESKTOP },
  { colorScheme: 'dark', viewport: PHONE },
  { colorScheme: 'light', viewport: PHONE },
  { colorScheme: 'dark', viewport: DESKTOP },
] as const;

for (const [index, spoken] of SPOKEN.entries()) {
  const scene = SCENES[index % SCENES.length] as (typeof SCENES)[number];
  test(`a payer pays, and the merchant sees it at once: ${spoken.language}, ${scene.colorScheme}, ${scene.viewport.width} px`, async ({
    browser,
  }) => {
    const t = spoken.payer;
    // The merchant looks at the orders and, in another tab, at the balances.
    const console_ = await merchant(browser, spoken, scene);
    const orders = await console_.newPage();
    await orders.goto('/recharge/RechargeRecord?page_size=50');
    await expect(orders.getByText('HB-').first()).toBeVisible();
    const assets = await console_.newPage();
    await assets.goto('/assets/Assets');
    const usdp = assets.locator('tr, li, article').filter({ hasText: 'USDP' }).first();
    await expect(usdp).toBeVisible();
    const before = await usdp.innerText();

    // A payer buys a book at the shop and pays for it.
    const payer = await visitor(browser, spoken, scene);
    const page = await payer.newPage();
    await page.goto('/shop');
    await expectAccessible(page);
    await buy(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const orderNumber = /HB-[0-9A-Z]{6,}/.exec(await page.locator('main').innerText())?.[0] as string;
    await page.getByRole('link', { name: t('log_in_and_pay') }).click();
    await expect(page.getByLabel(t('username'), { exact: true })).toBeVisible();
    await expectAccessible(page);
    await payerLogIn(page, spoken, ALICE);
    await expect(page.getByText(t('paying_as', { nick: 'Alice' }))).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // The way back to the shop begins by itself, and comes to its end once the page has been looked at.
    const { promise: looked, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(/\/shop\/order\//, async (route) => {
      await looked;
      await route.continue();
    });
    await page.getByLabel(t('payment_password'), { exact: true }).fill(ALICE.paymentPassword);
    await page.getByRole('button', { name: new RegExp(t('pay_amount', { amount: '' }).trim()) }).click();
    await expect(page.getByRole('heading', { name: t('success_title') })).toBeVisible();
    await expectAccessible(page);
    goOn();

    // The console shows the payment without being asked.
    const row = orders.locator('tr, li, article').filter({ hasText: orderNumber }).first();
    await expect(row).toContainText(spoken.console('order.status.paid'));
    await expect.poll(() => usdp.innerText()).not.toBe(before);
    await expectAccessible(orders);
    await expectNoSidewaysScroll(orders);
    await expectAccessible(assets);

    // The payer is sent back, and the shop has been told.
    await page.waitForURL(/\/shop\/order\//);
    await expect(page.getByText('order.paid', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await payer.close();
    await console_.close();
  });
}
