import { expect, type Page } from '@playwright/test';
import { dashboardStats } from '@purser/contract/features/dashboard';
import { opened, pay } from '../support/checkout.ts';
import { ALICE, expectAccessible, merchant, payer, test } from '../support/demo.ts';
import { setRates } from '../support/rates.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';
import { savedView } from '@purser/i18n/console/saved-view/en';

const t = ENGLISH.console;
const DASHBOARD = '/payment/InstrumentPanel';
const ORDERS = '/recharge/RechargeRecord';
const FUND_FLOW = '/Property/RunningWater';

const chosen = (page: Page) => page.evaluate<string>('location.search');

test('the dashboard tells of any range against another, and of all markets beside each other', async ({ browser }) => {
  await setRates();
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(`${DASHBOARD}?market=USD`);
  await expect(page.getByText(t('dashboard.others'))).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${t('dashboard.period')}`) }).click();
  await page.getByRole('menuitem', { name: t('dashboard.period.last_30_days') }).click();
  await expect(page.getByText(t('dashboard.alsoInRange'))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('dashboard.products') })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${t('dashboard.compare')}`) }).click();
  await page.getByRole('menuitem', { name: t('dashboard.compare.year_before') }).click();
  await expect.poll(() => chosen(page)).toContain('compare=year_before');
  await page.reload();
  await expect(page.getByText(t('dashboard.alsoInRange'))).toBeVisible();

  await page.getByRole('button', { name: new RegExp(`^${t('dashboard.period')}`) }).click();
  await page.getByRole('menuitem', { name: t('dashboard.period.own') }).click();
  const first = page.getByLabel(t('dashboard.firstDay'), { exact: true });
  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  await first.fill(monthAgo);
  await expect.poll(() => chosen(page)).toContain(`first_day=${monthAgo}`);
  await expectAccessible(page);

  await page.getByLabel(t('field.market')).getByText(t('dashboard.allMarkets'), { exact: true }).click();
  for (const market of ['USD', 'CNY', 'VND']) await expect(page.getByRole('region', { name: market, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('dashboard.total') })).toBeVisible();
  await expectAccessible(page);
});

/** The market that is marked as chosen. */
const marked = (page: Page) => page.getByRole('radiogroup', { name: t('field.market') }).getByRole('radio', { checked: true });
const nameOf = (page: Page) => marked(page).locator('..').innerText();

test('the dashboard stays in the market that it began with, wherever money comes in meanwhile', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(dashboardStats.path)) asked += 1;
  });
  await page.clock.install();
  await page.goto(DASHBOARD);
  await expect(page.getByText(t('dashboard.others'))).toBeVisible();
  await expect(marked(page)).toHaveCount(1);
  const market = await nameOf(page);
  const balance = page.getByRole('heading', { name: t('dashboard.available') }).locator('..');
  const coin = (await balance.innerText()).match(/\b(?:USDP|CNYT|VNDT)\b/)?.[0] ?? '';
  // What was answered without a market is not asked for again by the market.
  expect(asked).toBe(1);

  const { path } = await newOrder(coin === 'USDP' ? 'CNYT' : 'USDP', '3.00');
  const wallet = await opened(await payer(browser, ENGLISH, ALICE), path);
  await pay(wallet, ALICE.paymentPassword);
  await expect(wallet).toHaveURL(/order_status=paid/);
  const renewed = page.waitForRequest(`**${dashboardStats.path}`);
  await page.clock.fastForward(61_000);
  await (await renewed).response();
  await page.getByRole('button', { name: new RegExp(`^${t('dashboard.period')}`) }).click();
  await page.getByRole('menuitem', { name: t('dashboard.period.last_7_days') }).click();
  await expect(page.getByText(t('dashboard.alsoInRange'))).toBeVisible();
  await expect(balance).toContainText(coin);
  expect(await nameOf(page)).toBe(market);
});

test('a range of days that is opened by its address says of which market it tells', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(`${DASHBOARD}?period=last_7_days`);
  await expect(page.getByText(t('dashboard.alsoInRange'))).toBeVisible();
  await expect(marked(page)).toHaveCount(1);
});

test('the days of a range of one’s own are typed', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(`${DASHBOARD}?market=USD&period=own&first_day=2026-01-20&last_day=2026-02-10`);
  const first = page.getByLabel(t('dashboard.firstDay'), { exact: true });
  await expect(first).toHaveValue('2026-01-20');
  await first.focus();
  await page.keyboard.type('01152026');
  await expect.poll(() => chosen(page)).toContain('first_day=2026-01-15');
  await expect(first).toBeFocused();
  await expect(first).toHaveValue('2026-01-15');

  // The other end follows as far as a range may be long.
  await page.keyboard.type('2019');
  await expect.poll(() => chosen(page)).toContain('first_day=2019-01-15&last_day=2020-01-15');
  await page.getByLabel(t('dashboard.lastDay'), { exact: true }).focus();
  await page.keyboard.type('03012026');
  await expect.poll(() => chosen(page)).toContain('first_day=2025-03-01&last_day=2026-03-01');

  // Also into the field that one goes on to before the address has changed.
  const last = page.getByLabel(t('dashboard.lastDay'), { exact: true });
  await first.focus();
  await page.keyboard.type('03202026');
  await last.focus();
  await expect(last).toHaveValue('2026-03-20');
  await last.blur();
  await expect.poll(() => chosen(page)).toContain('first_day=2026-03-20&last_day=2026-03-20');
  await first.fill('2025-03-01');
  await last.fill('2026-03-01');
  await last.focus();
  await expect.poll(() => chosen(page)).toContain('first_day=2025-03-01&last_day=2026-03-01');

  // What is no whole day is not meant.
  await page.keyboard.press('Backspace');
  await first.focus();
  await expect(page.getByLabel(t('dashboard.lastDay'), { exact: true })).toHaveValue('2026-03-01');
});

test('a view of a list is kept under a name, follows to another browser, is the default, and is deleted', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const opener = (of: Page) => of.getByRole('button', { name: new RegExp(`^${savedView['saved.views']}`) });
  await page.goto(`${ORDERS}?order_status=expired`);
  await opener(page).click();
  await page.getByLabel(savedView['saved.name']).fill('Gone stale');
  await page.getByLabel(savedView['saved.default']).check();
  await page.getByRole('button', { name: savedView['saved.save'] }).click();
  await expect(opener(page)).toContainText('Gone stale');

  const elsewhere = await (await merchant(browser, ENGLISH)).newPage();
  await elsewhere.goto(ORDERS);
  await expect.poll(() => chosen(elsewhere)).toContain('order_status=expired');
  await opener(elsewhere).click();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: savedView['saved.all'] }).click();
  await expect.poll(() => chosen(elsewhere)).not.toContain('order_status');

  await opener(page).click();
  await page.getByRole('button', { name: savedView['saved.changeNamed'].replace('{name}', 'Gone stale') }).click();
  await page.getByLabel(savedView['saved.name']).fill('Expired');
  await page.getByRole('button', { name: savedView['saved.rename'] }).click();
  await expect(opener(page)).toContainText('Expired');
  await page.getByRole('button', { name: savedView['saved.changeNamed'].replace('{name}', 'Expired') }).click();
  await page.getByRole('button', { name: savedView['saved.deleteNamed'].replace('{name}', 'Expired') }).click();
  await expect(page.getByText(savedView['saved.none'])).toBeVisible();
});

test('this month stays this month on the day on which the last 30 days are the same, and days of the calendar stay those days', async ({
  browser,
}) => {
  const lastDay = new Date('2026-11-30T12:00:00Z');
  const page = await (await merchant(browser, ENGLISH, { timezoneId: 'UTC' })).newPage();
  await page.clock.setFixedTime(lastDay);
  const chip = page.getByRole('search').getByRole('button', { name: t('field.time') });
  const opener = page.getByRole('button', { name: new RegExp(`^${savedView['saved.views']}`) });
  const keep = async (name: string): Promise<unknown> => {
    await opener.click();
    await page.getByLabel(savedView['saved.name']).fill(name);
    const sent = page.waitForRequest(/saved_view\/add$/);
    await page.getByRole('button', { name: savedView['saved.save'] }).click();
    await expect(opener).toContainText(name);
    return (await sent).postDataJSON();
  };
  const forget = async (name: string): Promise<void> => {
    await opener.click();
    await page.getByRole('button', { name: savedView['saved.changeNamed'].replace('{name}', name) }).click();
    await page.getByRole('button', { name: savedView['saved.deleteNamed'].replace('{name}', name) }).click();
    await page.keyboard.press('Escape');
    await expect(opener).not.toContainText(name);
  };

  await page.goto(FUND_FLOW);
  await chip.first().click();
  await page.getByRole('button', { name: t('kit.thisMonth'), exact: true }).click();
  await expect(chip.first()).toContainText(t('kit.thisMonth'));
  expect(await keep('Month')).toMatchObject({ search: { time_span: 'thisMonth' } });
  await page.reload();
  await expect(chip.first()).toContainText(t('kit.thisMonth'));
  await expect(opener).toContainText('Month');
  await forget('Month');

  await page.goto(FUND_FLOW);
  await chip.first().click();
  await page.getByRole('button', { name: t('kit.customSpan') }).click();
  await page.getByRole('grid').locator('[data-today] button').click();
  await page.getByRole('button', { name: t('kit.apply') }).click();
  await expect(chip.first()).toContainText('2026-11-30');
  expect(await keep('That day')).toMatchObject({ search: { time_from: '2026-11-30T00:00:00.000Z', time_to: '2026-12-01T00:00:00.000Z' } });
  await forget('That day');
});
