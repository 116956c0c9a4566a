import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);

test('a payment order is found by its number, and leads to its posting', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/orders?order_status=paid');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.orders') })).toBeVisible();
  const number =
    (
      await page
        .getByRole('button', { name: /^PO[0-9A-Z]{14}/ })
        .first()
        .textContent()
    )?.match(/PO[0-9A-Z]{14}/)?.[0] ?? '';
  await page.goto(`/operator/orders?serial_number=${number}`);
  await expect(page.getByRole('button', { name: /^PO[0-9A-Z]{14}/ })).toHaveCount(1);
  await page.getByRole('button', { name: number }).click();
  const drawer = page.getByRole('dialog', { name: t('orders.orderTitle') });
  await expect(drawer.getByText(t('orders.happened.paid'), { exact: true })).toBeVisible();
  await expect(drawer.getByText(t('purpose.main')).first()).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: t('postings.show') }).click();
  await expect(page.getByRole('dialog', { name: t('ledger.posting') }).getByText(t('ledger.mac.valid'))).toBeVisible();
});

test('support reads an order and has no way into the ledger', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/orders?order_status=paid');
  await page
    .getByRole('button', { name: /^PO[0-9A-Z]{14}/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: t('orders.orderTitle') });
  await expect(drawer.getByText(t('postings.title'), { exact: true })).toBeVisible();
  await expect(drawer.getByText(t('purpose.main')).first()).toBeVisible();
  await expect(drawer.getByRole('link', { name: t('postings.show') })).toHaveCount(0);
});
