import { walletPasskeyRequest } from '@purser/contract/features/wallet-passkey';
import { LANGUAGE_NAMES } from '@purser/contract/language';
import { expect, type Page } from '@playwright/test';
import { ending, line, merchantName, pay } from '../support/checkout.ts';
import { ALICE, BINH, forgetComplaints, MERCHANT, payer, payerLogIn, test, visitor } from '../support/demo.ts';
import { openRecharges } from '../support/recharge-screens.ts';
import { stopTime } from '../support/settled.ts';
import { newOrder, shop } from '../support/shop.ts';
import { slide } from '../support/slider.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';
import { idle, weighed } from '../support/weight.ts';

const t = ENGLISH.payer;
const MOST_KB = 30;
const REACT = /\/payer\/assets\/entry-client.*\.js$/;

/** Whether it is still the same document: a page that is made anew has forgotten the mark. */
const mark = async (page: Page): Promise<void> => void (await page.evaluate(`window.marked = true`));
const isSame = (page: Page): Promise<boolean> => page.evaluate<boolean>(`window.marked === true`);

/** Resolves when React has taken the page over. */
const reactThere = (page: Page) =>
  page.evaluate(`new Promise((resolve) => addEventListener('purser:react', resolve, { once: true })).then(() => true)`);

/** Holds React back until it is let go. */
async function reactHeld(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(REACT, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('before the payer begins a page lives by a small script: the time passes, and news are heard', async ({ browser }) => {
  const order = await newOrder('USDP', '1.60');
  const closed = await newOrder('USDP', '1.61');
  await (await shop()).orders.close({ order_id: closed.order_id });
  const page = await (await visitor(browser, ENGLISH, { timezoneId: 'Asia/Ho_Chi_Minh' })).newPage();
  const scriptsKb = weighed(page);
  for (const path of [closed.path, '/wallet', `${order.path}?step=login`, order.path]) {
    await page.goto(path, { waitUntil: 'load' });
    await expect(page.getByRole('heading').first()).toBeVisible();
    await idle(page);
    expect(await scriptsKb(), path).toBeLessThanOrEqual(MOST_KB);
    expect(await scriptsKb(), path).toBeGreaterThan(0.5);
  }
  await expect(page.getByText(/UTC/)).toHaveCount(0);
  const time = await page.getByRole('timer').innerText();
  await expect(page.getByRole('timer')).not.toHaveText(time);
  const night = page.getByRole('button', { name: t('to_night') });
  await night.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  expect(await scriptsKb()).toBeLessThanOrEqual(MOST_KB);
  // The first touch brings React, and nothing is written anew by it: a difference would be told as an error.
  await mark(page);
  const there = reactThere(page);
  await page.locator('main').dispatchEvent('pointerdown');
  await there;
  await page.getByRole('link', { name: t('log_in_and_pay') }).click();
  await expect(page.getByLabel(t('username'), { exact: true })).toBeVisible();
  expect(await isSame(page)).toBe(true);
  expect(await scriptsKb()).toBeGreaterThan(MOST_KB);
});

test('a page that rests is told of a lost connection and of the order being closed', async ({ browser }) => {
  const order = await newOrder('USDP', '1.70');
  const page = await (await visitor(browser, ENGLISH)).newPage();
  const events = /\/checkout\/events/;
  await page.route(events, (route) => route.abort());
  await page.goto(order.path);
  const reconnecting = page.getByText(t('reconnecting'));
  await expect(reconnecting).toBeVisible();
  forgetComplaints(/ERR_FAILED/);
  await page.unroute(events);
  await expect(reconnecting).toBeHidden();
  forgetComplaints(/ERR_FAILED/);
  await mark(page);
  await (await shop()).orders.close({ order_id: order.order_id });
  await expect(ending(page, t('cancelled_by_merchant_title'))).toBeVisible();
  expect(await isSame(page)).toBe(true);
});

test('what is pressed before React is there is pressed again, and done by the browser where it does not come', async ({ browser }) => {
  const order = await newOrder('USDP', '1.80');
  const page = await (await visitor(browser, ENGLISH)).newPage();
  const release = await reactHeld(page);
  await page.clock.install();
  await page.goto(order.path);
  await mark(page);
  // A press waits a second for React, by the page's own time.
  await stopTime(page);
  await page.getByRole('link', { name: t('log_in_and_pay') }).click();
  release();
  await expect(page.getByLabel(t('username'), { exact: true })).toBeVisible();
  expect(await isSame(page)).toBe(true);

  const plain = await (await visitor(browser, ENGLISH)).newPage();
  await plain.route(REACT, () => {});
  await plain.goto(order.path);
  await mark(plain);
  await plain.getByRole('link', { name: t('log_in_and_pay') }).click();
  await expect(plain.getByLabel(t('username'), { exact: true })).toBeVisible();
  expect(await isSame(plain)).toBe(false);
  // The form, too.
  await payerLogIn(plain, ENGLISH, BINH);
  await expect(plain.getByText(t('paying_as', { nick: 'Bình' }))).toBeVisible();
});

test('a button that does nothing without React waits for it as long as it takes, and another press is not kept back by it', async ({
  browser,
}) => {
  const order = await newOrder('USDP', '1.85');
  const page = await (await visitor(browser, ENGLISH)).newPage();
  await page.clock.install();
  const release = await reactHeld(page);
  await page.goto(`${order.path}?step=login`);
  await mark(page);
  const asked = page.waitForRequest(`**${walletPasskeyRequest.path}`);
  await page.getByRole('button', { name: t('passkey_login') }).click();
  await page.clock.fastForward(5_000);
  release();
  await asked;
  expect(await isSame(page)).toBe(true);

  const plain = await (await visitor(browser, ENGLISH)).newPage();
  await plain.route(REACT, () => {});
  await plain.goto(`${order.path}?step=login`);
  await plain.getByRole('button', { name: t('passkey_login') }).click();
  await payerLogIn(plain, ENGLISH, BINH);
  await expect(plain.getByText(t('paying_as', { nick: 'Bình' }))).toBeVisible();
});

test('what is typed and moved before React is there stays, and what follows needs no new page', async ({ browser }) => {
  const order = await newOrder('USDP', '1.90');
  const page = await (await visitor(browser, ENGLISH)).newPage();
  const release = await reactHeld(page);
  await page.goto(`${order.path}?step=login`);
  await mark(page);
  await page.getByLabel(t('username'), { exact: true }).fill(BINH.username);
  await page.getByLabel(t('password'), { exact: true }).fill(BINH.password);
  await slide(page);
  const there = reactThere(page);
  release();
  await there;
  await expect(page.getByLabel(t('username'), { exact: true })).toHaveValue(BINH.username);
  await expect(page.getByLabel(t('password'), { exact: true })).toHaveValue(BINH.password);
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();
  await expect(page.getByText(t('paying_as', { nick: 'Bình' }))).toBeVisible();
  expect(await isSame(page)).toBe(true);
  // The way back to the shop begins by itself.
  await stopTime(page);
  await pay(page, BINH.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
  await page.getByRole('link', { name: t('stay_here') }).click();
  await expect(page.getByRole('link', { name: t('return_to', merchantName) })).toBeVisible();
});

test('reward funds that are chosen before React is there stay chosen, and are reckoned with', async ({ browser }) => {
  const order = await newOrder('CNYT', '2.10');
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  const release = await reactHeld(page);
  // Who is logged in has begun: React is asked for at once.
  await page.goto(order.path, { waitUntil: 'commit' });
  const rewards = page.getByRole('checkbox', { name: new RegExp(t('use_reward')) });
  await rewards.check();
  const there = reactThere(page);
  release();
  await there;
  await page.getByLabel(t('payment_password')).fill('12');
  await expect(rewards).toBeChecked();
  // The way to confirm by face, a change of language and the payment go by what the page knows, not by what it shows.
  await page.locator('header summary').click();
  await page.getByRole('button', { name: LANGUAGE_NAMES[VIETNAMESE.language] }).click();
  await expect(page.getByRole('checkbox', { name: new RegExp(VIETNAMESE.payer('use_reward')) })).toBeChecked();
  await expect(line(page, VIETNAMESE.payer('from_reward'))).toHaveText(/2,10\sCNYT|2\.10\sCNYT/);
});

test('an amount that is typed before React is there is reckoned with', async ({ browser }) => {
  await openRecharges(MERCHANT.username);
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  const release = await reactHeld(page);
  await page.goto('/wallet/usdt-recharge?coin=CNYT&network=TRC20', { waitUntil: 'commit' });
  await page.getByLabel(t('usdt_in_amount')).fill('1000');
  await expect(page.getByText(t('usdt_in_receive'))).toHaveCount(0);
  release();
  await expect(page.getByText(t('usdt_in_receive'))).toBeVisible();
});
