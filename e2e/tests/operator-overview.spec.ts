import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { expectAccessible, forgetComplaints, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { expectLoaded, requestsUnderWay } from '../support/settled.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const OVERVIEW_CALL = '**/v1/operator/overview/query';

test('the console opens on the overview, and what waits leads to the list that shows it', async ({ browser }) => {
  await sql(`
    insert into message (owner_id, message_id, kind, channel, recipient, language, state, attempts, problem, expire_time, create_time)
    values (1, '01990000-0000-7000-8000-0000000000a1', 'test', 'mail', 'overview@example.com', 'en', 'given_up', 3, 'refused', now(), now()),
      (1, '01990000-0000-7000-8000-0000000000a2', 'test', 'mail', 'history@example.com', 'en', 'given_up', 3, 'refused', now(), now() - interval '8 days')
    on conflict do nothing`);
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/');
  await expect(page).toHaveURL(/\/operator\/overview$/);
  await expect(page.getByRole('heading', { level: 1, name: t('menu.overview') })).toBeVisible();
  // Support is told of parties and messages, and not of how the machines are.
  await expect(page.getByRole('heading', { level: 2, name: t('overview.turnover') })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: t('menu.health') })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('link', { name: new RegExp(t('overview.waiting.failed_messages')) }).click();
  await expect(page).toHaveURL(/\/operator\/messages\?state=given_up&time_from=/);
  await expect(page.getByText('overview@example.com').first()).toBeVisible();
  // What was given up longer ago is not counted, and not in the list that the count leads to.
  await expect(page.getByText('history@example.com')).toHaveCount(0);
});

test('health tells of the api and the worker, and is reached from the overview', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
  await page.goto('/operator/');
  await page.getByRole('link', { name: t('overview.toHealth') }).click();
  await expect(page).toHaveURL(/\/operator\/health$/);
  await expect(page.getByRole('heading', { level: 2, name: /^worker, / })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^api, / })).toBeVisible();
  await expect(page.getByText(t('overview.job.seal-entries'))).toBeVisible();
  await expectAccessible(page);
});

test('what the provider holds for others leads from the overview to the page of it', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
  await page.goto('/operator/overview');
  const panel = page.getByRole('region', { name: t('overview.reserves') });
  await panel.getByRole('link', { name: t('menu.reserves'), exact: true }).click();
  await expect(page).toHaveURL(/\/operator\/reserves$/);
  await expect(page.getByRole('heading', { level: 1, name: t('menu.reserves') })).toBeVisible();
});

test('a panel that fails says so beside the others, and one that cannot be renewed keeps what it shows', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.route(OVERVIEW_CALL, async (route) => {
    const response = await route.fetch();
    const envelope = await response.json();
    await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, failed: ['turnover'], turnover: null } } });
  });
  await page.clock.install();
  await page.goto('/operator/overview');
  await expect(page.getByText(t('overview.failedPanel'))).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 2, name: t('menu.health') })).toBeVisible();

  await page.unroute(OVERVIEW_CALL);
  await page.route(OVERVIEW_CALL, (route) => route.fulfill({ status: 503, body: 'busy' }));
  await page.clock.fastForward(16_000);
  await expect(page.getByText(/could not be renewed/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: t('menu.health') })).toBeVisible();
  forgetComplaints(/503/);
});

test('the overview renews itself while it is seen, and asks nothing while it is hidden', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  const underWay = requestsUnderWay(page);
  let asked = 0;
  await page.route(OVERVIEW_CALL, async (route) => {
    asked += 1;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/operator/overview');
  await expect(page.getByRole('heading', { level: 2, name: t('menu.health') })).toBeVisible();
  const later = async (): Promise<number> => {
    await page.clock.fastForward(15_500);
    return asked;
  };
  for (let n = 1; n <= 3; n += 1) await expect.poll(later).toBeGreaterThan(n);
  await page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }); document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
  );
  // What was asked for just before is counted still.
  await expectLoaded(underWay);
  const before = asked;
  for (let n = 0; n < 4; n += 1) expect(await later()).toBe(before);
  await page.evaluate(`delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await expect.poll(() => asked).toBeGreaterThan(before);
});
