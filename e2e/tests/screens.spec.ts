import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Order } from '@purser/client';
import { sql } from '../support/database.ts';
import {
  ALICE,
  CHEN,
  DESKTOP,
  expectAccessible,
  forgetComplaints,
  LOTUS,
  merchant,
  payer,
  PHONE,
  TABLET,
  test,
  visitor,
} from '../support/demo.ts';
import { faceScreens } from '../support/face-screens.ts';
import { auditScreens } from '../support/audit-screens.ts';
import { accountScreens } from '../support/account-screens.ts';
import { keepPicture } from '../support/picture.ts';
import { accessMerchant, accessScreens } from '../support/access-screens.ts';
import { CONTENT_READ, contentScreens, NOT_ALLOWED, staffSetUpScreen } from '../support/content-screens.ts';
import { CONFIRMED_SCREENS, moneyScreens } from '../support/bank-screens.ts';
import { chainScreens, depositScreens, plantDeposits, plantReturns, returnScreens, whileSignerPays } from '../support/deposit-screens.ts';
import { expectLooksRight } from '../support/look.ts';
import { receivedScreens } from '../support/adjustment-screens.ts';
import { ledgerScreens } from '../support/ledger-screens.ts';
import { openPath, stateLiabilities } from '../support/liabilities.ts';
import { orderScreens } from '../support/order-screens.ts';
import { ordersInAndOut, WALLET_DEPOSIT_SCREENS } from '../support/recharge-screens.ts';
import { marketScreens } from '../support/market-screens.ts';
import { collectScreens, receivingScreens } from '../support/payment-link-screens.ts';
import { operatorReviewScreens } from '../support/operator-review-screens.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { operatorQuietScreens } from '../support/operator-quiet-screens.ts';
import { REFERRAL_SCREENS, referringPayer } from '../support/referral-screens.ts';
import { askToRegister } from '../support/registration.ts';
import { plantSweeps, sweepScreens } from '../support/sweep-screens.ts';
import {
  payoutScreens,
  plantWaits,
  plantWithdrawals,
  WALLET_WITHDRAWAL_SCREENS,
  withdrawalScreens,
} from '../support/withdrawal-screens.ts';
import { closedAccountScreens, leavingPayer, leavingScreens } from '../support/privacy-screens.ts';
import { makeIll, makeMessages, paidOrder } from '../support/states.ts';
import type { Screen } from '../support/screen.ts';
import { expectAlive, expectLoaded, expectSettled, requestsUnderWay } from '../support/settled.ts';
import { newOrder, shop } from '../support/shop.ts';
import { paletteScreens } from '../support/palette-screens.ts';
import { openRecord, orderRecordScreens } from '../support/order-record-screens.ts';
import { setUpLink } from '../support/set-up-link.ts';
import { ENGLISH, SPOKEN, type SpokenLanguage } from '../support/texts.ts';
import { systemScreens } from '../support/system-screens.ts';
import { reviewScreens } from '../support/review-screens.ts';

const EVERY_SCENE = process.env['PURSER_E2E_SCENES'] === 'all';
/**
 * Every page on a phone in Vietnamese, whose words are the longest, by night, and in English with a mouse by day, wide and narrow; what payers see in
 * every language. With PURSER_E2E_SCENES=all the consoles on a phone in English by day and in Chinese by night, and with a mouse by night as
 * well. What assistive technology is told is the same at night and in each language, and asked by day; at night, what is seen.
 * A browser that complains fails the test.
 */
const SCENES = [
  ...SPOKEN.map((spoken) => ({ spoken, colorScheme: spoken === ENGLISH ? 'light' : 'dark', viewports: [PHONE] }) as const),
  { spoken: ENGLISH, colorScheme: 'light', viewports: [DESKTOP, TABLET] } as const,
  { spoken: ENGLISH, colorScheme: 'dark', viewports: EVERY_SCENE ? [DESKTOP, TABLET] : [DESKTOP] } as const,
];
/** The scenes in which the consoles are looked at every time. */
const ALWAYS: ReadonlySet<string> = new Set(['vi-390-dark', 'us-1440-light']);

// A step names the screen, and the failure says what is wrong with it: a trace would take longer than the looking.
test.use({ trace: 'off' });
interface Scene {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly viewports: readonly (typeof PHONE)[];
}

/** Shows each screen in one page and looks at it, in every width of the scene. */
async function lookAt(context: BrowserContext, scene: Scene, screens: readonly Screen[]): Promise<void> {
  const [first = PHONE, ...others] = scene.viewports;
  const page = await context.newPage();
  const underWay = requestsUnderWay(page);
  for (const { name, path, title, act } of screens) {
    await test.step(name, async () => {
      await page.setViewportSize(first);
      if (title !== undefined && page.url() !== 'about:blank') await page.evaluate(`history.pushState(null, '', '${path}')`);
      else await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await expectSettled(page);
      if (act) {
        await act(page);
        await expectLoaded(underWay);
        await expectSettled(page);
      }
      await expectAccessible(page, scene.colorScheme === 'light' ? undefined : ['color-contrast']);
      await expectLooksRight(page, `${name}, ${scene.name}`);
      await keepPicture(page, `${name}-${scene.name}`);
      for (const viewport of others) {
        await page.setViewportSize(viewport);
        await expectSettled(page);
        await expectLooksRight(page, `${name}, ${scene.name}, ${viewport.width}`);
        await keepPicture(page, `${name}-${scene.name}-${viewport.width}`);
      }
    });
  }
  await page.close();
}

function consoleScreens(spoken: SpokenLanguage, phone: boolean, open: Order): Screen[] {
  const t = spoken.console;
  const button = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
  return [
    { name: 'dashboard', title: t('menu.dashboard'), path: '/payment/InstrumentPanel?market=VND' },
    {
      name: 'dashboard-range',
      title: t('menu.dashboard'),
      path: '/payment/InstrumentPanel?market=VND&period=last_90_days&compare=year_before',
    },
    { name: 'dashboard-all', title: t('menu.dashboard'), path: '/payment/InstrumentPanel?market=all&period=last_7_days' },
    {
      name: 'dashboard-table',
      title: t('menu.dashboard'),
      path: '/payment/InstrumentPanel',
      act: async (page) => page.getByLabel(t('dashboard.view')).getByText(t('dashboard.tableView'), { exact: true }).click(),
    },
    ...orderRecordScreens(t, open),
    {
      name: 'transfer-receipt',
      path: '/transfer/AccountsManage',
      act: async (page) => openRecord(page, new RegExp(LOTUS.name), t('record.openReceipt')),
    },
    ...moneyScreens(spoken),
    { name: 'liabilities', title: t('liabilities.title'), path: '/assets/Liabilities', act: openPath },
    { name: 'transfers', title: t('menu.transfer'), path: '/transfer/AccountsManage' },
    {
      name: 'transfer',
      title: t('menu.transfer'),
      path: '/transfer/AccountsManage?send=VNDT',
      act: async (page) => page.getByRole('button', { name: t('transfer.review'), exact: true }).click(),
    },
    { name: 'fund-flow', title: t('menu.fundFlow'), path: '/Property/RunningWater' },
    { name: 'statements', title: t('statement.title'), path: '/Property/Statements?coin=USDP' },
    {
      name: 'statement',
      title: t('statement.title'),
      path: '/Property/Statements?coin=VNDT',
      act: async (page) => {
        await page
          .locator('main')
          .getByText(/^20\d\d-\d\d$/)
          .first()
          .click();
        await expect(page.getByRole('heading', { name: t('statement.balances'), exact: true })).toBeVisible();
      },
    },
    ...accountScreens(t),
    {
      name: 'fund-flow-none',
      title: t('menu.fundFlow'),
      path: '/Property/RunningWater?serial_number=LT000000000000000000',
      act: async (page) => expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible(),
    },
    { name: 'api-management', title: t('menu.apiManagement'), path: '/api/ManagementIndex' },
    { name: 'cut-in', title: t('cutIn.title'), path: '/api/CutInSettings' },
    { name: 'bell', path: '/assets/Assets', act: button(t('shell.events')) },
    { name: 'not-found', path: '/nowhere' },
    ...(phone ? [{ name: 'menu', path: '/assets/Assets', act: button(t('shell.openMenu')) }] : []),
  ];
}

function quietScreens({ console: t }: SpokenLanguage, link: string): Screen[] {
  return [
    { name: 'set-up', path: link, act: async (page) => page.getByRole('button', { name: t('setUp.continue'), exact: true }).click() },
    { name: 'login', path: '/Login', act: async (page) => page.getByRole('button', { name: t('login.continue'), exact: true }).click() },
    { name: 'login-ended', path: '/Login?ended=1' },
    { name: 'restricted', path: '/Restricted' },
    { name: 'set-up-refused', path: '/SetUp#never-made' },
  ];
}

/** Opens the row of a list that begins with a name. */
const openRow = (name: string) => async (page: Page) => page.locator('main').getByRole('button', { name }).first().click();

async function operatorScreens(spoken: SpokenLanguage, phone: boolean): Promise<Screen[]> {
  const t = operatorTexts(spoken);
  return [
    { name: 'operator-overview', title: t('menu.overview'), path: '/operator/overview' },
    {
      name: 'operator-overview-failing',
      path: '/operator/overview?failing',
      act: async (page) => {
        await page.route('**/v1/operator/overview/query', async (route) => {
          const response = await route.fetch();
          const envelope = await response.json();
          const data = { ...envelope.data, waiting: [], turnover: null, failed: ['turnover'] };
          await route.fulfill({ response, json: { ...envelope, data } });
        });
        await page.reload();
        await expect(page.getByText(t('overview.failedPanel'))).toBeVisible();
      },
    },
    { name: 'operator-health', title: t('menu.health'), path: '/operator/health' },
    { name: 'operator-account', title: t('menu.account'), path: '/operator/account' },
    { name: 'operator-identities', title: t('menu.identities'), path: '/operator/identities' },
    { name: 'operator-merchants', title: t('menu.merchants'), path: '/operator/merchants' },
    { name: 'operator-merchant', path: '/operator/merchants', act: openRow('Lotus Tea House') },
    {
      name: 'operator-merchants-admit',
      title: t('menu.merchants'),
      path: '/operator/merchants',
      act: async (page) => {
        await page.getByRole('button', { name: t('party.admit') }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('party.continue') })
          .click();
      },
    },
    { name: 'operator-merchant-waiting', path: '/operator/merchants?part=Waiting', act: openRow('Waiting Goods') },
    { name: 'operator-merchants-none', title: t('menu.merchants'), path: '/operator/merchants?part=nobody+at+all' },
    { name: 'operator-users', title: t('menu.users'), path: '/operator/wallet-users' },
    { name: 'operator-user', path: '/operator/wallet-users', act: openRow('Alice') },
    {
      name: 'operator-user-grant',
      path: '/operator/wallet-users',
      act: async (page) => {
        await openRow('Alice')(page);
        await page.getByRole('button', { name: t('party.grant'), exact: true }).click();
      },
    },
    ...(await closedAccountScreens(t)),
    ...marketScreens(t),
    { name: 'operator-messages', title: t('menu.messages'), path: '/operator/messages' },
    {
      name: 'operator-message',
      path: '/operator/messages',
      act: async (page) => page.getByText('failed@example.com').first().click(),
    },
    { name: 'operator-messages-none', title: t('menu.messages'), path: '/operator/messages?recipient=nobody@example.com' },
    { name: 'operator-message-texts', title: t('menu.messageTexts'), path: '/operator/message-texts' },
    { name: 'operator-message-text', path: '/operator/message-texts?open=verification_code.mail' },
    ...systemScreens(t),
    ...auditScreens(t),
    { name: 'operator-approvals', title: t('menu.approvals'), path: '/operator/approvals' },
    { name: 'operator-not-found', title: t('notFound.title'), path: '/operator/nowhere' },
    ...paletteScreens(spoken.console, 'operator-', '/operator/account'),
    ...(phone
      ? [
          {
            name: 'operator-menu',
            path: '/operator/account',
            act: async (page: Page) => page.getByRole('button', { name: t('shell.openMenu') }).click(),
          },
        ]
      : []),
  ];
}

let endings: Promise<readonly Screen[]> | undefined;

/** Orders in every state; each is made once and shown in every scene. */
async function makeEndings(): Promise<readonly Screen[]> {
  const [open, cancelled, expired] = [
    await newOrder('VNDT', '123456789.00'),
    await newOrder('USDP', '1.00'),
    await newOrder('CNYT', '1.00'),
  ];
  await (await shop()).orders.close({ order_id: cancelled.order_id });
  await sql(`update payment_order set expire_time = now() - interval '1 minute' where serial_number = $1`, [expired.serial_number]);
  return [
    { name: 'pay', path: open.path },
    { name: 'pay-login', path: `${open.path}?step=login` },
    { name: 'pay-cancelled', path: cancelled.path },
    { name: 'pay-expired', path: expired.path },
    { name: 'pay-unknown', path: '/pay/unknown' },
    { name: 'wallet-login', path: '/wallet' },
    { name: 'wallet-login-phone', path: '/wallet?kind=phone' },
    { name: 'register', path: '/wallet/register' },
    { name: 'register-phone', path: '/wallet/register?kind=phone' },
    { name: 'register-confirm', path: await askToRegister('a.long.name.of.somebody@mail.subdomain.example.com') },
    { name: 'recover', path: '/wallet/recover' },
    { name: 'shop', path: '/shop?market=VND' },
    { name: 'demo-mailbox', path: '/demo/mailbox' },
    { name: 'status', path: '/status' },
  ];
}

const obstacle = async (coin: 'USDP' | 'CNYT', amount: string): Promise<string> => (await newOrder(coin, amount)).path;

for (const { spoken, colorScheme, viewports } of SCENES) {
  const phone = viewports[0] === PHONE;
  const name = `${spoken.stored}-${viewports[0].width}-${colorScheme}`;
  const scene = { name, colorScheme, viewports };
  const look = { colorScheme, viewport: viewports[0], hasTouch: phone } as const;

  test(`checkout, wallet, shop and the pages before the console: ${name}`, async ({ browser }) => {
    test.setTimeout(600_000);
    endings ??= makeEndings();
    await stateLiabilities();
    const stranger = await visitor(browser, spoken, look);
    await stranger.addInitScript(`if (location.protocol.startsWith('http')) localStorage.setItem('language', '${spoken.stored}')`);
    await lookAt(stranger, scene, [...quietScreens(spoken, await setUpLink()), ...(await endings)]);
    // A page for an order that is not there answers 404, which the browser mentions.
    forgetComplaints(/404 .*\/pay\/unknown/);
    await lookAt(await payer(browser, spoken, ALICE, look), scene, [
      { name: 'pay-confirm', path: await obstacle('CNYT', '60.00') },
      { name: 'pay-abandon', path: `${await obstacle('CNYT', '60.00')}?step=abandon` },
      { name: 'wallet', path: '/wallet' },
      { name: 'sessions', path: '/wallet/sessions' },
      { name: 'wallet-terms', path: '/wallet/terms' },
      { name: 'scan', path: '/wallet/scan?unknown=1', act: expectAlive },
      { name: 'offline', path: '/wallet/offline' },
      { name: 'passkeys', path: '/wallet/passkeys', act: expectAlive },
      { name: 'privacy', path: '/wallet/privacy', act: expectAlive },
      { name: 'closed', path: '/wallet/closed' },
      { name: 'authentication', path: '/wallet/authentication' },
      ...(await faceScreens('alice')),
      { name: 'wallet-liabilities', path: '/wallet/liabilities', act: openPath },
      ...CONFIRMED_SCREENS,
      { name: 'receipt', path: `/wallet/receipt/${await paidOrder('Alice')}` },
      ...(await receivedScreens(browser)),
      ...(await collectScreens(browser)),
    ]);
    await lookAt(await payer(browser, spoken, await referringPayer(), look), scene, REFERRAL_SCREENS);
    await lookAt(await payer(browser, spoken, await leavingPayer(), look), scene, leavingScreens(spoken));
    await lookAt(await payer(browser, spoken, CHEN, look), scene, [
      { name: 'pay-insufficient', path: await obstacle('CNYT', '8800.00') },
      { name: 'pay-market', path: await obstacle('USDP', '1.00') },
    ]);
  });

  if (!EVERY_SCENE && !ALWAYS.has(name)) continue;

  test(`console: ${name}`, async ({ browser }) => {
    test.setTimeout(600_000);
    await stateLiabilities();
    const screens = [
      ...consoleScreens(spoken, phone, await newOrder('USDP', '12.50')),
      ...(await ordersInAndOut(browser, spoken)),
      ...(await receivingScreens(spoken)),
      ...paletteScreens(spoken.console, '', '/assets/Assets'),
    ];
    await lookAt(await merchant(browser, spoken, look), scene, screens);
  });

  test(`console, what waits for review and who may log in: ${name}`, async ({ browser }) => {
    test.setTimeout(600_000);
    await lookAt(await merchant(browser, spoken, look), scene, await reviewScreens(spoken));
    await lookAt(await merchant(browser, spoken, look, await accessMerchant()), scene, [
      ...accessScreens(spoken),
      { name: 'verification', title: spoken.console('identity.title'), path: '/system/Verification' },
    ]);
  });

  test(`USDT withdrawals: ${name}`, async ({ browser }) => {
    test.setTimeout(600_000);
    for (const owner of ['harbour', 'alice']) await plantWithdrawals(owner);
    await plantWaits('harbour', 'WAITSCREEN');
    await lookAt(await merchant(browser, spoken, look), scene, withdrawalScreens(spoken.console));
    await plantDeposits('harbour', 'SCREEN');
    const t = operatorTexts(spoken);
    await lookAt(await staff(browser, spoken, STAFF.finance, look), scene, [...payoutScreens(t), ...depositScreens(t), ...chainScreens(t)]);
    await plantSweeps('harbour', 'SWEEP');
    await lookAt(await staff(browser, spoken, STAFF.finance, look), scene, sweepScreens(t));
    await plantReturns('harbour', 'BACK');
    await whileSignerPays(async () => lookAt(await staff(browser, spoken, STAFF.finance, look), scene, returnScreens(t)));
    await lookAt(await payer(browser, spoken, ALICE, look), scene, [...WALLET_WITHDRAWAL_SCREENS, ...WALLET_DEPOSIT_SCREENS]);
  });

  test(`operator console: ${name}`, async ({ browser }) => {
    test.setTimeout(600_000);
    const stranger = await visitor(browser, spoken, look);
    await stranger.addInitScript(`if (location.protocol.startsWith('http')) localStorage.setItem('language', '${spoken.stored}')`);
    await lookAt(stranger, scene, [...operatorQuietScreens(spoken), await staffSetUpScreen()]);
    await makeMessages();
    await makeIll();
    await setUpLink();
    await lookAt(await staff(browser, spoken, STAFF.admin, look), scene, await operatorScreens(spoken, phone));
  });

  test(`operator console, content and what is not for a role: ${name}`, async ({ browser }) => {
    test.setTimeout(300_000);
    await lookAt(await staff(browser, spoken, STAFF.support, look), scene, [...contentScreens(operatorTexts(spoken)), NOT_ALLOWED]);
    await lookAt(await staff(browser, spoken, STAFF.auditor, look), scene, [CONTENT_READ]);
  });

  test(`operator console, orders and the ledger: ${name}`, async ({ browser }) => {
    test.setTimeout(600_000);
    const t = operatorTexts(spoken);
    await lookAt(await staff(browser, spoken, STAFF.admin, look), scene, [
      ...operatorReviewScreens(t),
      ...orderScreens(t),
      ...ledgerScreens(t),
    ]);
  });
}
