import { PAGE_KEY_FIELD } from '@purser/contract/payer-page';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { makeMethod } from '../features/payment-method/testing/method.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestUser } from '../platform/testing/parties.ts';
import { PlainBrowser } from '../platform/testing/plain-browser.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

/** A payer's form that is sent twice, as by a double press where no script holds the button. */

let app: TestApp;
let user: TestUser;
let order: string;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [payerPagesOfSource] });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await makeUser(app);
  await fund(app, user.user_id, 'USDP', '1000.00');
  const { merchant_id } = await makeMerchant(app);
  order = `/pay/${(await makeOrder(app, merchant_id)).token}`;
});

async function opened(address: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, user.token);
  return browser.open(address);
}

/** The same page once more, as it is before anything on it was pressed. */
function copyOf({ html, address }: PlainBrowser, token = user.token): PlainBrowser {
  const copy = new PlainBrowser(app);
  copy.cookies.set(PAYER_COOKIE, token);
  return Object.assign(copy, { html, address });
}

const failures = async () =>
  (await app.sql<{ failed: number }>('select payment_password_failures as failed from wallet_user where user_id = $1', [user.user_id]))[0]
    ?.failed;

describe('a wrong payment password', () => {
  const WRONG = { payment_password: '111112' };

  it('uses one attempt, whether the second press comes while the first is answered or after, and both are told the same', async () => {
    const page = await opened(order);
    const presses = [page, copyOf(page), copyOf(page)];
    await Promise.all(presses.slice(0, 2).map((press) => press.send(`${order}/pay`, WRONG)));
    await presses[2]?.send(`${order}/pay`, WRONG);
    for (const { text } of presses) expect(text).toContain('4 attempts left');
    expect(await failures()).toBe(1);
  });

  it('uses one more from a page that was made anew, as another password, and where a page does not say which it is', async () => {
    const first = await opened(order);
    const other = copyOf(first);
    await first.send(`${order}/pay`, WRONG);
    await other.send(`${order}/pay`, { payment_password: '111113' });
    await first.send(`${order}/pay`, WRONG);
    await first.post(`${order}/pay`, WRONG);
    expect(await failures()).toBe(4);
  });

  it('is done for no other who is signed in', async () => {
    const page = await opened(order);
    const other = await makeUser(app);
    const copy = copyOf(page, other.token);
    await page.send(`${order}/pay`, WRONG);
    await copy.send(`${order}/pay`, WRONG);
    expect(copy.text).toContain('Another account has been signed in to in this browser meanwhile, so nothing was done.');
  });
});

it('what was taken back by the first press is told as taken back by the second', async () => {
  const payment_method_id = await makeMethod(app, user.user_id, { party: 'user', number: '4111111111111111' });
  const wish = new URLSearchParams({ payment_method_id, coin_name: 'USDP', amount: '200.00' }).toString();
  const page = await opened(`/wallet/bank-withdrawal?${wish}`);
  await page.send('/wallet/bank-withdrawal/confirm', { payment_password: user.payment_password });
  const again = copyOf(page);
  await page.send('/wallet/bank-withdrawal/cancel');
  await again.send('/wallet/bank-withdrawal/cancel');
  for (const { text } of [page, again]) expect(text).toContain('The withdrawal was cancelled.');
});

it('what failed is tried again', async () => {
  const page = await opened(order);
  const again = copyOf(page);
  const breaks = vi.spyOn(app.platform.db, 'scoped').mockRejectedValueOnce(new Error('connection lost'));
  await page.send(`${order}/pay`, { payment_password: user.payment_password });
  breaks.mockRestore();
  expect(page.status).toBe(500);
  await again.send(`${order}/pay`, { payment_password: user.payment_password });
  expect(again.text).toContain('Payment successful');
});

it('names its page in every form that a signed-in payer is shown', async () => {
  const { html } = await opened(order);
  expect(html).toMatch(new RegExp(`name="${PAGE_KEY_FIELD}" value="[0-9a-f-]{36}"`));
});
