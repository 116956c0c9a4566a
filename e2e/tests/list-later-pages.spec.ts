import { expect, type Locator, type Page } from '@playwright/test';
import { buy, merchant, test, visitor } from '../support/demo.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';

/** Later pages of a list: what is read there stays where it is while rows come. */

const t = ENGLISH.console;
const ORDERS = '/recharge/RechargeRecord';

const rowsOf = (page: Page): Locator => page.locator('tbody tr:has(button)');
const opener = (row: Locator): Locator => row.getByRole('button').first();

test('a later page holds still while orders come, and says how many', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(ORDERS);
  const newest = await opener(rowsOf(page).first()).innerText();
  await page
    .getByRole('navigation', { name: t('kit.pages') })
    .getByTitle('2', { exact: true })
    .click();
  await expect(page).toHaveURL(/until=/);
  await expect(page.getByText(/^21–40 of/)).toBeVisible();
  // The rows before stay until the others are there.
  await expect(opener(rowsOf(page).first())).not.toHaveText(newest);
  const numbers = () => rowsOf(page).locator('td:first-child').allInnerTexts();
  const before = { numbers: await numbers(), y: (await rowsOf(page).first().boundingBox())?.y };
  await buy(await (await visitor(browser, ENGLISH)).newPage());
  await expect(page.getByText(t('list.newRows', { count: '1' }))).toBeVisible();
  expect(await numbers()).toEqual(before.numbers);
  expect((await rowsOf(page).first().boundingBox())?.y).toBe(before.y);
  await page.getByRole('button', { name: t('list.showNew') }).click();
  await expect(page).not.toHaveURL(/until=|page=/);
  await expect(rowsOf(page).first()).toContainText(t('order.status.created'));
});

test('a later page holds still also within a period that is still running', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(ORDERS);
  await page
    .getByRole('search')
    .getByRole('button', { name: t('field.createTime') })
    .first()
    .click();
  await page.getByRole('button', { name: t('kit.last30Days'), exact: true }).click();
  const pages = page.getByRole('navigation', { name: t('kit.pages') });
  const numbers = () => rowsOf(page).locator('td:first-child').allInnerTexts();
  await pages.getByTitle('2', { exact: true }).click();
  await expect(page.getByText(/^21–40 of/)).toBeVisible();
  await expect(page).toHaveURL(/until=.*page=2|page=2.*until=/);
  await expect(page.locator('section[aria-busy="false"] thead')).toBeVisible();
  const second = await numbers();
  for (let order = 1; order <= 3; order++) await newOrder('USDP', '1.00');
  await expect(page.getByText(t('list.newRows', { count: '3' }))).toBeVisible();
  await pages.getByTitle('3', { exact: true }).click();
  await expect(page.getByText(/^41–60 of/)).toBeVisible();
  await expect.poll(async () => (await numbers())[0]).not.toBe(second[0]);
  expect((await numbers()).filter((number) => second.includes(number))).toEqual([]);
});
