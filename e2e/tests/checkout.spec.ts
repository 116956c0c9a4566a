import { setTimeout as sleep } from 'node:timers/promises';
import { outcomeText } from '@purser/contract/errors';
import { type Browser, expect, type Page } from '@playwright/test';
import { ending, enterPaymentPassword, line, merchantName, opened, pay } from '../support/checkout.ts';
import { sql } from '../support/database.ts';
import {
  ALICE,
  baseUrl,
  BINH,
  CHEN,
  expectNoSidewaysScroll,
  forgetComplaints,
  MERCHANT,
  payer,
  payerLogIn,
  PHONE,
  test,
  visitor,
} from '../support/demo.ts';
import { modulesOfPath, modulesOfPng, readQr } from '../support/qr.ts';
import { expectAlive, expectAwake, stopTime } from '../support/settled.ts';
import { newOrder, shop } from '../support/shop.ts';
import { LANGUAGE_NAMES } from '@purser/contract/language';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = ENGLISH.payer;

test('after the first step a phone keeps two lines of the order, and the rest unfolds; a desktop keeps all of it', async ({ browser }) => {
  const order = await newOrder('USDP', '2.40');
  const phone = await opened(await visitor(browser, ENGLISH, { viewport: PHONE }), `${order.path}?step=login`);
  const description = (page: Page) => page.getByText('Three maps and a compass', { exact: true });
  await expect(description(phone)).toBeHidden();
  await expect(phone.getByRole('timer')).toHaveCount(1);
  await phone.getByText(t('order_details')).click();
  await expect(description(phone)).toBeVisible();
  const desktop = await opened(await visitor(browser, ENGLISH), `${order.path}?step=login`);
  await expect(description(desktop)).toBeVisible();
  await expect(desktop.getByText(t('order_details'))).toBeHidden();
});

test('on a narrow phone nothing is wider than the screen, every target is one for a finger, and no field makes it zoom', async ({
  browser,
}) => {
  const [order, other] = [await newOrder('VNDT', '123456789.00'), await newOrder('CNYT', '60.00')];
  const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const;
  const look = async (page: Page) => {
    await expectNoSidewaysScroll(page);
    const small = await page.evaluate<string[]>(`[...document.querySelectorAll('a, button, summary, select, input:not([type="hidden"])')]
      .filter((one) => one.checkVisibility() && !one.matches('[href="#content"]'))
      .filter((one) => {
        const spread = getComputedStyle(one, '::after').inset === '0px' ? one.closest('li') : null;
        const { width, height } = (spread ?? one.closest('label') ?? one).getBoundingClientRect();
        const typed = one.matches('select, input:not([type="range"], [type="checkbox"])');
        return width < 44 || height < 44 || (typed && parseFloat(getComputedStyle(one).fontSize) < 16);
      })
      .map((one) => one.outerHTML.slice(0, 120))`);
    expect(small, page.url()).toEqual([]);
  };
  const stranger = await (await visitor(browser, ENGLISH, narrow)).newPage();
  for (const path of [order.path, `${order.path}?step=login`, `${order.path}?via=qr`, '/wallet?kind=phone', '/pay/unknown']) {
    await stranger.goto(path);
    await look(stranger);
  }
  forgetComplaints(/404 .*\/pay\/unknown/);
  const page = await (await payer(browser, ENGLISH, ALICE, narrow)).newPage();
  for (const path of [other.path, `${other.path}?step=abandon`, '/wallet', '/wallet/payment-password']) {
    await page.goto(path);
    await look(page);
  }
});

test('a refused login is told at its field, in sight with the keyboard open', async ({ browser }) => {
  const order = await newOrder('USDP', '2.60');
  const context = await visitor(browser, ENGLISH, { viewport: { width: PHONE.width, height: 430 }, hasTouch: true, isMobile: true });
  const page = await opened(context, `${order.path}?step=login`);
  await expectAwake(page);
  await payerLogIn(page, ENGLISH, { ...BINH, password: 'Wrong-demo-1' });
  const password = page.getByLabel(t('password'), { exact: true });
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(outcomeText('wrong_credentials', 'en'));
  await expect(password).toHaveAccessibleDescription(outcomeText('wrong_credentials', 'en'));
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  for (const one of [password, alert]) await expect(one).toBeInViewport({ ratio: 1 });
  await payerLogIn(page, ENGLISH, BINH);
  await expect(page.getByText(t('paying_as', { nick: 'Bình' }))).toBeVisible();
});

test('without a network the page says so, until it is back', async ({ browser }) => {
  const order = await newOrder('USDP', '1.40');
  const context = await payer(browser, ENGLISH, ALICE);
  const page = await opened(context, order.path);
  await expectAlive(page);
  await context.setOffline(true);
  await pay(page, ALICE.paymentPassword);
  const lost = page.getByText(t('connection_lost'));
  await expect(lost).toBeVisible();
  await context.setOffline(false);
  await expect(lost).toBeHidden();
  forgetComplaints(/ERR_INTERNET_DISCONNECTED/);
  await pay(page, ALICE.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
});

test('two payers at one order: one pays, the other is told and keeps the money', async ({ browser }) => {
  const order = await newOrder('USDP', '4.20');
  const pages = [
    await opened(await payer(browser, ENGLISH, ALICE), order.path),
    await opened(await payer(browser, ENGLISH, BINH), order.path),
  ] as const;
  await enterPaymentPassword(pages[0], ALICE.paymentPassword);
  await enterPaymentPassword(pages[1], BINH.paymentPassword);
  // By the keyboard: the button may be gone from the second page when the first has paid.
  await Promise.all(pages.map(async (page) => page.keyboard.press('Enter')));
  const outcomes = await Promise.all(
    pages.map(async (page) => {
      await expect(page.getByRole('heading', { name: new RegExp(`^(${t('success_title')}|${t('paid_title')})$`) })).toBeVisible();
      return (await ending(page, t('success_title')).isVisible()) ? 'paid' : 'told';
    }),
  );
  expect(outcomes.toSorted()).toEqual(['paid', 'told']);
  await expect(pages[outcomes.indexOf('told')]?.getByText(t('paid_text')) as ReturnType<Page['getByText']>).toBeVisible();
  const postings = await sql(`select from ledger.posting where serial_number = $1`, [order.serial_number]);
  expect(postings).toHaveLength(1);
});

test('a wrong payment password is told with the attempts that are left', async ({ browser }) => {
  const order = await newOrder('USDP', '1.10');
  const page = await opened(await payer(browser, ENGLISH, ALICE), order.path);
  const password = page.getByLabel(t('payment_password'), { exact: true });
  await expectAlive(page);
  await pay(page, '12');
  await expect(password).toHaveAccessibleDescription(new RegExp(t('payment_password_required')));
  await pay(page, '999999');
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payment_password_wrong', 'en', { left: 4 }));
  await pay(page, '888888');
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payment_password_wrong', 'en', { left: 3 }));
  await expect(password).toHaveValue('');
  await pay(page, ALICE.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
});

test('on a phone with the keyboard open, code, error and button are in sight; locked, the page names the way out', async ({ browser }) => {
  const order = await newOrder('USDP', '1.20');
  const context = await visitor(browser, ENGLISH, { viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await opened(context, `${order.path}?step=login`);
  await expectAwake(page);
  await payerLogIn(page, ENGLISH, BINH);
  const password = page.getByLabel(t('payment_password'), { exact: true });
  await expect(password).toBeFocused();
  // What a keyboard leaves of the screen.
  await page.setViewportSize({ width: PHONE.width, height: 430 });
  const button = page.getByRole('button', { name: t('pay_amount', { amount: '1.20 USDP' }) });
  for (const control of [password, button]) await expect(control).toBeInViewport({ ratio: 1 });
  // As pasted from a note, with a space in it.
  await page.evaluate(`{
    const input = document.querySelector('[name="payment_password"]');
    input.focus();
    document.execCommand('insertText', false, '99 99 99');
  }`);
  await expect(password).toHaveValue('999999');
  const alert = page.getByRole('alert');
  for (const left of [4, 3, 2, 1]) {
    await pay(page, '999999');
    await expect(alert).toHaveText(outcomeText('payment_password_wrong', 'en', { left }));
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    for (const control of [password, alert, button]) await expect(control).toBeInViewport({ ratio: 1 });
  }
  await pay(page, '999999');
  const expectLocked = async () => {
    await expect(ending(page, t('locked_title'))).toBeVisible();
    await expect(page.getByRole('link', { name: t('set_new_payment_password') })).toBeInViewport();
    await expect(button).toHaveCount(0);
  };
  await expectLocked();
  await page.reload();
  await expectLocked();
  await sql(
    `update wallet_user set payment_password_failures = 0, payment_password_lockouts = 0, payment_password_locked_until = null
     where nick = 'Bình'`,
  );
  await page
    .getByRole('button', { name: t('not_you') })
    .last()
    .click();
  await expect(ending(page, t('login_title'))).toBeVisible();
});

test('reward funds pay first when the payer wishes so, in numbers before and after', async ({ browser }) => {
  const order = await newOrder('CNYT', '60.00');
  const page = await opened(await payer(browser, ENGLISH, ALICE), order.path);
  const before = Number((await line(page, t('wallet_balance')).innerText()).replace(/[^\d.]/g, ''));
  await expect(line(page, t('from_reward'))).toHaveCount(0);
  await expectAlive(page);
  await page.getByRole('checkbox', { name: new RegExp(t('use_reward')) }).check();
  await expect(line(page, t('from_reward'))).toHaveText(/[-−]50\.00\sCNYT/);
  await expect(line(page, t('from_balance'))).toHaveText(/[-−]10\.00\sCNYT/);
  // The choice outlives a change of language.
  for (const { language, payer: words } of [VIETNAMESE, ENGLISH]) {
    await page.locator('header summary').click();
    await page.getByRole('button', { name: LANGUAGE_NAMES[language] }).click();
    await expect(page.getByRole('checkbox', { name: new RegExp(words('use_reward')) })).toBeChecked();
  }
  await expectAlive(page);
  // The way back to the shop begins by itself.
  await stopTime(page);
  await pay(page, ALICE.paymentPassword);
  await expect(ending(page, t('success_title'))).toBeVisible();
  for (const [name, value] of [
    [t('paid_to'), MERCHANT.name],
    [t('description'), 'Three maps and a compass'],
    [t('from_reward'), '50.00 CNYT'],
    [t('from_balance'), '10.00 CNYT'],
    [t('serial_number'), order.serial_number],
  ] as const)
    await expect(line(page, name)).toHaveText(value);
  await expect(line(page, t('paid_at'))).toHaveText(/20\d\d/);
  // Whoever prints the receipt is not sent away from it.
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  await expect(page.getByRole('link', { name: t('return_to', merchantName) })).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('link', { name: t('return_to', merchantName) })).toBeVisible();

  await page.goto('/wallet?coin=CNYT');
  const balance = page
    .getByRole('region', { name: t('balances') })
    .locator('article')
    .filter({ hasText: 'CNYT' });
  await expect(balance.locator('dd').first()).toHaveText('0.00 CNYT');
  const after = Number((await balance.locator('p').innerText()).replace(/[^\d.]/g, ''));
  expect(Math.round((before - after) * 100)).toBe(1_000);
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: t('reward_badge') })
      .first(),
  ).toContainText(/[-−]50\.00\sCNYT/);
});

test('what keeps a payer from paying: another market, too little money, no payment password, which is set on the way', async ({
  browser,
}) => {
  const context = await payer(browser, ENGLISH, CHEN);
  const [dollars, much, little] = [await newOrder('USDP', '5.00'), await newOrder('CNYT', '88.00'), await newOrder('CNYT', '2.00')];
  const page = await opened(context, dollars.path);
  await expect(ending(page, t('market_title'))).toBeVisible();
  await expect(page.getByText(t('market_text', { coin: 'USDP' }))).toBeVisible();
  await page.goto(much.path);
  await expect(ending(page, t('insufficient_title'))).toBeVisible();
  await expect(page.getByText(t('insufficient_text', { missing: '85.00 CNYT' }))).toBeVisible();
  await expect(page.getByRole('button', { name: t('not_you') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('open_wallet') })).toHaveAttribute('href', '/wallet');
  // A coin whose rate is fixed: no USDT is deposited for the order, but the wallet takes it, and leads back.
  await expect(page.getByRole('link', { name: t('usdt_in_title') })).toHaveCount(0);
  await page.goto(`/wallet/usdt-recharge?coin=CNYT&next=${encodeURIComponent(much.path)}`);
  await page.getByRole('link', { name: t('auth_back_to_order') }).click();

  await page.goto(little.path);
  await expect(ending(page, t('no_password_title'))).toBeVisible();
  await page.getByRole('link', { name: t('set_payment_password') }).click();
  await page.getByLabel(t('login_password'), { exact: true }).fill(CHEN.password);
  await page.getByLabel(t('new_payment_password'), { exact: true }).fill('161803');
  await page.getByLabel(t('new_payment_password_again'), { exact: true }).fill('161803');
  await page.getByRole('button', { name: t('save') }).click();
  await expect(page).toHaveURL(new RegExp(little.path));
  await pay(page, '161803');
  await expect(ending(page, t('success_title'))).toBeVisible();
});

test('giving an order up is asked once more, and staying is the easy answer', async ({ browser }) => {
  const order = await newOrder('USDP', '7.00');
  const passer = await opened(await visitor(browser, ENGLISH), order.path);
  await expect(passer.getByText(t('leave_freely'))).toBeVisible();
  await expect(passer.getByRole('link', { name: t('abandon') })).toHaveCount(0);
  const page = await opened(await payer(browser, ENGLISH, ALICE), order.path);
  await page.getByRole('link', { name: t('abandon') }).click();
  await expect(page.getByText(t('abandon_text', { amount: '7.00 USDP', ...merchantName }))).toBeVisible();
  await page.getByRole('link', { name: t('abandon_keep') }).click();
  await expect(page.getByRole('button', { name: t('pay_amount', { amount: '7.00 USDP' }) })).toBeVisible();
  await page.getByRole('link', { name: t('abandon') }).click();
  await page.getByRole('button', { name: t('abandon_confirm') }).click();
  await expect(ending(page, t('cancelled_by_payer_title'))).toBeVisible();
  expect(await (await shop()).orders.query({ order_id: order.order_id })).toMatchObject({
    order_status: 'cancelled',
    cancelled_by: 'payer',
  });
});

test('an order that the merchant closes is closed on the open page at once', async ({ browser }) => {
  const order = await newOrder('USDP', '8.00');
  const page = await opened(await payer(browser, ENGLISH, ALICE), order.path);
  await expect(page.getByLabel(t('payment_password'), { exact: true })).toBeVisible();
  await (await shop()).orders.close({ order_id: order.order_id });
  await expect(ending(page, t('cancelled_by_merchant_title'))).toBeVisible();
  await expect(page.getByText(t('cancelled_by_merchant_text', merchantName))).toBeVisible();
});

test('when the time is up the page says so, with the latest payment time', async ({ browser }) => {
  const order = await newOrder('USDP', '9.00');
  const [row] = await sql<{ expire_time: Date }>(
    `update payment_order set expire_time = now() + interval '25 seconds' where serial_number = $1 returning expire_time`,
    [order.serial_number],
  );
  const zone = 'Asia/Ho_Chi_Minh';
  const page = await opened(await visitor(browser, ENGLISH, { timezoneId: zone }), order.path);
  await expect(page.getByRole('timer')).toHaveText(/^00:[0-2]\d$/);
  await expect(ending(page, 'Sorry, your transaction has failed due to timeout')).toBeVisible({ timeout: 45_000 });
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(row?.expire_time);
  await expect(
    page.getByText(`The latest payment time for your order was ${time}. It has now expired, and the transaction is closed.`),
  ).toBeVisible();
});

test('after the payment one may stay', async ({ browser }) => {
  const order = await newOrder('USDP', '1.30');
  const page = await opened(await payer(browser, ENGLISH, ALICE), order.path);
  await expectAlive(page);
  await stopTime(page);
  await pay(page, ALICE.paymentPassword);
  await expect(page.getByText(/^Returning to Harbour Books in \d seconds?$/)).toBeVisible();
  await page.getByRole('link', { name: t('stay_here') }).click();
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('link', { name: t('return_to', merchantName) })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(order.path);
});

/** A payment just made, on its way back to the shop. */
async function justPaid(browser: Browser, amount: string, { standsStill }: { readonly standsStill: boolean }): Promise<Page> {
  const order = await newOrder('USDP', amount);
  const page = await opened(await payer(browser, ENGLISH, ALICE, { serviceWorkers: 'block' }), order.path);
  await expectAlive(page);
  if (standsStill) await stopTime(page);
  await pay(page, ALICE.paymentPassword);
  await expect(page.getByText(/^Returning to Harbour Books in \d seconds?$/)).toBeVisible();
  return page;
}

test('whoever has the receipt mailed is not sent away meanwhile, however long the answer takes', async ({ browser }) => {
  const page = await justPaid(browser, '1.40', { standsStill: false });
  await page.route('**/wallet/receipt/*/mail', async (route) => {
    // For longer than is counted.
    await sleep(7_000);
    await route.continue();
  });
  await page.getByRole('button', { name: t('receipt_mail'), exact: true }).click({ noWaitAfter: true });
  await expect(page.getByText(/on its way to/)).toBeVisible();
});

test('whoever saves the receipt is not sent away from it', async ({ browser }) => {
  const page = await justPaid(browser, '1.60', { standsStill: true });
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: t('receipt_pdf') }).click();
  expect((await saving).suggestedFilename()).toMatch(/^receipt_PO\w+\.pdf$/);
  await expect(page.getByRole('link', { name: t('return_to', merchantName) })).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(page.getByRole('link', { name: t('return_to', merchantName) })).toBeVisible();
});

test('the code leads to this very payment, and scanning it is seen on the big screen', async ({ browser }) => {
  const order = await newOrder('USDP', '3.70');
  const page = await opened(await visitor(browser, ENGLISH), order.path);
  const saved = modulesOfPng(await (await page.request.get(`${order.path}/qr.png`)).body());
  const address = readQr(saved);
  expect(address).toBe(`${baseUrl()}${order.path}?via=qr`);
  // The code on show is the same, except where the mark covers its middle.
  const shown = modulesOfPath(
    (await page
      .getByRole('img', { name: t('scan_alt') })
      .first()
      .locator('path')
      .first()
      .getAttribute('d')) ?? '',
  );
  expect(shown).toHaveLength(saved.length);
  const isMiddle = (index: number) => Math.abs(index + 0.5 - saved.length / 2) < saved.length * 0.15;
  const around = (modules: typeof saved) => modules.map((row, y) => row.map((dark, x) => dark && !(isMiddle(x) && isMiddle(y))));
  expect(around(shown)).toEqual(around(saved));

  const phone = await opened(await visitor(browser, ENGLISH, { viewport: PHONE, hasTouch: true, isMobile: true }), address);
  await expect(phone.getByRole('link', { name: t('log_in_to_pay') })).toBeVisible();
  await expect(ending(page, t('scanned'))).toBeVisible();
  await expect(page.getByText(t('scan_hint'))).toBeHidden();
  await expect(page.getByRole('img', { name: t('scan_alt') })).toBeHidden();
  expect((await (await shop()).orders.query({ order_id: order.order_id })).order_status).toBe('scanned');
});
