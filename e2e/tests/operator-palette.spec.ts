import { expect, type Locator, type Page } from '@playwright/test';
import { sql } from '../support/database.ts';
import { expectAccessible, MERCHANT, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { newOrder } from '../support/shop.ts';
import { VIETNAMESE } from '../support/texts.ts';

const t = operatorTexts(VIETNAMESE);
const own = VIETNAMESE.console;
const palette = (page: Page): Locator => page.getByRole('dialog', { name: own('palette.title') });
const current = (page: Page): Locator => palette(page).getByRole('option', { selected: true });

async function look(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
}

test('staff find a page, a merchant by its number and an order by its own, by keyboard alone', async ({ browser }) => {
  const order = await newOrder('USDP', '3.00');
  const [row] = await sql<{ merchant_id: string }>('select merchant_id from merchant where username = $1', [MERCHANT.username]);
  const page = await (await staff(browser, VIETNAMESE, STAFF.support)).newPage();
  await page.goto('/operator/account');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.account') })).toBeVisible();
  await look(page, 'merchants');
  await expect(current(page)).toContainText(t('menu.merchants'));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.merchants') })).toBeVisible();

  await look(page, String(row?.merchant_id));
  await expect(current(page)).toContainText(`${t('numbers.merchant')} · ${MERCHANT.name}`);
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: t('party.merchantTitle') });
  await expect(details.getByText(MERCHANT.name).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await look(page, order.order_id);
  await expect(current(page)).toContainText(order.serial_number);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: t('orders.orderTitle') })).toBeVisible();
});

test('the palette has the pages of the role only, and the keys of the queue do nothing under the help', async ({ browser }) => {
  const page = await (await staff(browser, VIETNAMESE, STAFF.support)).newPage();
  await page.goto('/operator/reviews');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.reviews') })).toBeVisible();
  await expect(page.locator('main tbody tr:has(button)').first()).toBeVisible();
  await expect(page.getByRole('navigation').getByText(t('menu.ledgerAccounts'))).toHaveCount(0);
  await look(page, t('menu.ledgerAccounts'));
  await expect(palette(page).getByText(own('palette.none'))).toBeVisible();
  // A key that is pressed at once, before the browser has drawn anew, comes to the field that is gone.
  await page.evaluate(`
    document.querySelector('dialog[open]').close();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true }));
  `);
  const keys = page.getByRole('dialog', { name: own('keys.title') });
  await expect(keys.getByText(t('keys.queueNext'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  const before = page.url();
  await page.keyboard.press('?');
  await expect(keys.getByText(t('keys.queueNext'))).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  expect(page.url()).toBe(before);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/open=/);
});
