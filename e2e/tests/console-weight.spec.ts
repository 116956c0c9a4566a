import { type BrowserContext, expect, type Page } from '@playwright/test';
import { merchant, stranger, test } from '../support/demo.ts';
import { operatorTexts, staff, STAFF } from '../support/operator.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';
import { idle, weighed } from '../support/weight.ts';

/** What the scripts of a page may weigh, in KB of gzip; of each language, as its texts are among them. */
const MOST_KB = { login: 130, firstPage: 260, signIn: 170, staffFirstPage: 250 } as const;
/** As the benchmark asks for them. A browser takes them smaller where it can. */
const GZIP = { extraHTTPHeaders: { 'accept-encoding': 'gzip' } };
/** A page that weighs less has not come whole. */
const LEAST_KB = 60;

for (const spoken of [ENGLISH, VIETNAMESE]) {
  test(`merchants' login and first page load no more than they show (${spoken.language})`, async ({ browser }) => {
    await expectWeight(await stranger(browser, spoken, GZIP), '/Login', MOST_KB.login, (page) =>
      expect(page.getByRole('heading', { name: spoken.console('login.title'), exact: true })).toBeVisible(),
    );
    // Where somebody has just logged in, scripts are there already.
    await (await merchant(browser, spoken)).close();
    await expectWeight(await merchant(browser, spoken, GZIP), '/payment/InstrumentPanel', MOST_KB.firstPage, async (page) => {
      for (const card of ['dashboard.recent', 'dashboard.others'])
        await expect(page.getByRole('heading', { name: spoken.console(card), exact: true })).toBeVisible();
      await expect(page.getByRole('region', { name: spoken.console('dashboard.recent') }).getByRole('listitem')).not.toHaveCount(0);
    });
  });

  test(`staff's sign-in and first page load no more than they show (${spoken.language})`, async ({ browser }) => {
    const t = operatorTexts(spoken);
    await expectWeight(await stranger(browser, spoken, GZIP), '/operator/sign-in', MOST_KB.signIn, (page) =>
      expect(page.getByRole('heading', { name: t('signIn.title'), exact: true })).toBeVisible(),
    );
    await expectWeight(await staff(browser, spoken, STAFF.admin, GZIP), '/operator/', MOST_KB.staffFirstPage, (page) =>
      expect(page.getByRole('main').getByRole('heading').first()).toBeVisible(),
    );
  });
}

async function expectWeight(context: BrowserContext, path: string, mostKb: number, shown: (page: Page) => Promise<void>): Promise<void> {
  const page = await context.newPage();
  const scriptsKb = weighed(page);
  await page.goto(path, { waitUntil: 'load' });
  await shown(page);
  await idle(page);
  const kb = await scriptsKb();
  expect(kb, path).toBeGreaterThan(LEAST_KB);
  expect(kb, path).toBeLessThanOrEqual(mostKb);
}
