import { expect, type Page } from '@playwright/test';
import { expectAccessible, merchant, test } from '../support/demo.ts';
import { setRates } from '../support/rates.ts';
import { ENGLISH } from '../support/texts.ts';
import { savedView } from '@purser/i18n/console/saved-view/en';

const t = ENGLISH.console;
const DASHBOARD = '/payment/InstrumentPanel';
const ORDERS = '/recharge/RechargeRecord';

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
  await first.fill('2026-01-01');
  await expect.poll(() => chosen(page)).toContain('first_day=2026-01-01');
  await expectAccessible(page);

  await page.getByLabel(t('field.market')).getByText(t('dashboard.allMarkets'), { exact: true }).click();
  for (const market of ['USD', 'CNY', 'VND']) await expect(page.getByRole('region', { name: market, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('dashboard.total') })).toBeVisible();
  await expectAccessible(page);
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
