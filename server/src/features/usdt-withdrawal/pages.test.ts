import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { buckets, NETWORK, openNetworks, walletWithdrawer } from './testing/world.ts';

/** Withdrawing USDT from the wallet, by plain forms. */

const HERE = '/wallet/usdt-withdrawal';
const CONFIRM = `action="${HERE}" method="post"`;

let app: TestApp;
let user: Awaited<ReturnType<typeof walletWithdrawer>>;
let browser: PlainBrowser;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [], pages: [payerPagesOfSource] });
  await openNetworks(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await walletWithdrawer(app, '1000.00');
  browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, user.token);
});

const ask = (withdrawal_count: string, network = NETWORK) =>
  browser.open(`${HERE}?${new URLSearchParams({ coin_id: 'USDP', network, withdrawal_count }).toString()}`);

/** Sends the form that confirms, as the page that is open has it. */
async function confirm(change: Record<string, string> = {}): Promise<void> {
  const [, form = ''] = browser.html.split(CONFIRM);
  const hidden = [...(form.split('</form>')[0] ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const shown = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  await browser.post(HERE, { ...shown, payment_password: user.payment_password, ...change });
}

describe('what a withdrawal comes to', () => {
  it('is told before the payment password is asked for', async () => {
    await ask('1000.00');
    expect(browser.html).toContain(CONFIRM);
    await confirm();
    expect(browser.text).toContain('Your withdrawal is submitted');
  });

  it.each([
    ['more than there is', '1000.01', 'Your balance is not enough'],
    ['no amount', 'much', 'Enter the amount in figures only, such as 100.00'],
    ['an amount of too many places', '1200.001', 'At most 2 decimal places'],
    ['what may be thousands', '200.000', '200.000 may be read in two ways. Type 200000 or 200.'],
    ['what may be thousands behind a comma', '200,000', '200,000 may be read in two ways. Type 200000 or 200.'],
    ['more digits than there are', '9'.repeat(20), 'This amount is too large'],
    ['less than the minimum', '1', '100 to 100,000 USDT at a time'],
  ])('is not worked out of %s, and the page says why', async (_, amount, told) => {
    await ask(amount);
    expect(browser.text).toContain(told);
    expect(browser.html).toContain('aria-invalid="true"');
    expect(browser.text.split(told)).toHaveLength(2);
    expect(browser.html).not.toContain(CONFIRM);
  });

  it('takes zeros behind the places of the coin for nothing', async () => {
    await ask('1000.000');
    expect(browser.html).toContain(CONFIRM);
  });

  it('of a network that is none is refused in words', async () => {
    await ask('200.00', 'NONE');
    expect(browser.text).toContain('Unknown network');
    expect(browser.html).not.toContain(CONFIRM);
  });

  it('leads to the authentication centre first where an approved identity is asked for', async () => {
    await app.sql('update sign_in_policy set withdrawal_needs_identity = true');
    await ask('200.00');
    await app.sql('update sign_in_policy set withdrawal_needs_identity = false');
    expect(browser.text).toContain('A withdrawal needs an approved identity.');
    expect(browser.html).toContain('href="/wallet/authentication?next=/wallet/usdt-withdrawal"');
    expect(browser.html).not.toContain(CONFIRM);
  });
});

it.each([
  ['coin', 'update coin set is_on = {} where code = $1', 'USDP', 'The coin USDP is switched off'],
  ['network', 'update network set is_on = {} where network = $1', NETWORK, 'Withdrawals over BEP20 are switched off at present.'],
])('that its %s is switched off is told once, before the payment password is asked for', async (_, change, what, told) => {
  await ask('200.00');
  await app.sql(change.replace('{}', 'false'), [what]);
  try {
    await confirm();
    expect(browser.text.split(told)).toHaveLength(2);
    expect(browser.html).not.toContain(CONFIRM);
    expect(browser.text).not.toContain('Arrives');
  } finally {
    await app.sql(change.replace('{}', 'true'), [what]);
  }
});

it('one that is the same as one that waits is said to be so before it is confirmed', async () => {
  const told = /The same, \w+, is already waiting for review\./;
  await ask('200.00');
  expect(browser.text).not.toMatch(told);
  await confirm();
  await ask('200');
  expect(browser.text).toMatch(told);
  await ask('201.00');
  expect(browser.text).not.toMatch(told);
});

it('one that waits behind twenty newer ones is on the next page, and taken back there', async () => {
  await ask('200.00');
  await confirm();
  const [waiting] = await app.sql<{ serial_number: string }>('select serial_number from review_order where owner_id = $1', [user.user_id]);
  await app.sql(
    `insert into review_order
     select (jsonb_populate_record(o, jsonb_build_object('serial_number', 'WCNEWER' || lpad(n::text, 2, '0'), 'order_id', '', 'status', 'cancelled',
       'create_time', o.create_time + n * interval '1 millisecond'))).*
     from review_order o, generate_series(1, 20) as n where o.owner_id = $1`,
    [user.user_id],
  );
  await browser.open(HERE);
  expect(browser.text).toContain('WCNEWER01');
  expect(browser.text).not.toContain(waiting?.serial_number);
  expect(browser.html).toContain(`href="${HERE}?page=2#records"`);
  await browser.open(`${HERE}?page=2`);
  expect(browser.text).toContain(waiting?.serial_number);
  expect(browser.text).not.toContain('WCNEWER');
  expect(browser.text).toContain('Page 2 of 2');
  await browser.send(`${HERE}/cancel`);
  expect(browser.text).toContain('The withdrawal is cancelled.');
  expect(await buckets(app, user.user_id)).toBe('1000.00 / 0.00');
});

it('fees that changed since they were shown are told, shown anew, and taken only once they are confirmed', async () => {
  await ask('200.00');
  await app.sql('update coin_network set network_fee = 20000000');
  try {
    await confirm();
    expect(browser.text).toContain('The fees have changed since they were shown. Please look at the amounts again.');
    expect(browser.text).toContain('25.00 USDP');
    expect(await buckets(app, user.user_id)).toBe('1000.00 / 0.00');
    await confirm();
    expect(await buckets(app, user.user_id)).toBe('800.00 / 200.00');
  } finally {
    await app.sql('update coin_network set network_fee = 1000000');
  }
});

it('a form of one payer is not taken for another who has signed in meanwhile, and the page says so', async () => {
  await ask('200.00');
  const other = await walletWithdrawer(app, '1000.00');
  browser.cookies.set(PAYER_COOKIE, other.token);
  await confirm({ payment_password: other.payment_password });
  expect(browser.text).toContain('Another account has been signed in to in this browser meanwhile, so nothing was done.');
  expect(await buckets(app, other.user_id)).toBe('1000.00 / 0.00');
  await confirm({ payment_password: other.payment_password });
  expect(await buckets(app, other.user_id)).toBe('800.00 / 200.00');
  expect(await buckets(app, user.user_id)).toBe('1000.00 / 0.00');
});

it('a form that is out of date says what to do, and no name of a hidden field', async () => {
  await ask('200.00');
  await confirm({ rate: 'x'.repeat(60) });
  expect(browser.text).toContain('Please check the input: open this page again and fill the form in once more');
});

describe('a refusal stands at the form that it was made of', () => {
  it('of the confirmation at its payment password', async () => {
    await ask('200.00');
    await confirm({ payment_password: '111112' });
    const [above = '', form = ''] = browser.html.split(CONFIRM);
    expect(form.split('</form>')[0]).toContain('Wrong payment password');
    expect(above).not.toContain('Wrong payment password');
    // A browser that is sent to a place of the page would not put the keyboard there.
    expect(browser.address).not.toContain('#');
    expect(form.split('</form>')[0]).toMatch(/<input [^>]*autofocus[^>]*name="payment_password"/i);
  });

  it('of the payment password of an address at its own field', async () => {
    await browser.post(`${HERE}/address`, { network: 'ERC20', address: 'no-address', payment_password: '31415' });
    expect(browser.html).toMatch(/<input [^>]*aria-invalid="true"[^>]*name="payment_password"/);
    expect(browser.html).not.toMatch(/<input [^>]*aria-invalid="true"[^>]*name="address"/);
  });

  it('of an address at its network, with what was typed', async () => {
    await browser.post(`${HERE}/address`, { network: 'ERC20', address: 'no-address', payment_password: user.payment_password });
    const [, form = ''] = browser.html.split('<strong>ERC20</strong>');
    const [before = ''] = form.split('</form>');
    expect(before).toContain('<details open="">');
    expect(before).toContain('value="no-address"');
    expect(before).toContain('Incorrect address format');
    expect(browser.text.split('Incorrect address format')).toHaveLength(2);
    expect(browser.html.match(/<details open/g)).toHaveLength(1);
  });
});
