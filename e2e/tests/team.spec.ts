import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { memberList } from '@purser/contract/features/member';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import {
  ALICE,
  enterLogin,
  expectAccessible,
  expectNoSidewaysScroll,
  forgetComplaints,
  merchant,
  MERCHANT,
  PHONE,
  stranger,
  test,
} from '../support/demo.ts';
import { patternOf } from '../support/flow.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';
import { newWithdrawal } from '../support/withdrawals.ts';
import { ownMerchant } from '../support/own-merchant.ts';

const t = ENGLISH.console;
const PAGE = '/system/Team';
const PASSWORD = 'Anna-demo-2026-long';
/** A login name that no other run has used in this demo. */
const newName = (what: string): string => `${what}-${Date.now().toString(36)}`;
const TOLD = new RegExp(t('record.told', { event: '.+' }));
/** Links to pages that are closed to finance. */
const CLOSED = 'a:is([href*="/api/"], [href*="/system/Verification"])';
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

/** Confirms in the dialog that asks for the code. */
async function confirm(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title }).last();
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(MERCHANT.username));
  await page.keyboard.press('Enter');
}

/** Invites a member on the page of the team; answers the link. */
async function invite(page: Page, login: string, role: 'finance' | 'viewer'): Promise<string> {
  await button(page, t('team.invite')).click();
  const dialog = page.getByRole('dialog', { name: t('team.invite') });
  await dialog.getByLabel(t('team.name'), { exact: true }).fill(`Anna ${login}`);
  await dialog.getByLabel(t('team.loginName'), { exact: true }).fill(login);
  await dialog.getByRole('radio', { name: t(`team.role.${role}`) }).check();
  await expectAccessible(page);
  await button(dialog, t('team.invite')).click();
  await confirm(page, t('team.invite'));
  const shown = page.getByRole('dialog', { name: t('team.linkTitle') });
  const link = (await shown.locator('dd').filter({ hasText: '/SetUp#' }).innerText()).trim();
  await expectAccessible(page);
  await shown.getByRole('checkbox').check();
  await button(shown, t('team.linkDone')).click();
  await expect(shown).toBeHidden();
  // Whose page it is has not changed by their having a team now.
  await expect(page.getByRole('heading', { level: 1, name: t('team.title'), exact: true })).toBeVisible();
  return link;
}

/** Sets a login up by its link, and answers the page that is then logged in, with the authenticator's secret. */
async function setUp(browser: Browser, link: string, username: string, options: Parameters<typeof stranger>[2] = {}, spoken = ENGLISH) {
  const page = await (await stranger(browser, spoken, options)).newPage();
  const c = spoken.console;
  await page.goto(link);
  await page.getByLabel(c('setUp.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(c('setUp.again'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: c('setUp.continue'), exact: true }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel(c('bind.code'), { exact: true }).fill(await freshCode(username, secret));
  await page.getByRole('button', { name: c('bind.submit') }).click();
  await expect(page).toHaveURL(/InstrumentPanel/);
  return { page, secret };
}

test('an owner invites finance, who logs in, approves a withdrawal by the own code, stands in the record, and is out when suspended', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const owner = await (await merchant(browser, ENGLISH)).newPage();
  await owner.goto('/system/AccountSecurity');
  await button(owner, t('accountSecurity.team')).click();
  await expect(owner.getByRole('heading', { level: 1, name: t('team.title') })).toBeVisible();
  const [{ merchant_id } = { merchant_id: '' }] = await sql<{ merchant_id: string }>(
    'select merchant_id from merchant where username = $1',
    [MERCHANT.username],
  );
  const login = newName('anna');
  const username = `${login}@${merchant_id}`;
  const { page: anna, secret } = await setUp(browser, await invite(owner, login, 'finance'), username);
  await expect(owner.getByRole('row', { name: new RegExp(login) })).toContainText(t('team.state.normal'));

  // The pages that are not for the role are not in the menu, and say so.
  await expect(anna.getByRole('link', { name: t('menu.whiteList'), exact: true })).toHaveCount(0);
  await anna.goto(PAGE);
  await expect(anna.getByText(t('notAllowed.lead'))).toBeVisible();
  await expectAccessible(anna);

  const { order_id } = await newWithdrawal(ALICE.username, 'USDP', '30.00');
  await anna.goto('/user/WithdrawalRecord');
  const row = anna.getByRole('row').filter({ hasText: order_id });
  await button(row, t('withdrawal.approve')).click();
  await anna.getByLabel(t('kit.codeLabel')).fill(await freshCode(username, secret));
  await anna.keyboard.press('Enter');
  await expect(row).toContainText(t('withdrawal.status.approved'));
  await row.getByRole('button').first().click();
  const drawer = (page: Page): Locator => page.getByRole('dialog', { name: t('withdrawal.detailTitle') });
  await expect(drawer(anna).getByText(username, { exact: true })).toBeVisible();

  // What the merchant's system was told leads the owner to the delivery; to finance that page is closed.
  await owner.goto('/user/WithdrawalRecord');
  await owner.getByRole('row').filter({ hasText: order_id }).getByRole('button').first().click();
  await expect(
    drawer(owner)
      .getByRole('link', { name: t('record.delivery') })
      .first(),
  ).toBeVisible();
  await anna.reload();
  await expect(drawer(anna).getByText(TOLD).first()).toBeVisible();
  await expect(anna.locator(CLOSED)).toHaveCount(0);

  // Logs in by the member's name.
  const again = await (await stranger(browser, ENGLISH)).newPage();
  await again.goto('/Login');
  await enterLogin(again, ENGLISH, { username, password: PASSWORD }, await freshCode(username, secret));
  await expect(again).toHaveURL(/InstrumentPanel/);

  await owner.goto(PAGE);
  await owner
    .getByRole('row', { name: new RegExp(login) })
    .getByRole('button')
    .first()
    .click();
  await button(owner.getByRole('dialog', { name: t('team.detailTitle') }), t('team.suspend')).click();
  await confirm(owner, t('team.suspend'));
  // Both of the member's sessions end, and each browser complains of a refused call.
  await expect(again).toHaveURL(/Login/);
  await expect(anna).toHaveURL(/Login/);
  forgetComplaints(/401/);
  await owner.goto('/system/AuditTrail');
  await expect(owner.locator('main').getByText(username).first()).toBeVisible();
});

/** The link in the newest mail to an address, once there are so many. */
async function mailedLink(page: Page, address: string, many = 1): Promise<string> {
  const mailbox = await page.context().newPage();
  const messages = mailbox.locator('article', { hasText: address });
  await expect(async () => {
    await mailbox.goto('/demo/mailbox');
    await expect(messages).toHaveCount(many, { timeout: 1000 });
  }).toPass();
  const link = /\S+\/SetUp#[\w-]+/.exec(await messages.first().innerText())?.[0] ?? '';
  await mailbox.close();
  return link;
}

test('an owner invites by mail, sends it again and withdraws it; each link says why it is of no use, and the last one lets in', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const owner = await (await merchant(browser, ENGLISH)).newPage();
  await owner.goto(PAGE);
  const login = newName('mai');
  const address = `${login}@example.com`;
  const inviteTo = async (mail: string): Promise<void> => {
    await button(owner, t('team.invite')).click();
    const dialog = owner.getByRole('dialog', { name: t('team.invite') });
    await dialog.getByLabel(t('team.name'), { exact: true }).fill(`Mai ${login}`);
    await dialog.getByLabel(t('team.loginName'), { exact: true }).fill(login);
    await dialog.getByLabel(t('team.mail'), { exact: true }).fill('nobody');
    await button(dialog, t('team.invite')).click();
    await expect(dialog.getByText(t('team.mailWrong'))).toBeVisible();
    await dialog.getByLabel(t('team.mail'), { exact: true }).fill(mail);
    await expectAccessible(owner);
    await button(dialog, t('team.invite')).click();
    await confirm(owner, t('team.invite'));
    await expect(owner.getByText(t('team.mailed', { mail })).first()).toBeVisible();
  };
  await inviteTo(address);
  const first = await mailedLink(owner, address);
  const open = () =>
    owner
      .getByRole('row', { name: new RegExp(login) })
      .getByRole('button')
      .first()
      .click();
  await open();
  const drawer = owner.getByRole('dialog', { name: t('team.detailTitle') });
  await expect(drawer.getByText(address)).toBeVisible();
  await expectAccessible(owner);
  await button(drawer, t('team.sendAgain')).click();
  await confirm(owner, t('team.sendAgain'));
  const second = await mailedLink(owner, address, 2);
  const invited = await (await stranger(browser, ENGLISH)).newPage();
  await invited.goto(first);
  await expect(invited.getByRole('heading', { name: t('setUp.refusedTitle') })).toBeVisible();
  await button(drawer, t('team.withdraw')).click();
  await confirm(owner, t('team.withdraw'));
  await expect(owner.getByRole('row', { name: new RegExp(login) })).toHaveCount(0);
  await invited.goto('/Login');
  await invited.goto(second);
  await expect(invited.getByRole('heading', { name: t('setUp.refusedTitle') })).toBeVisible();

  await inviteTo(address);
  const last = await mailedLink(owner, address, 3);
  await sql(
    'update merchant_member_link set expires_at = now() where used_at is null and member_id in (select member_id from merchant_member where mail = $1)',
    [address],
  );
  await invited.goto('/Login');
  await invited.goto(last);
  await expect(invited.getByRole('heading', { name: t('setUp.expiredTitle') })).toBeVisible();
  await expectAccessible(invited);
  await sql(
    `update merchant_member_link set expires_at = now() + interval '1 hour' where used_at is null and member_id in (select member_id from merchant_member where mail = $1)`,
    [address],
  );
  const [{ merchant_id } = { merchant_id: '' }] = await sql<{ merchant_id: string }>(
    'select merchant_id from merchant where username = $1',
    [MERCHANT.username],
  );
  await setUp(browser, last, `${login}@${merchant_id}`);
  await invited.goto('/Login');
  await invited.goto(last);
  await expect(invited.getByRole('heading', { name: t('setUp.usedTitle') })).toBeVisible();
});

test('a viewer on a phone sees the records in their language, and is offered nothing that moves or decides anything', async ({
  browser,
}) => {
  const owner = await (await merchant(browser, ENGLISH)).newPage();
  await owner.goto(PAGE);
  const [{ merchant_id } = { merchant_id: '' }] = await sql<{ merchant_id: string }>(
    'select merchant_id from merchant where username = $1',
    [MERCHANT.username],
  );
  const login = newName('vy');
  const link = await invite(owner, login, 'viewer');
  const { page } = await setUp(browser, link, `${login}@${merchant_id}`, { viewport: PHONE, hasTouch: true }, VIETNAMESE);
  const c = VIETNAMESE.console;
  const { order_id } = await newWithdrawal(ALICE.username, 'USDP', '12.00');
  await page.goto('/user/WithdrawalRecord');
  await expect(page.getByText(order_id)).toBeVisible();
  await expect(button(page, c('withdrawal.approve'))).toHaveCount(0);
  await expect(page.locator('main').getByRole('checkbox')).toHaveCount(0);
  await page.goto('/transfer/AccountsManage');
  await expect(page.getByRole('heading', { level: 1, name: c('menu.transfer') })).toBeVisible();
  await expect(button(page, c('transfer.new'))).toHaveCount(0);
  await page.goto('/payment/InstrumentPanel');
  await expect(page.getByRole('link', { name: c('transfer.receive') })).toBeVisible();
  await expect(page.getByRole('link', { name: c('transfer.new') })).toHaveCount(0);
  // Nor is a form opened by its address.
  for (const path of [
    '/transfer/AccountsManage?send=1',
    '/coin-withdraw/index?withdraw=1',
    '/payment/PaymentMethod?link=1',
    '/payment/PaymentMethod?tab=checkout&coin=USDP',
    '/withdraw/ImmunityTrial?coin=USDP',
  ]) {
    await page.goto(path);
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog'), path).toHaveCount(0);
  }
  await page.goto(PAGE);
  await expect(page.getByText(new RegExp(login)).first()).toBeVisible();
  await expect(button(page, c('team.invite'))).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a viewer sees how the identity stands, what came in and what orders get, and is offered neither forms nor test USDT', async ({
  browser,
}) => {
  const who = await ownMerchant('watched');
  await sql(
    `with watched as (update merchant set recharge_configuration = '{1,2}' where username = $1 returning merchant_id, username, name)
     insert into merchant_member (merchant_id, member_id, username, name, role) select merchant_id, 1, username, name, 'owner' from watched`,
    [who.username],
  );
  const page = await (await merchant(browser, ENGLISH, {}, who)).newPage();
  const submit = button(page, t('identity.submit'));
  const send = page.getByText(patternOf(t('recharge.test')));
  await page.goto('/system/Verification');
  await expect(submit).toBeVisible();
  await page.goto('/ustd-recharge/manualRecharge');
  await expect(send).toBeVisible();
  const address = page.getByLabel(t('cutIn.returnAddress'), { exact: true });
  await page.goto('/api/CutInSettings');
  await expect(address).toBeEditable();

  await sql(`update merchant_member set role = 'viewer' where username = $1`, [who.username]);
  await page.goto('/system/Verification');
  await expect(page.getByText(t('identity.byOwners'))).toBeVisible();
  await expect(submit).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/ustd-recharge/manualRecharge?address=1');
  // The networks come with what is offered.
  await expect(page.getByRole('dialog', { name: t('recharge.ownAddress') }).getByText(/^(No|You have no) /)).toBeVisible();
  await expect(send).toHaveCount(0);
  await page.goto('/api/CutInSettings');
  await expect(address).not.toBeEditable();
  await expectAccessible(page);
});

test('what a cancelled review has found wrong is not told at the next', async ({ browser }) => {
  const owner = await (await merchant(browser, ENGLISH)).newPage();
  await owner.goto(PAGE);
  const login = newName('rolf');
  await invite(owner, login, 'viewer');
  await owner
    .getByRole('row', { name: new RegExp(login) })
    .getByRole('button')
    .first()
    .click();
  const drawer = owner.getByRole('dialog', { name: t('team.detailTitle') });
  const dialog = owner.getByRole('dialog', { name: t('team.changeRole') });
  const begin = () => button(drawer, t('team.changeRole')).click();
  const goOn = () => button(dialog, t('team.changeRole')).click();
  const held = Promise.withResolvers<void>();
  await begin();
  await owner.route(`**${memberList.path}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = owner.waitForRequest(`**${memberList.path}`);
  await goOn();
  await asked;
  owner.on('dialog', (question) => void question.accept());
  await button(dialog, t('kit.close')).click();
  await expect(dialog).toBeHidden();
  await begin();
  await dialog.getByRole('radio', { name: t('team.role.finance') }).check();
  await goOn();
  held.resolve();
  await expect(owner.getByLabel(t('kit.codeLabel'))).toBeVisible();
  await button(dialog, t('kit.cancel')).click();
  await expect(dialog.getByRole('radio', { name: t('team.role.finance') })).toBeChecked();
  await expect(dialog.getByText(t('team.roleSame'))).toHaveCount(0);
});

test('a member who is opened by a link is said to be unknown only once it is known who there is', async ({ browser }) => {
  const owner = await (await merchant(browser, ENGLISH)).newPage();
  const drawer = owner.getByRole('dialog', { name: t('team.detailTitle') });
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await owner.route(`**${memberList.path}`, async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await owner.goto(`${PAGE}?open=999999`);
  await asked.promise;
  await expect(drawer).toBeVisible();
  await expect(drawer.getByText(t('list.notFoundTitle'))).toHaveCount(0);
  answered.resolve();
  await expect(drawer.getByText(t('list.notFoundTitle'))).toBeVisible();
});

test('a member is led to no page that is closed to the role, and asked for no step of setting up that is not theirs', async ({
  browser,
}) => {
  const who = await ownMerchant('roles');
  await sql(
    `insert into merchant_member (merchant_id, member_id, username, name, role)
     select merchant_id, 1, username, name, 'owner' from merchant where username = $1`,
    [who.username],
  );
  const as = (role: string) =>
    sql('update merchant_member set role = $2 where merchant_id = (select merchant_id from merchant where username = $1)', [
      who.username,
      role,
    ]);
  const page = await (await merchant(browser, ENGLISH, {}, who)).newPage();
  const main = page.locator('main');
  const steps = page.getByRole('region', { name: t('setup.title') }).getByRole('listitem');
  for (const [role, closed, many] of [
    ['owner', 'a[href="/nowhere"]', 5],
    ['developer', 'a[href*="/system/Verification"]', 4],
    ['finance', CLOSED, 0],
  ] as const) {
    await as(role);
    await page.goto('/payment/InstrumentPanel');
    await expect(main.getByText(t('dashboard.nothingTitle'))).toBeVisible();
    await expect(steps, role).toHaveCount(many);
    await expect(page.locator(closed), role).toHaveCount(0);
    for (const [path, action] of [
      ['/recharge/RechargeRecord', 'order.emptyAction'],
      ['/user/WithdrawalRecord', 'menu.apiManagement'],
    ] as const) {
      await page.goto(path);
      await expect(main.getByText(t(path.startsWith('/user') ? 'withdrawal.emptyTitle' : 'order.emptyTitle'))).toBeVisible();
      await expect(button(main, t(action)), role).toHaveCount(role === 'finance' ? 0 : 1);
      await expect(page.locator(closed), role).toHaveCount(0);
    }
  }
});
