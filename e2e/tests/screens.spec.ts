import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
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
  visitor,
} from '../support/demo.ts';
import { expectLooksRight } from '../support/look.ts';
import { newOrder, shop } from '../support/shop.ts';
import { ENGLISH, SPOKEN, type SpokenLanguage } from '../support/texts.ts';

/**
 * Every page in every language on a phone at night, and in English by day and by night with a mouse, wide and narrow. A browser that
 * complains fails the test.
 */
const SCENES = [
  ...SPOKEN.map((spoken) => ({ spoken, colorScheme: 'dark', viewports: [PHONE] }) as const),
  { spoken: ENGLISH, colorScheme: 'light', viewports: [PHONE] } as const,
  { spoken: ENGLISH, colorScheme: 'light', viewports: [DESKTOP, TABLET] } as const,
  { spoken: ENGLISH, colorScheme: 'dark', viewports: [DESKTOP, TABLET] } as const,
];

// A step names the screen, and the failure says what is wrong with it: a trace would take longer than the looking.
test.use({ trace: 'off' });

const FOLDER = join(import.meta.dirname, '../../.cache/e2e/screens');
const KEEPS_PICTURES = process.env['PURSER_E2E_SCREENSHOTS'] === '1';

interface Screen {
  readonly name: string;
  readonly path: string;
  /** The page's heading: where it is known, the page is gone to within the app, as by its menu. */
  readonly title?: string;
  /** Brings it into the state that is looked at. */
  readonly act?: (page: Page) => Promise<void>;
}

interface Scene {
  readonly name: string;
  readonly viewports: readonly (typeof PHONE)[];
}

/** Shows each screen in one page and looks at it, in every width of the scene. */
async function lookAt(context: BrowserContext, scene: Scene, screens: readonly Screen[]): Promise<void> {
  const [first = PHONE, ...others] = scene.viewports;
  const page = await context.newPage();
  for (const { name, path, title, act } of screens) {
    await test.step(name, async () => {
      await page.setViewportSize(first);
      if (title !== undefined && page.url() !== 'about:blank') await page.evaluate(`history.pushState(null, '', '${path}')`);
      else await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await expectSettled(page);
      await act?.(page);
      await expectSettled(page);
      await expectAccessible(page);
      await expectLooksRight(page, `${name}, ${scene.name}`);
      await keepPicture(page, `${name}-${scene.name}`);
      for (const viewport of others) {
        await page.setViewportSize(viewport);
        await expectSettled(page);
        await expectAccessible(page, ['color-contrast']);
        await expectLooksRight(page, `${name}, ${scene.name}, ${viewport.width}`);
        await keepPicture(page, `${name}-${scene.name}-${viewport.width}`);
      }
    });
  }
  await page.close();
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (!KEEPS_PICTURES) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
}

/** Nothing is being loaded and nothing moves: colours in the middle of a change are nobody's choice. */
async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('.ant-skeleton-active, [class*="_bone_"]')).toHaveCount(0);
  const moving = `document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity).length`;
  await expect.poll(() => page.evaluate<number>(moving)).toBe(0);
}

function consoleScreens({ console: t }: SpokenLanguage, phone: boolean, open: Order): Screen[] {
  const button = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
  return [
    { name: 'dashboard', title: t('menu.dashboard'), path: '/payment/InstrumentPanel?market=VND' },
    {
      name: 'dashboard-table',
      title: t('menu.dashboard'),
      path: '/payment/InstrumentPanel',
      act: async (page) => page.getByLabel(t('dashboard.view')).getByText(t('dashboard.tableView'), { exact: true }).click(),
    },
    { name: 'recharge-records', title: t('menu.orders'), path: '/recharge/RechargeRecord' },
    {
      name: 'recharge-order',
      title: t('menu.orders'),
      path: '/recharge/RechargeRecord',
      act: async (page) =>
        page
          .getByRole('button', { name: /^(HB|E2E)-/ })
          .first()
          .click(),
    },
    {
      name: 'order',
      path: '/recharge/RechargeRecord?order_status=paid',
      act: async (page) => openRecord(page, /^HB-/, t('order.open')),
    },
    { name: 'order-open', title: t('order.title', { order: open.order_id }), path: `/recharge/Order/${open.serial_number}` },
    { name: 'order-unknown', title: t('order.unknown'), path: '/recharge/Order/PO0' },
    {
      name: 'transfer-receipt',
      path: '/transfer/AccountsManage',
      act: async (page) => openRecord(page, new RegExp(LOTUS.name), t('order.openReceipt')),
    },
    { name: 'assets', title: t('menu.assets'), path: '/assets/Assets' },
    {
      name: 'receive',
      title: t('menu.assets'),
      path: '/assets/Assets?receive=USDP',
      act: async (page) => expect(page.getByRole('dialog')).toBeVisible(),
    },
    { name: 'transfers', title: t('menu.transfer'), path: '/transfer/AccountsManage' },
    {
      name: 'transfer',
      title: t('menu.transfer'),
      path: '/transfer/AccountsManage?send=VNDT',
      act: async (page) => page.getByRole('button', { name: t('transfer.review'), exact: true }).click(),
    },
    { name: 'fund-flow', title: t('menu.fundFlow'), path: '/Property/RunningWater' },
    {
      name: 'fund-flow-none',
      title: t('menu.fundFlow'),
      path: '/Property/RunningWater?serial_number=LT000000000000000000',
      act: async (page) => expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible(),
    },
    { name: 'api-management', title: t('menu.apiManagement'), path: '/api/ManagementIndex' },
    { name: 'bell', path: '/assets/Assets', act: button(t('shell.events')) },
    { name: 'not-found', path: '/nowhere' },
    ...(phone ? [{ name: 'menu', path: '/assets/Assets', act: button(t('shell.openMenu')) }] : []),
  ];
}

/** Opens the first row's drawer, and from there the page of what the row is about. */
async function openRecord(page: Page, row: RegExp, link: string): Promise<void> {
  await page.getByRole('button', { name: row }).first().click();
  await page.getByRole('link', { name: link }).click();
  await expect(page.locator('main a').filter({ hasText: '←' })).toBeVisible();
}

function quietScreens({ console: t }: SpokenLanguage): Screen[] {
  return [
    { name: 'login', path: '/Login', act: async (page) => page.getByRole('button', { name: t('login.continue'), exact: true }).click() },
    { name: 'login-ended', path: '/Login?ended=1' },
    { name: 'restricted', path: '/Restricted' },
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
    { name: 'shop', path: '/shop?market=VND' },
  ];
}

/** The token of an order that a payer has paid in the demo's past. */
async function paidOrder(nick: string): Promise<string> {
  const [row] = await sql<{ token: string }>(`select token from payment_order where status = 'paid' and payer_nick = $1 limit 1`, [nick]);
  return row?.token ?? '';
}

const obstacle = async (coin: 'USDP' | 'CNYT', amount: string): Promise<string> => (await newOrder(coin, amount)).path;

for (const { spoken, colorScheme, viewports } of SCENES) {
  const phone = viewports[0] === PHONE;
  const name = `${spoken.stored}-${viewports[0].width}-${colorScheme}`;
  const scene = { name, viewports };
  const look = { colorScheme, viewport: viewports[0], hasTouch: phone } as const;

  test(`console: ${name}`, async ({ browser }) => {
    test.setTimeout(180_000);
    await lookAt(await merchant(browser, spoken, look), scene, consoleScreens(spoken, phone, await newOrder('USDP', '12.50')));
  });

  test(`checkout, wallet, shop and the pages before the console: ${name}`, async ({ browser }) => {
    test.setTimeout(180_000);
    endings ??= makeEndings();
    const stranger = await visitor(browser, spoken, look);
    await stranger.addInitScript(`if (location.protocol.startsWith('http')) localStorage.setItem('language', '${spoken.stored}')`);
    await lookAt(stranger, scene, [...quietScreens(spoken), ...(await endings)]);
    // A page for an order that is not there answers 404, which the browser mentions.
    forgetComplaints(/404 .*\/pay\/unknown/);
    await lookAt(await payer(browser, spoken, ALICE, look), scene, [
      { name: 'pay-confirm', path: await obstacle('CNYT', '60.00') },
      { name: 'pay-abandon', path: `${await obstacle('CNYT', '60.00')}?step=abandon` },
      { name: 'wallet', path: '/wallet' },
      { name: 'payment-password', path: '/wallet/payment-password' },
      { name: 'receipt', path: `/wallet/receipt/${await paidOrder('Alice')}` },
    ]);
    await lookAt(await payer(browser, spoken, CHEN, look), scene, [
      { name: 'pay-insufficient', path: await obstacle('CNYT', '8800.00') },
      { name: 'pay-market', path: await obstacle('USDP', '1.00') },
    ]);
  });
}
