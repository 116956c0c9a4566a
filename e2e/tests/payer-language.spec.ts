import { type Browser, expect, type Page } from '@playwright/test';
import { ALICE, merchant, payer, PHONE, test, visitor } from '../support/demo.ts';
import { ownPayer } from '../support/own-payer.ts';
import { askToRegister } from '../support/registration.ts';
import { expectAlive, expectAwake } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, type SpokenLanguage, VIETNAMESE } from '../support/texts.ts';

/** A change of language loads the page anew, and leaves what was typed that is no secret. */

const STANDING = '/v1/merchant/standing_code/list';
const PLAIN = { javaScriptEnabled: false, viewport: PHONE };

async function speak(page: Page, { language, payer: t }: SpokenLanguage): Promise<void> {
  await page.locator('header summary').click();
  await page.locator(`header details button[value="${language}"]`).click();
  await expect(page.locator('footer').getByRole('link', { name: t('help_title') })).toBeVisible();
}

/** The address where payers type the amount. */
async function standingCode(browser: Browser): Promise<string> {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const listed = page.waitForResponse((response) => response.url().endsWith(STANDING));
  await page.goto('/assets/Receive?coin=VNDT');
  const { data } = (await (await listed).json()) as { data: { list: { coin_name: string; payment_url: string }[] } };
  return data.list.find(({ coin_name }) => coin_name === 'VNDT')?.payment_url ?? '';
}

/** From here on each page shows what the one before has left for it, which is taken away once it is filled in. */
const showKept = (page: Page) => page.addInitScript(`window.kept = sessionStorage.getItem('purser.typed')`);
const kept = (page: Page) => page.evaluate<string>('window.kept');

const fieldIn = (page: Page) => (name: string) => page.locator(`main [name="${name}"]`).first();

test('with scripts: on a page of the wallet, for once, and without what is secret', async ({ browser }) => {
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  const field = fieldIn(page);
  await page.goto('/wallet/bank-cards');
  await expectAlive(page);
  const linking = page.locator('form[action="/wallet/bank-cards"]');
  await field('market').selectOption({ index: 1 });
  const market = await field('market').inputValue();
  await field('holder_name').fill('Lan Nguyen');
  await field('bank_name').fill('First Bank');
  await field('account_number').fill('4111111111111111');
  await linking.locator('[name="payment_password"]').fill('271828');
  await showKept(page);
  await speak(page, VIETNAMESE);
  await expect(field('holder_name')).toHaveValue('Lan Nguyen');
  await expect(field('bank_name')).toHaveValue('First Bank');
  await expect(field('market')).toHaveValue(market);
  await expect(field('account_number')).toHaveValue('');
  await expect(linking.locator('[name="payment_password"]')).toHaveValue('');
  expect(await kept(page)).toContain('Lan Nguyen');
  expect(await kept(page)).not.toMatch(/4111|271828/);
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('Lan');
  await page.reload();
  await expectAlive(page);
  await expect(field('holder_name')).toHaveValue('');
});

test('with scripts: where a wallet is opened, and neither the code nor the password', async ({ browser }) => {
  const page = await (await visitor(browser, ENGLISH, { viewport: PHONE })).newPage();
  const field = fieldIn(page);
  await page.goto(await askToRegister(`speaks-${Date.now().toString(36)}@example.com`));
  await expectAlive(page);
  await field('code').fill('271828');
  await field('nick').fill('Lan Nguyen');
  await field('password').fill('Secret-demo-1');
  await showKept(page);
  await speak(page, VIETNAMESE);
  await expect(field('nick')).toHaveValue('Lan Nguyen');
  for (const name of ['code', 'password']) await expect(field(name)).toHaveValue('');
  expect(await kept(page)).toContain('Lan Nguyen');
  expect(await kept(page)).not.toMatch(/271828|Secret/);
});

test('on a line so slow that the page rests until then', async ({ browser }) => {
  const page = await (await visitor(browser, ENGLISH, { viewport: PHONE })).newPage();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/payer\/assets\/entry-client.*\.js$/, async (route) => {
    await arrived;
    // What the page before had asked for is not waited for any more.
    await route.continue().catch(() => {});
  });
  await page.goto('/wallet');
  const field = fieldIn(page);
  await field('identity').fill('lan.nguyen');
  await field('password').fill('Secret-demo-1');
  await showKept(page);
  await speak(page, VIETNAMESE);
  expect(await kept(page)).toContain('lan.nguyen');
  expect(await kept(page)).not.toContain('Secret');
  arrive();
  await expectAwake(page);
  await expect(field('identity')).toHaveValue('lan.nguyen');
  await expect(field('password')).toHaveValue('');
});

test('with scripts: in a field that only they show, and in a box that is ticked', async ({ browser }) => {
  // Only who has no money is offered to close the wallet.
  const page = await (await payer(browser, ENGLISH, await ownPayer('ticks', 'Ticks'))).newPage();
  const field = fieldIn(page);
  await page.goto('/wallet/passkeys');
  await field('name').fill('Pocket phone');
  await speak(page, VIETNAMESE);
  await expect(field('name')).toHaveValue('Pocket phone');
  await page.goto('/wallet/privacy');
  await expectAlive(page);
  await field('for_good').check();
  await speak(page, ENGLISH);
  await expect(field('for_good')).toBeChecked();
});

test('with scripts: where somebody logs in or registers, also by another kind of name', async ({ browser }) => {
  const page = await (await visitor(browser, ENGLISH, { viewport: PHONE })).newPage();
  const field = fieldIn(page);
  const order = await newOrder('CNYT', '6.00');
  for (const path of ['/wallet', `${order.path}?step=login`]) {
    await page.goto(path);
    await expectAwake(page);
    await page.getByRole('link', { name: ENGLISH.payer('by_email') }).click();
    await field('identity').fill('lan@example.com');
    await field('password').fill('Secret-demo-1');
    await speak(page, VIETNAMESE);
    await expect(field('identity')).toHaveValue('lan@example.com');
    await expect(field('identity')).toHaveAttribute('type', 'email');
    await expect(field('password')).toHaveValue('');
    await speak(page, ENGLISH);
  }
  for (const path of ['/wallet/register', '/wallet/recover', '/wallet/login-code']) {
    await page.goto(path);
    await expectAlive(page);
    await field('identity').fill('lan@example.com');
    await speak(page, VIETNAMESE);
    await expect(field('identity')).toHaveValue('lan@example.com');
    await speak(page, ENGLISH);
  }
});

test('with and without scripts: the words of a search, and the amount for a standing code', async ({ browser }) => {
  const collect = await standingCode(browser);
  for (const options of [PLAIN, { viewport: PHONE }]) {
    const page = await (await visitor(browser, ENGLISH, options)).newPage();
    const field = fieldIn(page);
    await page.goto('/help');
    await field('q').fill('refund of an order');
    await speak(page, VIETNAMESE);
    await expect(field('q')).toHaveValue('refund of an order');
    await field('q').fill('thanh');
    await field('q').press('Enter');
    await expect(page).toHaveURL(/\/help\?q=thanh$/);
    await page.goto(collect);
    if (options !== PLAIN) await expectAlive(page);
    await field('amount').fill('25000');
    await speak(page, ENGLISH);
    await expect(field('amount')).toHaveValue('25000');
  }
});
