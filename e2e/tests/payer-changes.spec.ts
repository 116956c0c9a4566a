import { expect, type Page } from '@playwright/test';
import { outcomeText } from '@purser/contract/errors';
import { walletOverview } from '@purser/contract/features/wallet';
import { ending, enterPaymentPassword, opened, pay } from '../support/checkout.ts';
import { ALICE, BINH, DESKTOP, forgetComplaints, payer, payerLogIn, PHONE, test, visitor } from '../support/demo.ts';
import { sql } from '../support/database.ts';
import { fundParty } from '../support/fund.ts';
import { ownPayer } from '../support/own-payer.ts';
import { expectAlive } from '../support/settled.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';
import { VirtualAuthenticator } from '../support/virtual-authenticator.ts';

const t = ENGLISH.payer;

/** A browser that shows nothing never leaves a page, nor comes back to one. */
const comeBack = (page: Page) => page.evaluate(`dispatchEvent(new Event('focus'))`);

/** React has taken the page over: it leaves its mark on each element. */
const BY_REACT = `Object.keys(document.querySelector('main')).some((key) => key.startsWith('__react'))`;

for (const [how, javaScriptEnabled, viewport] of [
  ['with', true, DESKTOP],
  ['without', false, PHONE],
] as const) {
  test(`nobody pays from an account that the page does not name, ${how} JavaScript: another tab signed somebody else in`, async ({
    browser,
  }) => {
    const { path } = await newOrder('USDP', '3.10');
    const context = await payer(browser, ENGLISH, BINH, { viewport });
    const binh = await context.cookies();
    const page = await opened(await payer(browser, ENGLISH, ALICE, { javaScriptEnabled, viewport }), path);
    await expect(page.getByText(t('paying_as', { nick: 'Alice' }))).toBeVisible();
    await page.context().addCookies(binh);
    await pay(page, BINH.paymentPassword);
    await expect(page.getByRole('alert')).toHaveText(outcomeText('another_signed_in', 'en'));
    await expect(page.getByText(t('paying_as', { nick: 'Bình' }))).toBeVisible();
    await expect(page.getByLabel(t('payment_password'), { exact: true })).toHaveValue('');
    await pay(page, BINH.paymentPassword);
    await expect(ending(page, t('success_title'))).toBeVisible();
  });
}

test('nobody enables a market of an account that the page does not name', async ({ browser }) => {
  const [shown, other] = [await ownPayer('shown', 'Tess'), await ownPayer('other', 'Uma')];
  const ids = [shown.userId, other.userId];
  await sql(`update wallet_user set markets = '{}' where user_id = any ($1)`, [ids]);
  const cookies = await (await payer(browser, ENGLISH, other)).cookies();
  // Who has logged in on the page is not whom it was made for.
  const page = await opened(await visitor(browser, ENGLISH), `${(await newOrder('USDP', '3.80')).path}?step=login`);
  await payerLogIn(page, ENGLISH, shown);
  await expect(page.getByText(t('paying_as', { nick: 'Tess' }))).toBeVisible();
  await page.context().addCookies(cookies);
  await page.getByRole('button', { name: t('enable_market', { coin: 'USDP' }) }).click();
  await expect(page.getByRole('alert')).toHaveText(outcomeText('another_signed_in', 'en'));
  await expect(page.getByText(t('paying_as', { nick: 'Uma' }))).toBeVisible();
  expect(await sql(`select from wallet_user where user_id = any ($1) and markets <> '{}'`, [ids])).toHaveLength(0);
  await page.getByRole('button', { name: t('enable_market', { coin: 'USDP' }) }).click();
  await expect(page.getByText(t('market_title'))).toHaveCount(0);
});

test('nobody adds a passkey to an account, nor gives an order up, that the page does not name', async ({ browser }) => {
  const { path } = await newOrder('USDP', '3.30');
  const binh = await (await payer(browser, ENGLISH, BINH)).cookies();
  const context = await payer(browser, ENGLISH, ALICE);
  const [passkeys, order] = [await opened(context, '/wallet/passkeys'), await opened(context, `${path}?step=abandon`)];
  const authenticator = await VirtualAuthenticator.of(passkeys);
  await context.addCookies(binh);
  await passkeys.getByLabel(t('passkey_name')).fill('Pixel');
  await enterPaymentPassword(passkeys, BINH.paymentPassword);
  await passkeys.getByRole('button', { name: t('passkey_add') }).click();
  await expect(passkeys.getByRole('alert')).toContainText(outcomeText('another_signed_in', 'en'));
  expect(await authenticator.count()).toBe(0);
  await passkeys.getByRole('alert').getByRole('link').click();
  await expect(passkeys.getByText('Bình ·')).toBeVisible();

  const giveUp = order.getByRole('button', { name: t('abandon_confirm') });
  await giveUp.click();
  await expect(order.getByRole('alert')).toHaveText(outcomeText('another_signed_in', 'en'));
  await giveUp.click();
  await expect(ending(order, t('cancelled_by_payer_title'))).toBeVisible();
});

test('nothing of a payer who logs out in another tab stays on the payment page, which says that they are logged out', async ({
  browser,
}) => {
  const who = await ownPayer('left', 'Tess');
  const context = await payer(browser, ENGLISH, who);
  const page = await opened(context, (await newOrder('USDP', '3.40')).path);
  await expect(page.getByText(t('paying_as', { nick: 'Tess' }))).toBeVisible();
  await expectAlive(page);
  const other = await opened(context, '/wallet');
  await other.getByRole('button', { name: t('log_out') }).click();
  await expect(other.getByRole('heading', { name: t('login_title') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('log_in_and_pay') })).toBeVisible();
  await expect(page.getByText('Tess')).toHaveCount(0);
  await expect(page.getByText(t('wallet_balance'))).toHaveCount(0);
});

test('nothing of a payer who logs out in another tab, or whom another has followed, is on a page of the wallet that somebody comes back to', async ({
  browser,
}) => {
  const who = await ownPayer('gone', 'Tess');
  const binh = await (await payer(browser, ENGLISH, BINH)).cookies();
  const context = await payer(browser, ENGLISH, who);
  const [cards, wallet] = [await opened(context, '/wallet/bank-cards'), await opened(context, '/wallet')];
  for (const page of [cards, wallet]) await expectAlive(page);
  await expect(wallet.getByText('Tess ·')).toBeVisible();
  const asked = wallet.waitForResponse(`**${walletOverview.path}`);
  await comeBack(wallet);
  await asked;
  await expect(wallet.getByText('Tess ·')).toBeVisible();

  await cards.goto('/wallet');
  await cards.getByRole('button', { name: t('log_out') }).click();
  await expect(cards.getByRole('heading', { name: t('login_title') })).toBeVisible();
  await comeBack(wallet);
  await expect(wallet.getByRole('heading', { name: t('login_title') })).toBeVisible();
  await expect(wallet.getByText('Tess ·')).toHaveCount(0);
  forgetComplaints(/\b401\b/);

  await payerLogIn(wallet, ENGLISH, who);
  await expect(wallet.getByText('Tess ·')).toBeVisible();
  await expectAlive(wallet);
  await context.addCookies(binh);
  await comeBack(wallet);
  await expect(wallet.getByText('Bình ·')).toBeVisible();
  await expect(wallet.getByText('Tess ·')).toHaveCount(0);
});

test('a payment page sees what came in elsewhere once its payer comes back to it', async ({ browser }) => {
  const who = await ownPayer('poor', 'Tess');
  const page = await opened(await payer(browser, ENGLISH, who), (await newOrder('USDP', '3.70')).path);
  await expect(page.getByText(t('insufficient_title'))).toBeVisible();
  await expectAlive(page);
  await fundParty(who.username, 'USDP', '50.00');
  await comeBack(page);
  await pay(page, who.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
});

test('a passkey that was removed elsewhere is not offered any more', async ({ browser }) => {
  const who = await ownPayer('keyless', 'Tess');
  await fundParty(who.username, 'USDP', '50.00');
  const page = await opened(await payer(browser, ENGLISH, who), '/wallet/passkeys');
  await VirtualAuthenticator.of(page);
  await page.getByLabel(t('passkey_name')).fill('Pixel');
  await enterPaymentPassword(page, who.paymentPassword);
  await page.getByRole('button', { name: t('passkey_add') }).click();
  await expect(page.getByText(t('passkey_added'))).toBeVisible();
  await page.goto((await newOrder('USDP', '3.50')).path);
  const confirm = page.getByRole('button', { name: t('passkey_pay') });
  await expect(confirm).toBeVisible();
  await sql('delete from payer_passkey where user_id = $1', [who.userId]);
  await confirm.click();
  await expect(page.getByRole('alert')).toHaveText(outcomeText('passkey_refused', 'en'));
  await expect(confirm).toHaveCount(0);
  await pay(page, who.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
});

test('a device that has slept shows the time that is left, and not the one that was', async ({ browser }) => {
  const { path } = await newOrder('USDP', '3.60');
  for (const context of [await visitor(browser, ENGLISH), await payer(browser, ENGLISH, ALICE)]) {
    // News would bring the server's time anew, by which there is as much time left as before.
    await context.route(/\/checkout\/events/, (route) => route.abort());
    const page = await opened(context, path);
    const timer = page.getByRole('timer');
    const drawn = await timer.innerText();
    await expect(timer).not.toHaveText(drawn);
    await expect(timer).toHaveText(/^1[45]:/);
    // What a page measures time by stands still meanwhile; the device's clock does not.
    await page.evaluate('{ const now = Date.now; Date.now = () => now() + 600_000; }');
    await expect(timer).toHaveText(/^0[45]:/);
    // Neither does whoever touches the page afterwards, and brings React by it, gain time.
    await page.locator('main').dispatchEvent('pointerdown');
    await expect.poll(() => page.evaluate<boolean>(BY_REACT)).toBe(true);
    const taken = await timer.innerText();
    await expect(timer).not.toHaveText(taken);
    await expect(timer).toHaveText(/^0[45]:/);
    await page.close();
  }
  forgetComplaints(/ERR_FAILED .*checkout\/events/);
});

test('a payer who is suspended at the checkout is told so, and may only pay from another account', async ({ browser }) => {
  const who = await ownPayer('stopped', 'Tess');
  await fundParty(who.username, 'USDP', '50.00');
  const page = await opened(await payer(browser, ENGLISH, who, { viewport: PHONE }), (await newOrder('USDP', '3.20')).path);
  await expect(page.getByText(t('paying_as', { nick: 'Tess' }))).toBeVisible();
  await expectAlive(page);
  await sql(`update wallet_user set status = 'suspended' where user_id = $1`, [who.userId]);
  await pay(page, who.paymentPassword);
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payer_suspended', 'en'));
  await expect(page.getByLabel(t('payment_password'), { exact: true })).toHaveCount(0);
  await payerLogIn(page, ENGLISH, ALICE);
  await pay(page, ALICE.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
});
