import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { enterLogin, LOTUS, merchant, stranger, test } from '../support/demo.ts';
import { ENGLISH } from '../support/texts.ts';

/** What the specification says of the console's session, lists, filters and toasts, and no other file looks at. */

const t = ENGLISH.console;
/** A menu item as section 3 lists its fields. */
interface Item {
  readonly lang: string;
  readonly children: readonly Item[];
}
const ITEM = {
  id: expect.any(Number),
  name: expect.stringMatching(/^[a-z-]+$/),
  path: expect.any(String),
  menu_type: expect.stringMatching(/^(group|page)$/),
  meta: { icon: expect.any(String) },
  lang: expect.stringMatching(/^menu\./),
  children: expect.any(Array),
};

const stored = (page: Page, key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`);

test('the menu is registered with the first page that wants it, and again for the next session, without a reload', async ({ browser }) => {
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/Login');
  await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
  expect(await stored(page, 'menus')).toBeNull();
  const logIn = async () => {
    await enterLogin(page, ENGLISH, LOTUS, await freshCode(LOTUS.username));
    await expect(page.getByRole('heading', { level: 1, name: t('menu.dashboard') })).toBeVisible();
    const menus = JSON.parse((await stored(page, 'menus')) ?? '[]') as readonly Item[];
    const items = menus.flatMap((item) => [item, ...item.children]);
    expect(items.length).toBeGreaterThan(17);
    for (const item of items) expect(item).toEqual(ITEM);
    expect(menus.map(({ lang }) => t(lang)).slice(0, 4)).toEqual([
      'Dashboard',
      'Payment method management',
      'Transfer and collection management',
      'User recharge records',
    ]);
  };
  await logIn();
  await page.evaluate('globalThis.sameDocument = true');
  await page.getByRole('button', { name: LOTUS.name }).click();
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible();
  expect(await stored(page, 'menus')).toBeNull();
  await logIn();
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
});

const OWNER = 'field.merchantId field.merchantName';
const MONEY = 'field.coin field.amount field.handlingFee field.settlementAmount';
const TIMES = 'field.createTime field.updateTime';
const RECHARGE = `recharge.orderNo field.status ${OWNER} recharge.coin recharge.sent recharge.inCoin recharge.rate recharge.exchanged recharge.feeRate
  field.handlingFee recharge.count recharge.network recharge.address recharge.txid field.createTime recharge.auditTime`;

/** The columns of each list, by the names of the fields of section 3. */
const LISTS: Readonly<Record<string, string>> = {
  '/transfer/AccountsManage': `field.serialNumber transfer.payerId transfer.recipientId transfer.payerAddress transfer.recipientAddress field.coin field.amount
    transfer.fee transfer.internalFee field.settlementAmount transfer.direction field.status`,
  '/recharge/RechargeRecord': `field.orderId field.serialNumber order.paymentId order.nick order.externalAccount ${MONEY} order.orderType order.orderFrom
    field.status ${TIMES}`,
  '/adjustment/AccountAdjustment': `field.serialNumber adjustment.orderType adjustment.userId adjustment.user adjustment.balanceType ${MONEY} adjustment.reason
    ${TIMES}`,
  '/user/WithdrawalRecord': `field.orderId field.serialNumber withdrawal.orderType withdrawal.paymentId withdrawal.user ${MONEY} field.status withdrawal.audit
    withdrawal.remark ${TIMES}`,
  '/Property/RunningWater': `field.serialNumber ${OWNER} field.coin fundFlow.availableBefore field.availableAfter fundFlow.frozenBefore fundFlow.frozenAfter
    field.change field.charge field.type field.time`,
  '/ustd-recharge/manualRecharge': RECHARGE,
  '/ustd-recharge/index': RECHARGE,
  '/ustd-withdraw/index': `usdtOut.orderNo field.status ${OWNER} field.coin usdtOut.amount usdtOut.inCoin usdtOut.feeRate usdtOut.fee usdtOut.rate usdtOut.arrives
    usdtOut.network usdtOut.address usdtOut.txid field.createTime usdtOut.auditTime`,
  '/coin-withdraw/index': `fiat.orderNo ${OWNER} fiat.currency field.coin fiat.requested fiat.rate fiat.fee fiat.feeRate fiat.received field.status
    field.createTime fiat.reviewed`,
  '/white/WhiteList': 'whiteList.ip field.createTime',
  '/records/EntryRecord': 'loginRecord.time loginRecord.ip',
};

test('every field that the specification gives to a record is a column of its list', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  for (const [path, fields] of Object.entries(LISTS)) {
    await page.goto(path);
    await page.getByRole('button', { name: t('kit.columns') }).click();
    const columns = page.getByLabel(t('kit.columnsHint')).locator('label');
    await expect(columns.first()).toBeVisible();
    expect(await columns.allInnerTexts(), path).toEqual(expect.arrayContaining(fields.split(/\s+/).map((field) => t(field))));
  }
});

/** Lists of what is reviewed. */
const REVIEWED = [
  '/user/WithdrawalRecord',
  '/ustd-recharge/manualRecharge',
  '/ustd-recharge/index',
  '/ustd-withdraw/index',
  '/coin-withdraw/index',
];

test('what is reviewed is filtered by all, pending review, approved and rejected', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  for (const path of REVIEWED) {
    await page.goto(path);
    const chip = page.getByRole('search').getByRole('button', { name: new RegExp(`^${t('field.status')}`) });
    const choice = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await chip.click();
    await expect(choice('All')).toBeFocused();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(
      expect.arrayContaining(['All', 'Pending review', 'Approved', 'Rejected']),
    );
    await choice('Rejected').click();
    await expect(page).toHaveURL(/status=rejected/);
    await chip.click();
    await expect(choice('Rejected')).toBeFocused();
    await choice('All').click();
    await expect(page).not.toHaveURL(/status=/);
  }
});

test('a toast goes after three seconds, stays while one points at it, and Escape closes it', async ({ browser }) => {
  const context = await merchant(browser, ENGLISH);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/assets/Assets?receive=USDP');
  const copy = page.getByRole('button', { name: t('kit.copyNamed', { what: t('assets.address') }) });
  const toast = page.getByRole('region', { name: t('kit.toasts') }).getByRole('status');
  await copy.click();
  await expect(toast).toHaveText(/Copied/);
  await page.clock.fastForward(3_100);
  await expect(toast).toHaveCount(0);

  await copy.click();
  await toast.hover();
  await page.clock.fastForward(10_000);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast).toHaveCount(0);
  // The dialog below stays for the next press.
  await expect(copy).toBeVisible();

  await copy.click();
  await toast.hover();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(3_100);
  await expect(toast).toHaveCount(0);
});
