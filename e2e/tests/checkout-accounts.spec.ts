import { type Browser, expect, type Page } from '@playwright/test';
import { checkoutView } from '@purser/contract/features/checkout';
import { walletLogout } from '@purser/contract/features/wallet';
import { outcomeText } from '@purser/contract/errors';
import { ending, opened, pay } from '../support/checkout.ts';
import { sql } from '../support/database.ts';
import { ALICE, BINH, forgetComplaints, payer, payerLogIn, test, visitor } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { ownPayer } from '../support/own-payer.ts';
import { expectAlive } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';

/** Who signs in at a payment, and who signs out, where the server's answers may be lost. */

const t = ENGLISH.payer;
const names = (page: Page, nick: string) => page.getByText(t('paying_as', { nick }));
const change = (page: Page) => page.getByRole('button', { name: t('not_you') }).last();
const challenge = (page: Page) => page.locator('input[name="challenge"]');

/** A page made for Alice, in a session of its own, which it may end. */
async function ofAlice(browser: Browser, path: string): Promise<Page> {
  const page = await opened(await visitor(browser, ENGLISH), `${path}?step=login`);
  await payerLogIn(page, ENGLISH, ALICE);
  await expect(names(page, 'Alice')).toBeVisible();
  await page.goto(path);
  await expectAlive(page);
  return page;
}

/** The next answer to a call is lost. */
async function loseOne(page: Page, { path }: { path: string }): Promise<() => number> {
  let lost = 0;
  await page.route(`**${path}`, (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    return route.abort();
  });
  return () => lost;
}

test('whoever goes on to another account logs in by phone too, or opens a wallet', async ({ browser }) => {
  const page = await ofAlice(browser, (await newOrder('USDP', '2.11')).path);
  await change(page).click();
  await page.getByRole('link', { name: t('by_phone') }).click();
  await page.getByLabel(t('area_code')).selectOption('84');
  await expect(page.getByRole('link', { name: t('register_title') })).toBeVisible();
});

test('a payer who could not be logged out stays named, and may try again', async ({ browser }) => {
  const page = await ofAlice(browser, (await newOrder('USDP', '2.12')).path);
  await loseOne(page, walletLogout);
  await change(page).click();
  await expect(page.getByRole('alert')).toHaveText(t('connection_lost'));
  await expect(names(page, 'Alice')).toBeVisible();
  forgetComplaints(/ERR_FAILED/);
  await change(page).click();
  await expect(ending(page, t('login_title'))).toBeVisible();
  await page.reload();
  await expect(names(page, 'Alice')).toHaveCount(0);
});

test('whoever has logged in goes on to pay, also where what the page asks next gets no answer', async ({ browser }) => {
  const page = await opened(await visitor(browser, ENGLISH), `${(await newOrder('USDP', '2.13')).path}?step=login`);
  const lost = await loseOne(page, checkoutView);
  await payerLogIn(page, ENGLISH, BINH);
  await expect(names(page, 'Bình')).toBeVisible();
  expect(lost()).toBe(1);
  forgetComplaints(/ERR_FAILED/);
});

test('a slider that was answered is not shown again', async ({ browser }) => {
  const page = await opened(await visitor(browser, ENGLISH), `${(await newOrder('USDP', '2.14')).path}?step=login`);
  await payerLogIn(page, ENGLISH, { ...BINH, password: 'Wrong-demo-1' });
  await expect(page.getByRole('alert')).toHaveText(outcomeText('wrong_credentials', 'en'));
  await page.getByRole('link', { name: t('go_back') }).click();
  await page.getByRole('link', { name: t('log_in_and_pay') }).click();
  await payerLogIn(page, ENGLISH, BINH);
  await expect(names(page, 'Bình')).toBeVisible();
});

test('a slider that has become too old makes way for another, also while the device slept', async ({ browser }) => {
  for (const [path, after] of [
    ['/wallet', (page) => page.getByRole('heading', { level: 1, name: t('wallet_title') })],
    [`${(await newOrder('USDP', '2.15')).path}?step=login`, (page) => names(page, 'Bình')],
  ] as const satisfies readonly (readonly [string, (page: Page) => ReturnType<Page['getByText']>])[]) {
    const page = await opened(await visitor(browser, ENGLISH), path);
    // Once before the page's script has come, and once after.
    for (const _ of ['rests', 'is alive']) {
      const old = await challenge(page).inputValue();
      // What a page measures time by stands still meanwhile; the device's clock does not.
      await page.evaluate('{ const now = Date.now; Date.now = () => now() + 600_000; }');
      await page.locator('main').dispatchEvent('pointerdown');
      await expect(challenge(page)).not.toHaveValue(old);
    }
    await payerLogIn(page, ENGLISH, BINH);
    await expect(after(page)).toBeVisible();
  }
});

test('that an order was paid by another is told also where the server does not answer at once', async ({ browser }) => {
  const { path } = await newOrder('USDP', '2.16');
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await page.clock.install();
  await page.goto(path);
  await expectAlive(page);
  const lost = await loseOne(page, checkoutView);
  await pay(await opened(await payer(browser, ENGLISH, BINH), path), BINH.paymentPassword);
  await expect.poll(lost).toBe(1);
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(ending(page, t('paid_title'))).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  forgetComplaints(/ERR_FAILED/);
});

test('the end of a lock of the payment password is asked for until the server tells it', async ({ browser }) => {
  const who = await ownPayer('locked', 'Tess');
  await fundParty(who.username, 'USDP', '50.00');
  const { path } = await newOrder('USDP', '2.17');
  await sql(`update wallet_user set payment_password_locked_until = now() + interval '5 minutes' where user_id = $1`, [who.userId]);
  const page = await (await payer(browser, ENGLISH, who)).newPage();
  await page.clock.install();
  await page.goto(path);
  await expect(page.getByText(t('locked_title'))).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:/);
  const drawn = await page.getByRole('timer').innerText();
  await expect(page.getByRole('timer')).not.toHaveText(drawn);
  await sql(`update wallet_user set payment_password_locked_until = null where user_id = $1`, [who.userId]);
  const lost = await loseOne(page, checkoutView);
  await page.clock.fastForward(301_000);
  await expect.poll(lost).toBe(1);
  await page.clock.fastForward(10_000);
  await expect(page.getByText(t('locked_title'))).toHaveCount(0);
  forgetComplaints(/ERR_FAILED/);
});
