import { expect } from '@playwright/test';
import { forgetComplaints, MERCHANT, merchant, PHONE, test } from '../support/demo.ts';
import { newOrder, shop } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

test("an order's page tells what happens while it happens, and cancels once", async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const order = await newOrder('USDP', '12.50');
  await page.goto(`/recharge/Order/${order.serial_number}`);
  await expect(page.getByRole('heading', { level: 1, name: t('order.title', { order: order.order_id }) })).toBeVisible();
  await expect(page.getByText('Three maps and a compass').first()).toBeVisible();
  await expect(page.getByText(t('order.happened.created'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('order.noEntries'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('record.print') })).toHaveCount(0);

  // The page belongs to the list's entry, which says so.
  const entry = page.getByRole('navigation', { name: t('shell.menu') }).getByRole('link', { name: t('menu.orders') });
  await expect(entry).toHaveAttribute('aria-current', 'true');

  await page.getByRole('button', { name: t('order.cancel') }).click();
  const dialog = page.getByRole('dialog', { name: t('order.cancelTitle') });
  await expect(dialog.getByText('12.50 USDP')).toBeVisible();
  await dialog.getByRole('button', { name: t('order.cancel') }).click();
  await expect(page.getByText(t('order.happened.cancelledByMerchant'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('order.cancel') })).toHaveCount(0);

  // What the merchant's system does is on the page at once.
  const other = await newOrder('USDP', '3.00');
  await page.goto(`/recharge/Order/${other.serial_number}`);
  await expect(page.getByRole('button', { name: t('order.cancel') })).toBeVisible();
  await (await shop()).orders.close({ order_id: other.order_id });
  await expect(page.getByText(t('order.happened.cancelledByMerchant'))).toBeVisible();
});

test('records lead to each other: fund flow, order, transfer', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/Property/RunningWater?transaction_type=payment');
  await page.getByRole('button', { name: /^PO/ }).first().click();
  await page.getByRole('link', { name: t('record.openOrder') }).click();
  await expect(page).toHaveURL(/\/recharge\/Order\/PO/);
  await expect(page.getByRole('button', { name: t('record.print') })).toBeVisible();
  await page.getByRole('link', { name: t('order.samePayer') }).click();
  await expect(page).toHaveURL(/\/recharge\/RechargeRecord\?payment_id=\d+/);
  await expect(page.locator('tbody tr:has(button)').first()).toBeVisible();
  await page.goBack();
  await page
    .getByRole('link', { name: t('record.fundFlow') })
    .first()
    .click();
  await expect(page).toHaveURL(/\/Property\/RunningWater\?serial_number=PO/);

  await page.goto('/Property/RunningWater?transaction_type=transfer');
  await page.getByRole('button', { name: /^TR/ }).first().click();
  await page.getByRole('link', { name: t('record.openReceipt') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('transfer.receiptTitle') })).toBeVisible();
  await expect(page.getByText(t('transfer.status.completed'))).toBeVisible();
});

test('the bell lists what happened and leads there; what was seen is not new', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/assets/Assets');
  const bell = page.getByRole('button', { name: t('shell.events') });
  await expect(page.getByRole('button', { name: MERCHANT.name })).toBeVisible();
  const unread = Number(/\d+/.exec(await bell.locator('..').innerText())?.[0] ?? 0);
  await bell.click();
  const news = page.getByRole('region', { name: t('news.title') });
  await expect(news.getByRole('link').first()).toBeVisible();
  await expect(news.locator('[data-new="true"]')).toHaveCount(unread);
  await expect(bell.locator('..')).not.toContainText(/\d/);
  await page.keyboard.press('Escape');
  await expect(news).toBeHidden();
  await bell.click();
  await expect(news.getByRole('link').first()).toBeVisible();
  await expect(news.locator('[data-new="true"]')).toHaveCount(0);
  await news.getByRole('link', { name: t('news.first_payment', { amount: '' }).trim() }).click();
  await expect(page).toHaveURL(/\/recharge\/Order\/PO/);
  await expect(news).toBeHidden();
});

test("what fails on an order's page and under the bell is told there, and comes when it is asked for again", async ({ browser }) => {
  const order = await newOrder('USDP', '4.00');
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const broken = /\/(delivery\/query|events\/list)$/;
  await page.route(broken, (route) => route.abort());
  await page.goto(`/recharge/Order/${order.serial_number}`);
  const timeline = page.getByRole('alert').filter({ hasText: t('record.deliveriesFailed') });
  await expect(timeline).toBeVisible();
  await page.getByRole('button', { name: t('shell.events') }).click();
  const news = page.getByRole('region', { name: t('news.title') });
  await expect(news.getByText(t('kit.failedTitle'))).toBeVisible();

  await page.unroute(broken);
  await news.getByRole('button', { name: t('kit.retry') }).click();
  await expect(news.getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await timeline.getByRole('button', { name: t('kit.retry') }).click();
  await expect(page.getByText(t('record.told', { event: t('apiDeliveries.type.orderCreated') }))).toBeVisible();
  forgetComplaints();
});

test('for whoever wants to see nothing move, a list within a dialog opens in sight, on a phone', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' })).newPage();
  await page.goto('/payment/PaymentMethod');
  await page
    .getByRole('button', { name: t('method.add') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('method.add') });
  await form.getByLabel(t('method.currency')).click();
  const option = page.getByRole('option', { name: 'USD', exact: true });
  await expect(option).toBeInViewport();
  expect(await page.evaluate<number>(`document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1).length`)).toBe(
    0,
  );
  await option.click();
  await expect(option).toBeHidden();
});
