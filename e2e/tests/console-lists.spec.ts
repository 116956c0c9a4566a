import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { outcomeText } from '@purser/contract/errors';
import { expectAccessible, expectNoSidewaysScroll, forgetComplaints, LOTUS, merchant, PHONE, TABLET, test } from '../support/demo.ts';
import { expectLooksRight } from '../support/look.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = ENGLISH.console;
const ORDERS = '/recharge/RechargeRecord';
const LISTS = [ORDERS, '/transfer/AccountsManage', '/Property/RunningWater'];

const rowsOf = (page: Page): Locator => page.locator('tbody tr:has(button)');
const opener = (row: Locator): Locator => row.getByRole('button').first();
const chip = (page: Page, name: string): Locator => page.getByRole('search').getByRole('button', { name });
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: t('order.detailTitle') });
const found = (page: Page): Promise<string> => page.evaluate<string>('location.search');

async function choosePreset(page: Page, name: string): Promise<void> {
  await chip(page, t('field.createTime')).first().click();
  await page.getByRole('button', { name, exact: true }).click();
}

test('a list begins high on the screen, shows at most eight columns, and only its table scrolls', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  for (const path of LISTS) {
    await page.goto(path);
    const first = rowsOf(page).first();
    await expect(first).toBeVisible();
    expect((await first.boundingBox())?.y, path).toBeLessThanOrEqual(260);
    expect(await page.locator('section[aria-busy] thead th').count(), path).toBeLessThanOrEqual(8);
    expect(await page.evaluate<number>('document.documentElement.scrollHeight'), path).toBeLessThanOrEqual(900);
  }
});

test('the first column stays in sight, and an edge casts a shadow where more is to the side', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: { width: 1024, height: 768 } })).newPage();
  await page.goto(ORDERS);
  const cell = rowsOf(page).first().getByRole('cell').first();
  await expect(cell).toBeVisible();
  const table = page.getByRole('region', { name: t('order.table') });
  const frame = table.locator('..');
  await expect(frame).toHaveAttribute('data-more-after', 'true');
  await expect(frame).toHaveAttribute('data-more-before', 'false');
  const before = await cell.boundingBox();
  await table.evaluate((element) => element.scrollTo(10_000, 200));
  await expect(frame).toHaveAttribute('data-more-before', 'true');
  await expect(frame).toHaveAttribute('data-more-after', 'false');
  expect((await cell.boundingBox())?.x).toBe(before?.x);
  // The head stays as well, and so does the page.
  expect((await page.getByRole('columnheader').first().boundingBox())?.y).toBeLessThan(260);
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(768);
  await expectNoSidewaysScroll(page);
});

test('what is focused in a list comes whole into sight, whatever was used before, and what is pressed stays', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: { width: 1024, height: 768 } })).newPage();
  await page.goto(ORDERS);
  await expect(rowsOf(page).first()).toBeVisible();
  const table = page.getByRole('region', { name: t('order.table') });
  const sort = table.getByRole('button', { name: t('field.createTime') });
  /** Leaves so much of the button to be seen that a browser does not move it by itself. */
  const cut = () =>
    sort.evaluate((button) => {
      const frame = button.closest('section');
      button.blur();
      frame?.scrollTo(0, 0);
      frame?.scrollBy(button.getBoundingClientRect().left + 60 - frame.getBoundingClientRect().right, 0);
    });
  const beyond = () =>
    sort.evaluate((button) => button.getBoundingClientRect().right - (button.closest('section')?.getBoundingClientRect().right ?? 0));
  // A mouse was used last: the browser does not mark what a script focuses.
  await table.click({ position: { x: 4, y: 4 } });
  await cut();
  expect(await beyond()).toBeGreaterThan(10);
  await sort.focus();
  expect(await beyond()).toBeLessThanOrEqual(-4);

  await cut();
  const place = await sort.boundingBox();
  await sort.click({ position: { x: 10, y: 10 } });
  await expect(table.getByRole('columnheader', { name: t('field.createTime') })).toHaveAttribute('aria-sort', 'descending');
  expect((await sort.boundingBox())?.x).toBe(place?.x);
});

test('below 1024 px the menu is a drawer', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: { width: 768, height: 1024 } })).newPage();
  await page.goto(ORDERS);
  await expect(page.getByRole('button', { name: t('shell.openMenu') })).toBeVisible();
  await expect(page.getByRole('navigation', { name: t('shell.menu') })).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('navigation', { name: t('shell.menu') })).toBeVisible();
});

test('a row is one stop for the keyboard, opens its details, and the address keeps them', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(ORDERS);
  const rows = rowsOf(page);
  await opener(rows.first()).focus();
  await page.keyboard.press('Tab');
  await expect(opener(rows.nth(1))).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(opener(rows.nth(2))).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(opener(rows.first())).toBeFocused();
  await page.keyboard.press('End');
  await expect(opener(rows.last())).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(opener(rows.last())).toBeFocused();

  // A click anywhere on the row does the same; the button that copies does not open it.
  const number = await opener(rows.nth(3)).innerText();
  await rows.nth(3).getByRole('cell').nth(2).click();
  await expect(drawer(page)).toContainText(number);
  await page.reload();
  await expect(drawer(page)).toContainText(number);
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await rows
    .nth(3)
    .getByRole('button', { name: t('kit.copyNamed', { what: t('field.orderId') }) })
    .click();
  await expect(drawer(page)).toBeHidden();

  // An address that names no row says so.
  await page.goto(`${ORDERS}?open=PO00000000000000`);
  await expect(drawer(page)).toContainText(t('list.notFoundTitle'));
});

test('a drawer that is closed as soon as it is there gives the focus back', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: TABLET })).newPage();
  await page.goto(ORDERS);
  const row = opener(rowsOf(page).first());
  const menu = page.getByRole('button', { name: t('shell.openMenu') });
  for (const [button, panel] of [
    [row, drawer(page)],
    [menu, page.getByRole('dialog')],
    [row, drawer(page)],
  ] as const) {
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('one field finds an order by any of its numbers', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(`${ORDERS}?order_status=paid`);
  await rowsOf(page).first().click();
  const fact = (label: string) => drawer(page).locator('dl > div').filter({ hasText: label }).locator('dd').innerText();
  const numbers = {
    order_id: await fact(t('field.orderId')),
    serial_number: await fact(t('field.serialNumber')),
    payment_id: await fact(t('order.paymentId')),
    external_account: await fact(t('order.externalAccount')),
  };
  await page.goto(ORDERS);
  const search = page.getByRole('search').getByRole('textbox');
  for (const [field, number] of Object.entries(numbers)) {
    await search.fill(number);
    await search.press('Enter');
    await expect(page).toHaveURL(new RegExp(`[?&]${field}=${number}(&|$)`));
    await expect(rowsOf(page).first()).toBeVisible();
    // Of the fields, it is this one alone.
    expect(await found(page)).toBe(`?${field}=${number}`);
  }
  await page.reload();
  await expect(search).toHaveValue(numbers.external_account);

  // What no order has is taken for the likeliest, and one may say that it is something else.
  await search.fill('12345');
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();
  await expect(page).toHaveURL(/order_id=12345/);
  await page.getByRole('button', { name: t('list.searchedAs') }).click();
  await page.getByRole('menuitem', { name: t('order.paymentId') }).click();
  await expect(page).toHaveURL(/payment_id=12345/);
  await search.fill('');
  await expect(rowsOf(page).first()).toBeVisible();
  expect(await found(page)).toBe('');
});

test('an order that is not paid tells of no fee and nothing settled', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const { order_id } = await newOrder('USDP', '12.00');
  await page.goto(`${ORDERS}?order_id=${order_id}`);
  const row = rowsOf(page).filter({ hasText: order_id });
  await expect(row).toContainText('12.00');
  // 1 % would be taken.
  await expect(row).not.toContainText('11.88');
  await row.click();
  for (const label of [t('field.handlingFee'), t('field.settlementAmount')])
    await expect(drawer(page).locator('dl > div').filter({ hasText: label }).locator('dd')).toHaveText('–');
});

test('chips narrow a list and say how; spans of time go by their names or by days of the calendar', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(ORDERS);
  await chip(page, t('field.status')).click();
  await page.getByRole('menuitem', { name: t('order.status.expired') }).click();
  await expect(chip(page, `${t('field.status')} ${t('order.status.expired')}`)).toBeVisible();
  await expect(rowsOf(page).first()).toContainText(t('order.status.expired'));
  await expect(page.locator('tbody').getByText(t('order.status.paid'))).toHaveCount(0);
  await chip(page, t('kit.clearNamed', { what: t('field.status') })).click();
  await expect(page).not.toHaveURL(/order_status/);

  await choosePreset(page, t('kit.last7Days'));
  await expect(chip(page, `${t('field.createTime')} ${t('kit.last7Days')}`)).toBeVisible();
  await page.reload();
  await expect(chip(page, `${t('field.createTime')} ${t('kit.last7Days')}`)).toBeVisible();
  await choosePreset(page, t('kit.lastMonth'));
  await expect(chip(page, `${t('field.createTime')} ${t('kit.lastMonth')}`)).toBeVisible();

  // Two days of the month before, the second included.
  await chip(page, t('field.createTime')).first().click();
  await page.getByRole('button', { name: t('kit.customSpan') }).click();
  const days = page.getByRole('grid').locator('td:not([data-outside]) button');
  await days.nth(9).click();
  await days.nth(19).click();
  // Who clears the last time means the whole day.
  await page.getByLabel(t('kit.to'), { exact: true }).fill('');
  await expectAccessible(page);
  await page.getByRole('button', { name: t('kit.apply') }).click();
  await expect(chip(page, t('field.createTime')).first()).toHaveText(/20\d\d-\d\d-10 – 20\d\d-\d\d-20$/);
  // What was on show before stays until the answer is there.
  await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
  const times = await rowsOf(page).getByRole('cell').last().allInnerTexts();
  for (const time of times) expect(time).toMatch(/-(1\d|20) /);
  await page
    .getByRole('button', { name: t('kit.filtersReset') })
    .first()
    .click();
  await expect.poll(() => found(page)).toBe('');
});

test('a row that has just come lies under nothing that sticks', async ({ browser }) => {
  const context = await merchant(browser, ENGLISH, { viewport: TABLET });
  const page = await context.newPage();
  await page.goto(ORDERS);
  await expect(rowsOf(page).first()).toBeVisible();
  // What the row does when it comes is held at its beginning.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
  const { order_id: number } = await newOrder('USDP', '1.00');
  await expect(opener(rowsOf(page).first())).toHaveText(number);
  const hold = `document.getAnimations().filter((one) => one.effect.target.closest('tbody')).map((one) => (one.currentTime = 16)).length`;
  expect(await page.evaluate<number>(hold)).toBeGreaterThan(0);
  await expectLooksRight(page, 'a row that has just come');
});

test('every list is exported as its filters show it, under a name with the local day', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { timezoneId: 'Pacific/Kiritimati' })).newPage();
  await page.goto(`${ORDERS}?coin_name=VNDT&order_status=paid`);
  await expect(rowsOf(page).first()).toBeVisible();
  const total = /of ([\d,]+)/.exec(await page.getByText(/^1–20 of/).innerText())?.[1];
  await page.getByRole('button', { name: t('list.export') }).click();
  const coming = page.waitForEvent('download');
  await page.getByText(t('list.exportCsv')).click();
  const file = await coming;
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
  expect(file.suggestedFilename()).toBe(`recharge-record_${today}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(Number(total) + 1);
});

test('a file is newest first, which its button says where the list is sorted otherwise', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const note = page.getByText(t('list.exportNewestFirst'));
  for (const [sort, isSaid] of [
    ['', false],
    ['sort_by=amount', true],
    ['sort_by=create_time&sort_order=asc', true],
    ['sort_by=create_time', false],
  ] as const) {
    await page.goto(`${ORDERS}?${sort}`);
    await expect(rowsOf(page).first()).toBeVisible();
    await page.getByRole('button', { name: t('list.export') }).click();
    await expect(page.getByRole('menuitem', { name: t('list.exportCsv') })).toBeFocused();
    await expect(note).toHaveCount(isSaid ? 1 : 0);
    if (isSaid) await expectAccessible(page);
  }
});

test('on a phone a row is two lines, and a tap opens it', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: PHONE, hasTouch: true })).newPage();
  await page.goto(ORDERS);
  const rows = page.getByRole('list', { name: t('order.table') }).getByRole('listitem');
  await expect(rows).toHaveCount(20);
  const box = await rows.first().boundingBox();
  expect(box?.height).toBeLessThan(90);
  expect(box?.y).toBeLessThan(260);
  await expect(rows.first()).toHaveText(/^(HB|E2E)-.*(USDP|CNYT|VNDT).*\d\d:\d\d:\d\d$/s);
  await expectNoSidewaysScroll(page);
  await chip(page, t('kit.sortBy')).tap();
  await page.getByRole('menuitem', { name: `${t('field.amount')} ↓` }).tap();
  await expect(page).toHaveURL(/sort_by=amount/);
  await rows.first().tap();
  await expect(drawer(page)).toBeVisible();
  await expectAccessible(page);

  // A number stays readable beside the tools, also where it is said as what it was searched.
  await page.goto(`${ORDERS}?order_id=12345`);
  await expect(page.getByRole('button', { name: t('list.searchedAs') })).toBeVisible();
  expect((await page.getByRole('search').getByRole('textbox').boundingBox())?.width).toBeGreaterThan(180);
});

test('a list without rows says what to do, and one that fails can be asked again', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, {}, LOTUS)).newPage();
  await page.goto(ORDERS);
  await expect(page.getByText(t('order.emptyTitle'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('order.emptyAction') })).toBeVisible();
  await page.route('**/charge_record/query', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(t('kit.failedTitle'))).toBeVisible();
  // Its place says it, and nothing else.
  await expect(page.getByRole('region', { name: t('kit.toasts') })).toBeEmpty();
  await page.unroute('**/charge_record/query');
  await page.getByRole('button', { name: t('kit.retry') }).click();
  await expect(page.getByText(t('order.emptyTitle'))).toBeVisible();
  forgetComplaints();
});

test('what is on show stays when it cannot be renewed, and a toast says so', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(ORDERS);
  await expect(rowsOf(page).first()).toBeVisible();
  await page.route('**/charge_record/query', (route) => route.abort());
  await newOrder('USDP', '1.00');
  await expect(page.getByRole('region', { name: t('kit.toasts') }).getByText(t('failure.network'))).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByText(t('kit.failedTitle'))).toHaveCount(0);
  // An open page asks again whenever there is news, and is refused again.
  await page.close();
  forgetComplaints();
});

test('on a tablet a list begins as high, in long words too', async ({ browser }) => {
  for (const spoken of [ENGLISH, VIETNAMESE]) {
    const page = await (await merchant(browser, spoken, { viewport: TABLET, hasTouch: true })).newPage();
    for (const path of LISTS) {
      await page.goto(path);
      await expect(rowsOf(page).first()).toBeVisible();
      expect((await rowsOf(page).first().boundingBox())?.y, `${path} ${spoken.stored}`).toBeLessThanOrEqual(260);
    }
  }
});

test('a long name takes no other column’s room, and is whole under the pointer', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const nick = 'Nguyễn Hoàng Phương Thảo '.repeat(8).trim();
  await page.route('**/charge_record/query', async (route) => {
    const response = await route.fetch();
    const envelope = await response.json();
    const list = envelope.data.list.map((row: object) => ({ ...row, nick }));
    await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, list } } });
  });
  await page.goto(ORDERS);
  const name = rowsOf(page).first().getByTitle(nick);
  expect((await name.boundingBox())?.width).toBeLessThan(400);
  await opener(rowsOf(page).first()).click();
  await expect(drawer(page).getByText(nick)).toBeVisible();
  // The list may be asked for once more just now.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a filter in the address that the server refuses is told in its words, and cleared', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/Property/RunningWater?coin_name=NOCOIN');
  await expect(page.getByText(outcomeText('coin_unknown', 'en'))).toBeVisible();
  await page
    .getByRole('button', { name: t('kit.filtersReset'), exact: true })
    .first()
    .click();
  await expect(rowsOf(page).first()).toBeVisible();
  forgetComplaints();
});
