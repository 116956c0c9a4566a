import { expect } from '@playwright/test';
import { readPdf } from '../../server/src/platform/testing/read-pdf.ts';
import { ALICE, expectNoSidewaysScroll, merchant, payer, test } from '../support/demo.ts';
import { STAFF, staff } from '../support/operator.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = ENGLISH.console;

test('a list on paper is its rows, all of them and dark on white; an open drawer is printed alone', async ({ browser }) => {
  const context = await merchant(browser, ENGLISH, { colorScheme: 'dark', viewport: { width: 794, height: 1123 } });
  const page = await context.newPage();
  await page.goto('/recharge/RechargeRecord?order_status=paid&page_size=50');
  const rows = page.locator('tbody tr:has(button)');
  await expect(rows.first()).toBeVisible();
  const [name] = await rows.first().getByRole('button').allTextContents();
  const ground = () => page.evaluate<string>(`getComputedStyle(document.querySelector('main h1')).color`);
  const byNight = await ground();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await ground()).not.toBe(byNight);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: t('kit.pages') })).toContainText(String(await rows.count()));
  await expect(page.getByRole('button', { name: t('kit.columns') })).toBeHidden();
  // Nothing is cut, whatever the window's height.
  expect(await rows.count()).toBeGreaterThan(10);
  const cut = await page.evaluate<number>(
    `[...document.querySelectorAll('table, table *')].filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth).length`,
  );
  expect(cut).toBe(0);
  await expectNoSidewaysScroll(page);

  await page.emulateMedia({ media: 'screen' });
  expect(await page.evaluate<string>(`getComputedStyle(document.body, '::after').content`)).toBe('none');
  await rows.first().getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: t('order.detailTitle') });
  await expect(drawer.getByText(name ?? '').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(rows.first()).toBeHidden();
  await expect(drawer.getByText(name ?? '').first()).toBeInViewport();
  const told = () => page.evaluate<string>(`getComputedStyle(document.body, '::after').content`);
  await expect.poll(told).toMatch(/^"Time zone: [\w/]+"$/);
  await expect(drawer.getByText(name ?? '').first()).toBeVisible();
});

test('each sheet of a long list has the names of all columns, those that sort it too', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/recharge/RechargeRecord?order_status=paid&page_size=100');
  await expect(page.locator('tbody tr:has(button)').nth(60)).toBeVisible();
  const sheets = await readPdf(await page.pdf({ format: 'A4' }));
  expect(sheets.length).toBeGreaterThan(2);
  // The last may have no row of the table left.
  for (const sheet of sheets.slice(0, -1)) {
    expect(sheet).toContain(t('field.createTime'));
    expect(sheet).toMatch(new RegExp(`(^|\\s)${t('field.amount')}(\\s|$)`));
  }
});

test('a time on paper is a day and a time of day, neither of them broken, however many columns there are', async ({ browser }) => {
  const page = await (await merchant(browser, VIETNAMESE, { viewport: { width: 794, height: 1123 } })).newPage();
  await page.goto('/recharge/RechargeRecord?order_status=paid&page_size=50');
  await expect(page.locator('tbody tr:has(button)').nth(10)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const lines = await page.evaluate<number[]>(
    `Array.from(document.querySelectorAll('tbody td'), (cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return /^\\d{4}-\\d\\d-\\d\\d /.test(cell.textContent) ? new Set(Array.from(range.getClientRects(), ({ top }) => top)).size : 0;
    }).filter((count) => count > 0)`,
  );
  expect(lines.length).toBeGreaterThan(10);
  expect(Math.max(...lines)).toBeLessThanOrEqual(2);
});

test('the totals of the fund flow are whole on paper, where nothing opens', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: { width: 480, height: 680 } })).newPage();
  await page.goto('/Property/RunningWater');
  const totals = page.locator('summary', { hasText: t('fundFlow.stats') });
  await expect(page.locator('main li button').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(totals).toBeVisible();
  await expect.poll(() => totals.evaluate((summary) => summary.scrollWidth - summary.clientWidth)).toBeLessThanOrEqual(1);
  await expect(totals).toHaveCSS('white-space', 'normal');
});

test("a payer's receipt on paper says by whose clocks it tells the time", async ({ browser }) => {
  const page = await (await payer(browser, ENGLISH, ALICE, { timezoneId: 'Asia/Singapore' })).newPage();
  await page.goto('/wallet');
  await page.getByRole('listitem').filter({ hasText: 'Payment to' }).first().getByRole('link').click();
  const zone = page.getByText('(Asia/Singapore)');
  await expect(page.getByRole('button', { name: ENGLISH.payer('print_receipt') })).toBeVisible();
  await expect(zone).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(zone).toBeVisible();
});

test('the operator console on paper has no colours of the night', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin, { colorScheme: 'dark' })).newPage();
  await page.goto('/operator/overview');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const linkColour = () => page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('--link')`);
  const byNight = await linkColour();
  await page.emulateMedia({ media: 'print' });
  expect(await linkColour()).not.toBe(byNight);
});
