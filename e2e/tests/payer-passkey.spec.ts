import { expect, type Page } from '@playwright/test';
import { checkoutPasskeyRequest } from '@purser/contract/features/wallet-passkey';
import { ending, enterPaymentPassword, merchantName, opened } from '../support/checkout.ts';
import { sql } from '../support/database.ts';
import { BINH, expectAccessible, payer, payerLogIn, PHONE, test, visitor } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { ownPayer } from '../support/own-payer.ts';
import { expectAlive, expectAwake } from '../support/settled.ts';
import { newOrder, shop } from '../support/shop.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';
import { VirtualAuthenticator } from '../support/virtual-authenticator.ts';

const t = VIETNAMESE.payer;

test('a payer adds a passkey with the payment password, pays and logs in by it, and removes it', async ({ browser }) => {
  // With a session of its own, which it ends.
  const page = await (await visitor(browser, VIETNAMESE, { viewport: PHONE })).newPage();
  const authenticator = await VirtualAuthenticator.of(page);
  await page.goto('/wallet');
  await payerLogIn(page, VIETNAMESE, BINH);
  await page.getByRole('link', { name: t('passkeys_title') }).click();
  const add = page.getByRole('button', { name: t('passkey_add') });
  await expect(add).toBeVisible();
  await expectAlive(page);
  await add.click();
  await expect(page.getByLabel(t('passkey_name'))).toHaveAccessibleDescription(new RegExp(t('passkey_name_required')));
  await page.getByLabel(t('passkey_name')).fill('<b>Pixel</b>');
  await enterPaymentPassword(page, '000000', VIETNAMESE);
  await add.click();
  await expect(page.getByLabel(t('payment_password'), { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(await authenticator.count()).toBe(0);
  await enterPaymentPassword(page, BINH.paymentPassword, VIETNAMESE);
  await authenticator.recognises(false);
  await add.click();
  await expect(page.getByText(t('passkey_not_used'))).toBeVisible();
  await authenticator.recognises(true);
  await add.click();
  await expect(page.getByText(t('passkey_added'))).toBeVisible();
  // A name is a name, whatever stands in it.
  await expect(page.getByRole('heading', { name: '<b>Pixel</b>' })).toBeVisible();
  expect(await authenticator.count()).toBe(1);
  await expectAlive(page);
  await expectAccessible(page);

  // A second one on the same device would do nothing that the first does not.
  await page.getByLabel(t('passkey_name')).fill('Pixel');
  await page.locator('form:has(input[name="name"]) input[name="payment_password"]').fill(BINH.paymentPassword);
  await add.click();
  await expect(page.getByText(t('passkey_is_there'))).toBeVisible();
  expect(await authenticator.count()).toBe(1);

  const order = await newOrder('VNDT', '20000.00');
  await page.goto(order.path);
  await expectAlive(page);
  const confirm = page.getByRole('button', { name: t('passkey_pay') });
  await authenticator.recognises(false);
  await confirm.click();
  await expect(page.getByText(t('passkey_not_used'))).toBeVisible();
  await expectAccessible(page);
  await authenticator.recognises(true);
  await confirm.click();
  await expect(ending(page, t('success_title'))).toBeVisible();
  await expect(page.getByText(t('success_text', merchantName))).toBeVisible();

  // A page on its way back to the shop is not to be led elsewhere.
  await page.goto('about:blank');
  await logInAnew(page);
  await expect(page.getByRole('heading', { level: 1, name: t('wallet_title') })).toBeVisible();

  await page.goto('/wallet/passkeys');
  await page.getByText(t('passkey_remove'), { exact: true }).click();
  const removing = page.locator('form[action="/wallet/passkeys/remove"]');
  await removing.getByLabel(t('payment_password'), { exact: true }).fill(BINH.paymentPassword);
  await removing.getByRole('button').click();
  await expect(page.getByText(t('passkey_removed'))).toBeVisible();
  await expect(page.getByText(t('passkeys_none'))).toBeVisible();
  await page.goto((await newOrder('VNDT', '20000.00')).path);
  await expect(page.getByLabel(t('payment_password'), { exact: true })).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await logInFails(page);
});

test('an order that the merchant closes while a passkey is asked for is closed on the page, also where none is given', async ({
  browser,
}) => {
  const { payer: w } = ENGLISH;
  const who = await ownPayer('slow', 'Tess');
  await fundParty(who.username, 'USDP', '50.00');
  const page = await opened(await payer(browser, ENGLISH, who), '/wallet/passkeys');
  const authenticator = await VirtualAuthenticator.of(page);
  await page.getByLabel(w('passkey_name')).fill('Pixel');
  await enterPaymentPassword(page, who.paymentPassword);
  await page.getByRole('button', { name: w('passkey_add') }).click();
  await expect(page.getByText(w('passkey_added'))).toBeVisible();

  // What the page hears of the order is kept where the test sees it.
  await page.addInitScript(`globalThis.EventSource = class extends EventSource {
    constructor(url) {
      super(url);
      this.addEventListener('order', ({ data }) => (globalThis.heard = JSON.parse(data).order_status));
    }
  }`);
  const order = await newOrder('USDP', '3.90');
  await page.goto(order.path);
  await expectAlive(page);
  await authenticator.recognises(false);
  const [begun, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**${checkoutPasskeyRequest.path}`, async (route) => {
    const response = await route.fetch();
    begun.resolve();
    await closed.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: w('passkey_pay') }).click();
  await begun.promise;
  await (await shop()).orders.close({ order_id: order.order_id });
  await expect.poll(() => page.evaluate('globalThis.heard')).toBe('cancelled');
  closed.resolve();
  await expect(ending(page, w('cancelled_by_merchant_title'))).toBeVisible();
});

/** Logs out, and presses to log in by a passkey. */
async function logInAnew(page: Page): Promise<void> {
  await page.goto('/wallet');
  await page.getByRole('button', { name: t('log_out') }).click();
  const byPasskey = page.getByRole('button', { name: t('passkey_login') });
  await expect(byPasskey).toBeVisible();
  await expectAwake(page);
  await byPasskey.click();
}

/** The authenticator still has the passkey; the wallet knows it no more. */
async function logInFails(page: Page): Promise<void> {
  await logInAnew(page);
  await expect(page.getByRole('alert')).toBeVisible();
}

test('without scripts a passkey is removed by a plain form, and the page says why none is added', async ({ browser }) => {
  const context = await payer(browser, ENGLISH, BINH, { javaScriptEnabled: false });
  const [{ user_id } = { user_id: 0 }] = await sql<{ user_id: number }>(`select user_id from wallet_user where nick = 'Bình'`);
  await sql(
    `insert into payer_passkey (user_id, passkey_id, credential_id, public_key, counter, name) values ($1, gen_random_uuid(), 'x', 'x', 0, 'Old phone')`,
    [user_id],
  );
  const page = await context.newPage();
  await page.goto('/wallet/passkeys');
  const why = page.locator('noscript p');
  await expect(why).toHaveText(ENGLISH.payer('passkey_no_script'));
  await expect(why).toBeVisible();
  await page.getByText(ENGLISH.payer('passkey_remove'), { exact: true }).click();
  await enterPaymentPassword(page, BINH.paymentPassword);
  await page.getByRole('button', { name: ENGLISH.payer('passkey_remove_named', { name: 'Old phone' }) }).click();
  await expect(page.getByText(ENGLISH.payer('passkey_removed'))).toBeVisible();

  const stranger = await (await visitor(browser, ENGLISH, { javaScriptEnabled: false })).newPage();
  await stranger.goto('/wallet');
  await expect(stranger.getByRole('button', { name: ENGLISH.payer('log_in'), exact: true })).toBeVisible();
  await expect(stranger.getByRole('button', { name: ENGLISH.payer('passkey_login') })).toHaveCount(0);
});
