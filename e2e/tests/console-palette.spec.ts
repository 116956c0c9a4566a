import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, forgetComplaints, LOTUS, merchant, PHONE, test } from '../support/demo.ts';
import { stopTime } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = VIETNAMESE.console;
const ASSETS = '/assets/Assets';
const ORDER_LIST = '**/v1/merchant/charge_record/query';

const palette = (page: Page): Locator => page.getByRole('dialog', { name: t('palette.title') });
const field = (page: Page): Locator => palette(page).getByRole('combobox', { name: t('palette.field') });
const options = (page: Page): Locator => palette(page).getByRole('option');
/** The option that the enter key chooses. */
const current = (page: Page): Locator => palette(page).getByRole('option', { selected: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

async function look(page: Page, text: string): Promise<void> {
  await open(page);
  await page.keyboard.type(text);
}

test('by keyboard alone one finds a page without accents, goes there, and finds it again', async ({ browser }) => {
  const page = await (await merchant(browser, VIETNAMESE)).newPage();
  await page.goto(ASSETS);
  await expect(heading(page, t('menu.assets'))).toBeVisible();
  await open(page);
  await expectAccessible(page);
  // Of the menu's pages and the others each is there, and the field says which one enter goes to.
  await expect(palette(page).getByRole('option', { name: t('menu.fundFlow'), exact: true })).toBeVisible();
  await expect(options(page).filter({ hasText: t('places.cutIn') })).toBeVisible();
  await page.keyboard.type('quan ly he thong');
  await expect(current(page)).toContainText(t('menu.loginRecords'));
  await page.keyboard.press('ArrowDown');
  await expect(current(page)).toContainText(t('menu.whiteList'));
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await current(page).getAttribute('id')) ?? '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(current(page)).toHaveText((await options(page).last().textContent()) ?? '');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page, t('menu.loginRecords'))).toBeVisible();
  await expect(palette(page)).toBeHidden();
  await expect(page.locator('main')).toBeFocused();

  await open(page);
  await expect(
    palette(page)
      .getByRole('group', { name: t('palette.recent') })
      .getByRole('option'),
  ).toHaveText([new RegExp(t('menu.loginRecords'))]);
  // Another merchant at this browser has been nowhere yet.
  expect(await page.evaluate<string>(`localStorage.getItem('purser.recent')`)).toContain('merchant harbour');
});

test('the keyboard help goes with the page that one leaves by the browser', async ({ browser }) => {
  const page = await (await merchant(browser, VIETNAMESE)).newPage();
  await page.goto(ASSETS);
  await page.getByRole('link', { name: t('menu.loginRecords') }).click();
  await expect(heading(page, t('menu.loginRecords'))).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: t('keys.title') });
  await expect(help).toBeVisible();
  await page.goBack();
  await expect(heading(page, t('menu.assets'))).toBeVisible();
  await expect(help).toBeHidden();
});

test('a form is opened by its English name, and the palette not over it', async ({ browser }) => {
  const page = await (await merchant(browser, VIETNAMESE)).newPage();
  await page.goto(ASSETS);
  await expect(heading(page, t('menu.assets'))).toBeVisible();
  await look(page, 'new adjustment');
  await expect(current(page)).toContainText(t('adjustment.new'));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await expect(form).toBeVisible();
  await expect(page).toHaveURL(/AccountAdjustment\?adjust=1/);
  // The palette is loaded by now: what opens it opens it within two frames.
  for (const key of ['Control+k', '?']) {
    await form.getByRole('button').first().focus();
    await page.keyboard.press(key);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});

test('an order is found by its serial number and by the merchant’s own, and by nobody else', async ({ browser }) => {
  const order = await newOrder('USDP', '12.50');
  const page = await (await merchant(browser, VIETNAMESE)).newPage();
  await page.goto(ASSETS);
  await expect(heading(page, t('menu.assets'))).toBeVisible();
  for (const number of [order.serial_number.toLowerCase(), order.order_id]) {
    await look(page, number);
    await expect(current(page)).toContainText(`${t('numbers.order')} · 12.50 USDP`);
    await page.keyboard.press('Enter');
    await expect(heading(page, t('order.title', { order: order.order_id }))).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/recharge/Order/${order.serial_number}`);
  }
  await open(page);
  await expect(current(page)).toContainText(order.order_id);
  await page.close();

  const other = await (await merchant(browser, VIETNAMESE, {}, LOTUS)).newPage();
  await other.goto(ASSETS);
  await expect(heading(other, t('menu.assets'))).toBeVisible();
  await look(other, order.serial_number);
  await expect(palette(other).getByText(t('palette.noNumber', { number: order.serial_number }))).toBeVisible();
  await expect(options(other)).toHaveCount(0);
  await expectAccessible(other);
});

test('a number is asked for once, when one has stopped typing; that it could not be is told and mended', async ({ browser }) => {
  const order = await newOrder('USDP', '1.00');
  const page = await (await merchant(browser, VIETNAMESE)).newPage();
  await page.goto(ASSETS);
  await expect(heading(page, t('menu.assets'))).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/merchant/charge_record/query')) asked.push(request.postDataJSON().order_id);
  });
  await page.route(ORDER_LIST, (route) => route.abort());
  await open(page);
  // While the page's time stands still nobody has stopped typing.
  await stopTime(page);
  await page.keyboard.type(order.order_id);
  await expect(field(page)).toHaveValue(order.order_id);
  expect(asked).toEqual([]);
  await page.clock.resume();
  await expect(palette(page).getByText(t('palette.failed'))).toBeVisible();
  expect(asked).toEqual([order.order_id]);
  await expect(current(page)).toContainText(t('palette.again'));
  await page.unroute(ORDER_LIST);
  await page.keyboard.press('Enter');
  await expect(current(page)).toContainText(order.order_id);
  forgetComplaints(/charge_record\/query/);

  // What is typed on is no longer waited for.
  await page.route(ORDER_LIST, () => new Promise(() => {}));
  const gone = page.waitForEvent('requestfailed');
  await page.keyboard.type('0');
  await expect(palette(page).getByText(t('palette.looking'))).toBeVisible();
  await expect.poll(() => asked.at(-1)).toBe(`${order.order_id}0`);
  await page.keyboard.press('Backspace');
  expect((await gone).failure()?.errorText).toBe('net::ERR_ABORTED');
});

test('escape gives the focus back to where it was', async ({ browser }) => {
  const page = await (await merchant(browser, VIETNAMESE)).newPage();
  await page.goto('/transfer/AccountsManage');
  const search = page.locator('main').getByRole('textbox').first();
  await search.fill('TR');
  await expect(page).toHaveURL(/=TR/);
  await open(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(search).toBeFocused();
  // In a field the question mark is a question mark.
  await page.keyboard.type('?');
  await expect(search).toHaveValue('TR?');

  const button = page.getByRole('button', { name: t('shell.find') });
  await button.focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: t('keys.title') });
  await expect(keys.getByText(t('keys.rows'))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('phim tat');
  await page.keyboard.press('Enter');
  await expect(keys.getByRole('button', { name: t('kit.close') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
});

test('what can be done is done: night mode, the list as a file, another language', async ({ browser }) => {
  const page = await (await merchant(browser, VIETNAMESE)).newPage();
  await page.goto('/Property/RunningWater');
  await expect(heading(page, t('menu.fundFlow'))).toBeVisible();
  await look(page, 'night');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  const file = page.waitForEvent('download');
  await look(page, 'export csv');
  await page.keyboard.press('Enter');
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  await look(page, 'english');
  await page.keyboard.press('Enter');
  await expect(heading(page, ENGLISH.console('menu.fundFlow'))).toBeVisible();
});

test('on a phone the palette opens by its button and closes by its own', async ({ browser }) => {
  const page = await (await merchant(browser, VIETNAMESE, { viewport: PHONE, hasTouch: true })).newPage();
  await page.goto(ASSETS);
  const button = page.getByRole('button', { name: t('shell.find') });
  const box = await button.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await expectNoSidewaysScroll(page);
  await button.tap();
  await field(page).fill('tong quan');
  await options(page).first().tap();
  await expect(heading(page, t('menu.dashboard'))).toBeVisible();
  await button.tap();
  await palette(page)
    .getByRole('button', { name: t('kit.close') })
    .tap();
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
});
