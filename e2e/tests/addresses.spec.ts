import { expect } from '@playwright/test';
import { expectAccessible, merchant, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

/** Addresses that name what is not there: each page says so, and shows a way on. */

const t = operatorTexts(ENGLISH);
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('a page past the end of a list says so, and leads to the first one', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  for (const search of ['page=50', 'page=50&order_status=paid']) {
    await page.goto(`/operator/orders?${search}`);
    await expect(page.getByText(t('kit.pastEndTitle'))).toBeVisible();
    await expect(page.getByText(t('orders.ordersEmpty'))).toHaveCount(0);
    await page.getByRole('button', { name: t('kit.pageFirst') }).click();
    await expect(page.locator('main').getByRole('row').nth(1)).toBeVisible();
    expect(page.url()).not.toContain('page=');
  }
  await page.goto('/operator/orders?page=50&time_to=2001-01-01T00:00:00.000Z');
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();
});

test('an entry that an address names wrongly is told as one that there is not, as one that is unknown', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  for (const list of ['approvals', 'identities', 'bank-accounts', 'merchants', 'orders', 'reviews', 'ledger/accounts', 'messages']) {
    for (const key of ['garbage.and.more', 'garbage of more characters than any number has', UNKNOWN]) {
      await page.goto(`/operator/${list}?open=${encodeURIComponent(key)}`);
      await expect(page.getByRole('dialog').getByText(t('list.notFoundTitle')), `${list} ${key}`).toBeVisible();
    }
  }
});

test('a text that there is not is told as that, however the address names it, beside the way to all texts', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  for (const search of ['', '?id=garbage', `?id=${UNKNOWN}`]) {
    await page.goto(`/operator/content/text${search}`);
    await expect(page.locator('main').getByText(t('list.notFoundTitle'))).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: t('content.all') }).click();
  await expect(page.locator('main tbody tr:has(button)').first()).toBeVisible();
});

test('texts of a kind that has none are told as filtered, and all of them are a press away', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.route('**/v1/operator/content/query', async (route) => {
    const response = await route.fetch();
    const envelope = await response.json();
    const list = envelope.data.list.filter(({ kind }: { kind: string }) => kind !== 'announcement');
    await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, list } } });
  });
  await page.goto('/operator/content?kind=announcement');
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();
  await page.getByRole('button', { name: t('kit.filtersReset') }).click();
  await expect(page.locator('main tbody tr:has(button)').first()).toBeVisible();
  await page.goto('/operator/content?kind=nonsense');
  await expect(page.locator('main tbody tr:has(button)').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('an order or a receipt of the merchant’s that an address names wrongly is told as one that there is not', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  for (const number of ['garbage', 'garbage-of-more-characters-than-any-number']) {
    await page.goto(`/recharge/Order/${number}`);
    await expect(page.getByRole('heading', { name: ENGLISH.console('order.unknown') })).toBeVisible();
    await page.goto(`/transfer/Receipt/${number}`);
    await expect(page.getByText(ENGLISH.console('transfer.unknown'))).toBeVisible();
    await page.goto(`/recharge/RechargeRecord?open=${number}`);
    await expect(page.getByRole('dialog').getByText(ENGLISH.console('list.notFoundTitle'))).toBeVisible();
  }
});
