import { outcomeText } from '@purser/contract/errors';
import { LANGUAGE_NAMES } from '@purser/contract/language';
import { LONGEST_USERNAME } from '@purser/contract/limits';
import { expect, type Page } from '@playwright/test';
import { freshCode, usedCode, wrongCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { enterLogin, forgetComplaints, LOTUS, MERCHANT, merchant, NEWCOMER, PHONE, stranger, test } from '../support/demo.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH, SPOKEN } from '../support/texts.ts';

const t = ENGLISH.console;
const stored = (page: Page, key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('a refused login says why, at the field that it concerns', async ({ browser }) => {
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/Login');
  const username = page.getByLabel(t('login.username'), { exact: true });
  const password = page.getByLabel(t('login.password'), { exact: true });
  const code = page.getByLabel(t('login.code'), { exact: true });
  const goOn = page.getByRole('button', { name: t('login.continue'), exact: true });
  const submit = page.getByRole('button', { name: t('login.submit'), exact: true });

  await expect(username).toBeFocused();
  await goOn.click();
  await expect(username).toHaveAccessibleDescription(t('login.usernameRequired'));
  await expect(password).toHaveAccessibleDescription(t('login.passwordRequired'));
  await expect(username).toBeFocused();

  await username.fill('x'.repeat(LONGEST_USERNAME + 1));
  await password.fill('x');
  await goOn.click();
  await expect(username).toHaveAccessibleDescription(t('login.usernameTooLong', { limit: LONGEST_USERNAME }));
  await username.fill(MERCHANT.username);
  await goOn.click();
  await expect(code).toBeFocused();
  await submit.click();
  await expect(code).toHaveAccessibleDescription(t('login.codeRequired'));
  await code.fill('12345');
  await submit.click();
  await expect(code).toHaveAccessibleDescription(t('login.codeTooShort', { limit: 6 }));
  await page.getByRole('button', { name: t('login.back') }).click();

  await enterLogin(page, ENGLISH, { ...MERCHANT, password: 'Wrong-demo-1' }, wrongCode());
  await expect(password).toHaveAccessibleDescription(outcomeText('wrong_credentials', 'en'));
  await expect(password).toBeFocused();
  await expect(username).toHaveValue(MERCHANT.username);

  // Told once, where it is mended.
  await expect(page.getByText(outcomeText('wrong_credentials', 'en'))).toHaveCount(1);

  await enterLogin(page, ENGLISH, MERCHANT, wrongCode());
  await expect(code).toHaveAccessibleDescription(outcomeText('wrong_google_code', 'en'));
  await expect(code).toBeFocused();
  expect(await stored(page, 'token')).toBeNull();
});

test('a newcomer binds an authenticator at the first login, and may not create an access key yet', async ({ browser }) => {
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/Login');
  await page.getByLabel(t('login.username'), { exact: true }).fill(NEWCOMER.username);
  await page.getByLabel(t('login.password'), { exact: true }).fill(NEWCOMER.password);
  await page.getByRole('button', { name: t('login.continue'), exact: true }).click();
  await page.getByRole('button', { name: t('login.firstTime') }).click();

  await expect(heading(page, t('bind.title'))).toBeFocused();
  await expect(page.getByRole('img', { name: t('bind.qr') })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replace(/\s/g, '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const code = page.getByLabel(t('bind.code'));
  await code.fill(wrongCode());
  await page.getByRole('button', { name: t('bind.submit') }).click();
  await expect(code).toHaveAccessibleDescription(outcomeText('wrong_google_code', 'en'));
  await expect(code).toBeFocused();
  // A lost answer is told too: nothing at the field is wrong then.
  await page.route('**/auth/login', (route) => route.abort());
  await code.fill(wrongCode());
  await page.getByRole('button', { name: t('bind.submit') }).click();
  await expect(page.getByText(t('failure.network'))).toBeVisible();
  await page.unroute('**/auth/login');
  forgetComplaints();
  await code.fill(await freshCode(NEWCOMER.username, secret));
  await page.getByRole('button', { name: t('bind.submit') }).click();

  await expect(page).toHaveURL(/\/payment\/InstrumentPanel/);
  await page
    .getByRole('dialog', { name: t('agreements.title') })
    .getByRole('button', { name: t('agreements.accept') })
    .click();
  await expect(heading(page, t('menu.dashboard'))).toBeVisible();
  await expect(page.getByText(t('setup.progress', { done: 0, all: 5 }))).toBeVisible();
  await expect(page.getByText(t('dashboard.nothingTitle'))).toBeVisible();
  await page.getByRole('link', { name: t('dashboard.nothingAction') }).click();
  await expect(page.getByText('Cannot create an API without completing KYC')).toBeVisible();
  await expect(page.getByRole('button', { name: t('apiManagement.keyCreate') })).toBeDisabled();
});

test('pages that do not exist, and addresses that may not log in', async ({ browser }) => {
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/no/such/page');
  await expect(heading(page, t('notFound.title'))).toBeVisible();
  await page.getByRole('link', { name: t('notFound.home') }).click();
  await expect(page).toHaveURL(/\/Login/);

  await page.goto('/Restricted');
  await expect(page.getByText(t('restricted.account'), { exact: true })).toBeVisible();

  // A white list of which this address is no part.
  const [row] = await sql<{ merchant_id: string }>(
    `insert into login_ip_white (merchant_id, ip) select merchant_id, '203.0.113.7' from merchant where username = $1 returning merchant_id`,
    [LOTUS.username],
  );
  await page.goto('/Login');
  await enterLogin(page, ENGLISH, LOTUS, await freshCode(LOTUS.username));
  await expect(page).toHaveURL(/\/Restricted/);
  const ip = await stored(page, 'loginIp');
  expect(ip).toMatch(/^(127\.0\.0\.1|::1)$/);
  await expect(page.getByText(t('restricted.ip', { ip: ip ?? '' }))).toBeVisible();
  await sql('delete from login_ip_white where merchant_id = $1', [row?.merchant_id]);
  await page.getByRole('link', { name: t('restricted.back') }).click();
  await expect(heading(page, t('login.title'))).toBeVisible();
});

test('logging out ends the session, and the next login leads back to the page that was asked for', async ({ browser }) => {
  const context = await stranger(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/assets/Assets');
  await expect(page).toHaveURL(/\/Login\?from=/);
  await enterLogin(page, ENGLISH, LOTUS, await freshCode(LOTUS.username));
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible();
  await expect(heading(page, t('menu.assets'))).toBeVisible();
  const token = await stored(page, 'token');

  // What the card asks for as it opens is not answered before the session is over: it is given up first, and not asked again while the login is fetched.
  await page.reload();
  await expect(heading(page, t('menu.assets'))).toBeVisible();
  const PAGES = '**/content/pages';
  const asked = page.waitForRequest(PAGES);
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/content/pages'));
  const late: string[] = [];
  await page.route(PAGES, () => undefined);
  await page.route('**/logout', async (route) => {
    await givenUp;
    page.on('request', (request) => late.push(new URL(request.url()).pathname));
    await route.continue();
  });
  await page.getByRole('button', { name: LOTUS.name }).click();
  await asked;
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await route.continue();
  });
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(heading(page, t('login.title'))).toBeVisible();
  await page.unrouteAll();
  expect(late).toContainEqual(expect.stringMatching(/\.js$/));
  expect(late.filter((path) => path.startsWith('/v1/merchant/'))).toEqual([]);
  expect(await stored(page, 'token')).toBeNull();
  expect(await stored(page, 'userInfo')).toBeNull();
  await page.goto('/Property/RunningWater?coin_name=USDP');
  await expect(page).toHaveURL(/\/Login\?from=/);

  // The token itself is worth nothing any more.
  await page.evaluate(`localStorage.setItem('token', '${token}')`);
  await page.goto('/Property/RunningWater?coin_name=USDP');
  await expect(page).toHaveURL(/\/Login/);
  await expect(page.getByText(t('login.ended'))).toBeVisible();
  expect(await stored(page, 'token')).toBeNull();
  forgetComplaints();

  await page.goto('/Property/RunningWater?coin_name=USDP');
  await enterLogin(page, ENGLISH, LOTUS, await usedCode(LOTUS.username));
  await expect(page.getByLabel(t('login.code'), { exact: true })).toHaveAccessibleDescription(outcomeText('google_code_used', 'en'));
  await page.getByLabel(t('login.code'), { exact: true }).fill(await freshCode(LOTUS.username));
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/Property\/RunningWater\?coin_name=USDP/);
  await expect(heading(page, t('menu.fundFlow'))).toBeVisible();
  // Other calls of the page whose session was over are refused as well, and some of them are told of late.
  forgetComplaints(/401/);
});

test('whoever logs in after another sees nothing of theirs, in this tab and in those that were open before', async ({ browser }) => {
  const merchants = [await ownMerchant('first'), await ownMerchant('second')] as const;
  const [first, second] = [await merchantIdOf(merchants[0].username), await merchantIdOf(merchants[1].username)];
  const context = await stranger(browser, ENGLISH);
  const page = await context.newPage();
  const menu = page.getByRole('navigation', { name: t('shell.menu') });
  const dialog = page.getByRole('dialog', { name: t('assets.receive') });
  const showAddress = async (): Promise<string> => {
    await page.getByRole('button', { name: t('assets.actFor', { act: t('assets.receive'), coin: 'USDP' }) }).click();
    await page.getByRole('button', { name: t('paymentLink.fromMerchants') }).click();
    return dialog
      .locator('dl > div')
      .filter({ has: page.getByText(t('assets.address'), { exact: true }) })
      .locator('dd')
      .innerText();
  };
  await page.goto('/assets/Assets');
  await enterLogin(page, ENGLISH, merchants[0], await freshCode(merchants[0].username));
  const address = await showAddress();
  expect(address).toContain(String(first));
  // It listens to the keyboard once it has come in whole.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 1_000 });
  }).toPass();

  // The session ends, and somebody else logs in on the same page.
  await sql('delete from session where owner_id = $1', [first]);
  await menu.getByRole('link', { name: t('menu.fundFlow') }).click();
  await expect(page).toHaveURL(/\/Login/);
  forgetComplaints();
  await enterLogin(page, ENGLISH, merchants[1], await freshCode(merchants[1].username));
  await menu.getByRole('link', { name: t('menu.assets') }).click();
  expect(await showAddress()).toContain(String(second));

  // In another tab the first one logs in again; what is being typed here would be sent as theirs.
  await page.goto('/transfer/AccountsManage?send=1');
  await page.getByLabel(t('transfer.to'), { exact: true }).fill(String(first));
  const other = await context.newPage();
  await other.goto('/Login');
  await enterLogin(other, ENGLISH, merchants[0], await freshCode(merchants[0].username));
  await expect(heading(other, t('menu.dashboard'))).toBeVisible();
  await expect(heading(page, t('menu.dashboard'))).toBeVisible();
  await menu.getByRole('link', { name: t('menu.assets') }).click();
  expect(await showAddress()).toBe(address);
  forgetComplaints(/401/);
});

test('before its scripts have come the console shows its frame, by day and night', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await merchant(browser, ENGLISH, { colorScheme });
    const page = await context.newPage();
    await page.route(/\/assets\/.*\.js/, (route) => route.abort());
    await page.goto('/assets/Assets');
    const place = (part: string) => page.locator(part).boundingBox();
    const [side, top, content] = [await place('.boot-side'), await place('.boot-top'), await place('.boot-page')];
    expect(side).toMatchObject({ x: 0, width: 248 });
    expect(content?.y).toBe(60);
    await page.unroute(/\/assets\/.*\.js/);
    forgetComplaints(/ERR_FAILED/);
    await page.reload();
    // The true frame comes in the same places.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.locator('nav').first().locator('xpath=..').boundingBox()).toMatchObject({ x: 0, width: side?.width });
    expect(await page.locator('header').first().boundingBox()).toMatchObject({ x: top?.x, y: 0, height: top?.height });
  }
});

test('inside the console a page that does not exist keeps the menu; focus never hides under the header', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: { width: 1440, height: 420 } })).newPage();
  await page.goto('/no/such/page');
  await expect(heading(page, t('notFound.title'))).toBeVisible();
  await page
    .getByRole('navigation', { name: t('shell.menu') })
    .getByRole('link', { name: t('menu.apiManagement') })
    .click();
  await page.getByRole('button', { name: t('apiManagement.cutInOpen') }).click();
  // A wrong address far above, sent from below: its field is shown beneath the header.
  const address = page.getByLabel(t('cutIn.returnAddress'));
  await address.fill('nowhere');
  const save = page.getByRole('button', { name: t('cutIn.save'), exact: true });
  await save.focus();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.keyboard.press('Enter');
  await expect(address).toBeFocused();
  const header = await page.locator('header').first().boundingBox();
  await expect.poll(async () => (await address.boundingBox())?.y ?? 0).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));

  // Leaving what is not saved is asked about.
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: t('menu.assets') }).click();
  await expect.poll(() => asked).toBe(t('form.unsaved'));
  await expect(address).toHaveValue('nowhere');
});

test('language and day or night are chosen once and kept', async ({ browser }) => {
  const context = await merchant(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/assets/Assets');
  await expect(heading(page, t('menu.assets'))).toBeVisible();
  for (const spoken of [...SPOKEN, ENGLISH]) {
    // The switch is named in the language that is on show.
    await page.locator('header select').selectOption({ label: LANGUAGE_NAMES[spoken.language] });
    await expect(heading(page, spoken.console('menu.assets'))).toBeVisible();
    expect(await stored(page, 'language')).toBe(spoken.stored);
    await expect(page.locator('html')).toHaveAttribute('lang', spoken.locale);
  }
  await page.locator('header select').selectOption({ label: LANGUAGE_NAMES.vi });
  await page.getByRole('button', { name: SPOKEN[3]?.console('shell.night') ?? '' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  await page.reload();
  await expect(heading(page, SPOKEN[3]?.console('menu.assets') ?? '')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');

  // What the console keeps lies under the specified keys.
  const keys = await page.evaluate<string[]>('Object.keys(localStorage)');
  expect(keys).toEqual(expect.arrayContaining(['token', 'menus', 'userInfo', 'language']));
  expect(JSON.parse((await stored(page, 'userInfo')) ?? '{}')).toMatchObject({ name: MERCHANT.name, recharge_configuration: [1, 2] });
  expect(JSON.parse((await stored(page, 'menus')) ?? '[]')[0]).toMatchObject({
    id: 1,
    path: '/payment/InstrumentPanel',
    menu_type: 'page',
    meta: { icon: 'dashboard' },
    children: [],
  });
});

test('the menu is used by keyboard alone', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/payment/InstrumentPanel');
  await expect(heading(page, t('menu.dashboard'))).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('shell.skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  await page.goto('/payment/InstrumentPanel');
  await expect(heading(page, t('menu.dashboard'))).toBeVisible();
  const entry = page.getByRole('navigation', { name: t('shell.menu') }).getByRole('link', { name: t('menu.fundFlow') });
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Tab');
    if (await entry.evaluate((element) => element === element.ownerDocument.activeElement)) break;
  }
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, t('menu.fundFlow'))).toBeVisible();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('main')).toBeFocused();
});

test('on a phone the menu is a drawer', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: PHONE, hasTouch: true })).newPage();
  await page.goto('/payment/InstrumentPanel');
  const opener = page.getByRole('button', { name: t('shell.openMenu') });
  const menu = page.getByRole('navigation', { name: t('shell.menu') });
  await opener.click();
  await expect(menu).toBeVisible();
  // It listens to the keyboard once it has come in whole.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(opener).toBeFocused();

  await opener.click();
  await menu.getByRole('link', { name: t('menu.transfer') }).click();
  await expect(heading(page, t('menu.transfer'))).toBeVisible();
  await expect(menu).toBeHidden();

  // Whoever goes back by the phone's own button while it is open sees the page they come back to.
  await opener.click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(heading(page, t('menu.dashboard'))).toBeVisible();
  await expect(menu).toBeHidden();
});
