import { expect, type Page } from '@playwright/test';
import { resetSelfPassword } from '@purser/contract/features/account-security';
import type { Outcome } from '@purser/contract/outcome';
import { common } from '@purser/contract/outcomes/common';
import { content } from '@purser/contract/outcomes/content';
import { staff as staffOutcomes } from '@purser/contract/outcomes/staff';
import { team } from '@purser/contract/outcomes/team';
import { savedView } from '@purser/i18n/console/saved-view/en';
import { plain } from '../../server/src/features/file/testing/pictures.ts';
import { ending, opened, pay } from '../support/checkout.ts';
import { ALICE, forgetComplaints, merchant, payer, payerLogIn, test, visitor } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ownMerchant } from '../support/own-merchant.ts';
import { expectAlive, expectAwake } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, SPOKEN, VIETNAMESE } from '../support/texts.ts';

/** Calls that are refused, answered by whoever stands between, or not answered at all: what is said is so, it ends, and nothing is done twice. */

const t = ENGLISH.console;
const ORDERS = '/recharge/RechargeRecord';

const toasts = (page: Page) => page.getByRole('region', { name: t('kit.toasts') });

test('a list that one may not see says so in the language of its user, with nothing to try again, and is asked for once', async ({
  browser,
}) => {
  const refused = { code: team.member_not_allowed.code, msg: 'member_not_allowed', data: null, request_id: '' };
  for (const spoken of SPOKEN) {
    const page = await (await merchant(browser, spoken)).newPage();
    const detail = team.member_not_allowed.text[spoken.language];
    let asked = 0;
    await page.route('**/charge_record/query', (route) => {
      asked += 1;
      return route.fulfill({ status: 403, json: { ...refused, detail } });
    });
    await page.goto(ORDERS);
    const failed = page.getByRole('main').getByRole('alert');
    await expect(failed).toContainText(detail);
    await expect(failed).not.toContainText(spoken.console('kit.failedHint'));
    await expect(failed.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('region', { name: spoken.console('kit.toasts') })).toBeEmpty();
    expect(asked).toBe(1);
    await page.close();
  }
  forgetComplaints(/status of 403/);
});

test('a list that comes whole and that one may not see says so, too', async ({ browser }) => {
  const ofMerchant = await (await merchant(browser, ENGLISH)).newPage();
  const ofStaff = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  for (const [page, path, call, { code, text }] of [
    [ofMerchant, '/Property/Statements', '**/statement/months', team.member_not_allowed],
    [ofMerchant, '/assets/Assets', '**/asset/query', team.member_not_allowed],
    [ofStaff, '/operator/staff', '**/operator/staff/list', staffOutcomes.staff_not_allowed],
    [ofStaff, '/operator/maintenance', '**/operator/maintenance/query', staffOutcomes.staff_not_allowed],
  ] as const) {
    await page.route(call, (route) =>
      route.fulfill({ status: 403, json: { code, msg: 'not_allowed', detail: text.en, data: null, request_id: '' } }),
    );
    await page.goto(path);
    const failed = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: t('kit.failedTitle') });
    await expect(failed).toContainText(text.en);
    await expect(failed.getByRole('button')).toHaveCount(0);
  }
  forgetComplaints(/status of 403/);
});

test('a list that a proxy answers for the server is no matter of the connection, and comes when one tries again', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.route('**/charge_record/query', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await page.goto(ORDERS);
  const failed = page.getByRole('main').getByRole('alert');
  await expect(failed).toContainText(t('failure.unavailable'));
  await page.unrouteAll();
  await failed.getByRole('button', { name: t('kit.retry') }).click();
  await expect(page.locator('tbody tr:has(button)').first()).toBeVisible();
  forgetComplaints(/status of 503/);
});

test('a picture that does not arrive is told at its field in words', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/ManagementIndex');
  const field = page.getByLabel(t('apiManagement.logoLabel'), { exact: true });
  await page.route('**/file/upload', (route) => route.abort());
  await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await plain(300, 200) });
  await expect(field).toHaveAccessibleDescription(t('kit.failedHint'));
  await expect(toasts(page)).toBeEmpty();
  forgetComplaints(/ERR_FAILED/);
});

test('the name of a view that is taken is told at the name, and nowhere else', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(`${ORDERS}?order_status=expired`);
  const opener = page.getByRole('button', { name: new RegExp(`^${savedView['saved.views']}`) });
  const name = page.getByLabel(savedView['saved.name']);
  const save = page.getByRole('button', { name: savedView['saved.save'] });
  await opener.click();
  await name.fill('Twice');
  await save.click();
  await expect(opener).toContainText('Twice');
  await expect(toasts(page)).toBeEmpty();
  await page.goto(`${ORDERS}?order_status=paid`);
  await opener.click();
  await name.fill('Twice');
  await save.click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveValue('Twice');
  await expect(toasts(page)).toBeEmpty();
  await page.getByRole('button', { name: savedView['saved.changeNamed'].replace('{name}', 'Twice') }).click();
  await page.getByRole('button', { name: savedView['saved.deleteNamed'].replace('{name}', 'Twice') }).click();
  await expect(page.getByText(savedView['saved.none'])).toBeVisible();
});

test('a fault of the server is not told at a field of a payment link, and what was typed stays', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/assets/Receive?coin=USDP');
  await page.getByRole('button', { name: t('paymentLink.create') }).click();
  const form = page.getByRole('dialog', { name: t('paymentLink.create') });
  const amount = form.getByLabel(t('field.amount'));
  await amount.fill('2.50');
  const { code, text } = common.internal;
  await page.route('**/payment_link/add', (route) =>
    route.fulfill({ status: 500, json: { code, msg: 'internal', detail: text.en, data: null, request_id: '' } }),
  );
  await form.getByRole('button', { name: t('paymentLink.create') }).click();
  await expect(toasts(page).getByText(text.en)).toBeVisible();
  await expect(form.getByText(text.en)).toHaveCount(0);
  await expect(amount).toHaveValue('2.50');
  forgetComplaints(/status of 500/);
});

test('the address of a text that is taken is told at the address, and nowhere else; a fault of the server is not told there', async ({
  browser,
}) => {
  const op = operatorTexts(ENGLISH);
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/content');
  await page.getByRole('button', { name: op('content.new') }).click();
  const slug = page.getByLabel(op('content.slug'));
  const begin = page.getByRole('button', { name: op('content.begin') });
  const refuseBy = (msg: string, status: number, { code, text }: Outcome) =>
    page.route('**/content/create', (route) => route.fulfill({ status, json: { code, msg, detail: text.en, data: null, request_id: '' } }));
  await slug.fill('taken');
  await refuseBy('content_slug_taken', 200, content.content_slug_taken);
  await begin.click();
  await expect(slug).toHaveAccessibleDescription(new RegExp(content.content_slug_taken.text.en));
  await expect(toasts(page)).toBeEmpty();
  await page.unrouteAll();
  await refuseBy('internal', 500, common.internal);
  await begin.click();
  await expect(toasts(page).getByText(common.internal.text.en)).toBeVisible();
  await expect(slug).toHaveValue('taken');
  await expect(slug).not.toHaveAttribute('aria-invalid', 'true');
  forgetComplaints(/status of 500/);
});

test('a new password whose answer does not come is told as one that may hold already', async ({ browser }) => {
  for (const spoken of [ENGLISH, VIETNAMESE]) {
    const who = await ownMerchant('unanswered');
    const page = await (await merchant(browser, spoken, {}, who)).newPage();
    await page.goto('/system/AccountSecurity');
    await page.route(`**${resetSelfPassword.path}`, (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: 'Bad gateway' }),
    );
    await page.getByLabel(spoken.console('account.oldPassword'), { exact: true }).fill(who.password);
    await page.getByLabel(spoken.console('account.newPassword'), { exact: true }).fill('Keystone-demo-2');
    await page.getByLabel(spoken.console('account.passwordAgain'), { exact: true }).fill('Keystone-demo-2');
    const act = spoken.console('account.passwordChange');
    await page.getByRole('button', { name: act, exact: true }).click();
    const asked = page.getByRole('dialog', { name: act });
    const code = asked.getByLabel(spoken.console('kit.codeLabel'));
    await code.fill('123456');
    await code.press('Enter');
    await expect(asked.getByText(spoken.console('account.passwordUnanswered'))).toBeVisible();
    await page.close();
  }
  forgetComplaints(/status of 503/);
});

test('whoever logs out is out also where the server says nothing of it', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, {}, await ownMerchant('silent'))).newPage();
  await page.goto(ORDERS);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/logout', () => {});
  await page.getByRole('button', { name: 'Keystone Goods' }).click();
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL(/\/Login/);
  expect(await page.evaluate(`localStorage.getItem('token')`)).toBeNull();
});

test('a console whose list of hosts does not come asks its own host', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.route('**/config.json', () => {});
  await page.goto(ORDERS);
  await expect(page.locator('tbody tr:has(button)').first()).toBeVisible({ timeout: 30_000 });
});

test('a payment whose answer never comes is told as paid as soon as the order says so', async ({ browser }) => {
  const { path } = await newOrder('USDP', '1.10');
  const page = await opened(await payer(browser, ENGLISH, ALICE), path);
  await page.route('**/v1/checkout/pay', async (route) => void (await route.fetch()));
  await expectAlive(page);
  await pay(page, ALICE.paymentPassword);
  await expect(ending(page, ENGLISH.payer('success_title'))).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what a proxy answers for the server is told in the language of the payer, and may be tried again', async ({ browser }) => {
  for (const spoken of SPOKEN) {
    const { path } = await newOrder('USDP', '1.20');
    const page = await (await visitor(browser, spoken)).newPage();
    await page.route('**/v1/wallet/login', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.goto(`${path}?step=login`);
    await expectAwake(page);
    await payerLogIn(page, spoken, ALICE);
    await expect(page.getByText(spoken.payer('server_away'))).toBeVisible();
    await expect(page.getByRole('button', { name: spoken.payer('log_in'), exact: true })).toBeEnabled();
    await page.close();
  }
  forgetComplaints(/status of 502/);
});

test('an answer without words is none: the payer is told that none came, not nothing', async ({ browser }) => {
  const { path } = await newOrder('USDP', '1.30');
  const page = await opened(await payer(browser, ENGLISH, ALICE), path);
  await page.route('**/v1/checkout/authorise', (route) => route.fulfill({ status: 403, json: { message: 'Forbidden' } }));
  await expectAlive(page);
  await pay(page, ALICE.paymentPassword);
  await expect(page.getByText(ENGLISH.payer('connection_lost'))).toBeVisible();
  forgetComplaints(/status of 403/);
});
