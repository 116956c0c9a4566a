import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser, withoutPageKey } from '../../platform/testing/plain-browser.ts';
import { DEPOSIT_ADDRESSES, newTxid, openRecharges } from './testing/recharge.ts';

/** Bringing USDT into the wallet, by plain forms. */

const PAGE = '/wallet/usdt-recharge';
const OVER_TRON = `${PAGE}?coin=CNYT&network=TRC20`;

let app: TestApp;
let user: TestUser;
let browser: PlainBrowser;

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [],
    pages: [payerPagesOfSource],
  });
  await openRecharges(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await makeUser(app, { markets: ['CNY', 'USD', 'VND'] });
  browser = signedIn(user);
});

function signedIn({ token }: TestUser): PlainBrowser {
  const made = new PlainBrowser(app);
  made.cookies.set(PAYER_COOKIE, token);
  return made;
}

const orders = (owner = user.user_id) =>
  app.sql(`select coin, status, fee::int, settlement::int, txid, submitted_by from review_order where owner_id = $1 order by create_time`, [
    owner,
  ]);
const tell = async (wishes: Record<string, string> = {}, at = OVER_TRON) =>
  (await browser.open(at)).send(PAGE, { trade_count: '1000', apply_txid: newTxid(), ...wishes });

describe('the page of deposits', () => {
  it('is led to from the wallet, and asks who it is first', async () => {
    expect((await browser.open('/wallet')).html).toContain(`href="${PAGE}"`);
    const stranger = await new PlainBrowser(app).open(OVER_TRON);
    expect(stranger.address).toBe(`/wallet?next=${encodeURIComponent(OVER_TRON)}`);
  });

  it('shows the address whole, with its code, rate, fee and minimum, for each choice of coin and network', async () => {
    await browser.open(OVER_TRON);
    expect(browser.html).toContain(DEPOSIT_ADDRESSES.TRC20);
    expect(browser.html).toContain('aria-label="QR code of the deposit address"');
    expect(browser.text).toContain('1 USDT = 7.1');
    expect(browser.text).toContain('0.20%');
    expect(browser.text).toContain('100 USDT');
    browser.cookies.set('purser_language', 'vi');
    expect((await browser.open(OVER_TRON)).text).toContain('0,20%');
    browser.cookies.delete('purser_language');
    await browser.open(`${PAGE}?coin=USDP&network=ERC20`);
    expect(browser.html).toContain(DEPOSIT_ADDRESSES.ERC20);
    expect(browser.text).not.toContain(DEPOSIT_ADDRESSES.TRC20);
    expect(browser.text).toContain('1 USDT = 0.99');
  });

  it('says that USDT takes about 2 to 3 minutes to arrive', async () => {
    expect((await browser.open(OVER_TRON)).text).toContain('It takes about 2 to 3 minutes to arrive.');
  });

  it('lets nothing be sent for a coin without a rate', async () => {
    await browser.open(`${PAGE}?coin=VNDT&network=TRC20`);
    expect(browser.text).toContain('There is no exchange rate for VNDT at present.');
    expect(browser.text).not.toContain(DEPOSIT_ADDRESSES.TRC20);
  });

  it('says so where no market is enabled or no network is open', async () => {
    const without = signedIn(await makeUser(app, { markets: [] }));
    expect((await without.open(PAGE)).text).toContain('Enable a market in your wallet first');
    await app.sql('update network set is_on = false');
    try {
      expect((await browser.open(PAGE)).text).toContain('No deposit network available, contact customer service');
      expect(browser.html).not.toContain(`action="${PAGE}"`);
    } finally {
      await openRecharges(app);
    }
  });
});

it('a deposit over a network that was switched off meanwhile is refused by name, and what was typed of it is not told of another', async () => {
  await browser.open(OVER_TRON);
  await app.sql(`update coin_network set is_on = false where network = 'TRC20'`);
  try {
    const apply_txid = newTxid();
    await browser.send(PAGE, { trade_count: '1000', apply_txid });
    expect(browser.text.split('Nothing can be deposited over TRC20 at present.')).toHaveLength(2);
    expect(browser.text).not.toContain('No deposit network available');
    expect(browser.html).toContain(DEPOSIT_ADDRESSES.ERC20);
    expect(browser.html.split('<script')[0]).not.toContain(apply_txid);
    expect((await browser.open(OVER_TRON)).text).toContain('Nothing can be deposited over TRC20 at present.');
    expect((await browser.open(`${PAGE}?network=ERC20`)).text).not.toContain('at present');
    expect(await orders()).toEqual([]);
  } finally {
    await openRecharges(app);
  }
});

it('the way from an order over a deposit leads back to it, by every choice, also by a refusal', async () => {
  const order = '/pay/abcdefghijklmnopqrstuv';
  const next = encodeURIComponent(order);
  const back = `href="${order}"`;
  await browser.open(`${OVER_TRON}&next=${next}`);
  expect(browser.text).toContain('Back to the order');
  expect(browser.html).toContain(back);
  expect(browser.html).toContain(`href="${PAGE}?coin=USDP&amp;network=TRC20&amp;next=${next}"`);
  await browser.send(PAGE, { trade_count: '1', apply_txid: newTxid() });
  expect(browser.html).toContain(back);
  await browser.send(PAGE, { trade_count: '1000', apply_txid: newTxid() });
  expect(await orders()).toHaveLength(1);
  expect(browser.html).toContain(back);
  await browser.send(`${PAGE}/cancel`);
  expect(await orders()).toMatchObject([{ status: 'cancelled' }]);
  expect(browser.html).toContain(back);
  await browser.open(`${OVER_TRON}&next=https%3A%2F%2Fevil.example%2F`);
  expect(browser.html).not.toMatch(/(href|action)="[^"]*evil/);
});

it('says where what arrives is credited in another coin than an order asks for, and chooses a network that is not so', async () => {
  await app.sql(`insert into deposit_address (owner_id, network, address, set_by) values ($1, 'ERC20', '0x' || repeat('ab', 20), 1)`, [
    user.user_id,
  ]);
  await browser.open(`${PAGE}?coin=USDP`);
  expect(browser.html).toContain(DEPOSIT_ADDRESSES.TRC20);
  expect(browser.text).not.toContain('credited in CNYT, not in USDP');
  await browser.open(`${PAGE}?coin=USDP&network=ERC20`);
  expect(browser.text).toContain('What arrives over ERC20 is credited in CNYT, not in USDP.');
  expect(browser.html).toContain(`href="${PAGE}?coin=USDP&amp;network=TRC20"`);
  await browser.open(`${PAGE}?coin=CNYT&network=ERC20`);
  expect(browser.text).not.toContain('not in');
});

it('is asked for again by itself while something is on its way, and not for what is held, however long', async () => {
  await app.sql(`insert into deposit_address (owner_id, network, address, set_by) values ($1, 'ERC20', '0x' || repeat('cd', 20), 1)`, [
    user.user_id,
  ]);
  await app.sql(
    `insert into chain_cursor (network, block_number, block_hash, head) values ('ERC20', 90, decode(repeat('00', 32), 'hex'), 104)
     on conflict do nothing`,
  );
  const arrives = (txid: string, state: string, reason: string) =>
    app.sql(
      `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash)
       values ($1, 'ERC20', decode(repeat($2, 32), 'hex'), 0, $3, $4, '0x' || repeat('cd', 20), '0xsender', 60000000, 60000000, 100,
         decode(repeat('11', 32), 'hex'))`,
      [user.user_id, txid, state, reason],
    );
  await arrives('aa', 'held', 'below_minimum');
  await browser.open(`${PAGE}?network=ERC20`);
  expect(browser.text).toContain('Less than the minimum: credited once more has arrived');
  expect(browser.html).not.toContain('http-equiv="refresh"');
  await arrives('bb', 'confirming', '');
  await browser.open(`${PAGE}?network=ERC20`);
  expect(browser.html).toContain('<meta http-equiv="refresh" content="15">');
  await app.sql(`update chain_deposit set state = 'held', reason = 'due' where owner_id = $1 and state = 'confirming'`, [user.user_id]);
  await browser.open(`${PAGE}?network=ERC20`);
  expect(browser.html).toContain('<meta http-equiv="refresh" content="15">');
});

describe('a deposit', () => {
  it('is submitted at the rate and fee that were shown, and waits for staff', async () => {
    const apply_txid = newTxid();
    await tell({ apply_txid: ` ${apply_txid} ` });
    expect(browser.text).toContain('Your deposit is submitted.');
    expect(browser.text).toContain('Pending review');
    expect(browser.text).toContain('7,085.80 CNYT');
    expect(browser.html).toContain(apply_txid);
    expect(await orders()).toEqual([
      { coin: 'CNYT', status: 'pending_review', fee: 1420, settlement: 708580, txid: apply_txid, submitted_by: `user ${user.user_id}` },
    ]);
  });

  it('takes a comma for the point', async () => {
    await tell({ trade_count: '1.000,00' });
    expect(await orders()).toMatchObject([{ settlement: 708580 }]);
  });

  it('is submitted once, however often its form is sent', async () => {
    await browser.open(OVER_TRON);
    browser.html = withoutPageKey(browser.html);
    const again = signedIn(user);
    again.html = browser.html;
    const filled = { trade_count: '1000', apply_txid: newTxid() };
    await Promise.all([browser.send(PAGE, filled), again.send(PAGE, filled)]);
    expect(browser.text).toContain('Your deposit is submitted.');
    expect(again.text).toContain('Your deposit is submitted.');
    expect(await orders()).toHaveLength(1);
  });

  it('is taken back by its owner alone, and its TXID can be told again', async () => {
    const apply_txid = newTxid();
    await tell({ apply_txid });
    const user = await makeUser(app, { markets: ['CNY'] });
    const other = signedIn(user);
    other.html = browser.html;
    await other.send(`${PAGE}/cancel`);
    expect(other.text).toContain('Another account has been signed in to in this browser meanwhile');
    expect(await orders()).toMatchObject([{ status: 'pending_review' }]);
    // Nor by one who says that the page was theirs.
    other.html = browser.html.replaceAll(/(name="user_id" value=)"\d+"/g, `$1"${user.user_id}"`);
    await other.send(`${PAGE}/cancel`);
    expect(other.text).toContain('The recharge does not exist.');
    expect(other.text).toContain('No deposits yet.');
    expect(await orders()).toMatchObject([{ status: 'pending_review' }]);
    const { html } = browser;
    await browser.send(`${PAGE}/cancel`);
    expect(browser.text).toContain('The deposit is cancelled.');
    // Once more, in another tab.
    await Object.assign(browser, { html: withoutPageKey(html) }).send(`${PAGE}/cancel`);
    expect(browser.text).toContain('The deposit is cancelled.');
    await tell({ apply_txid });
    expect(await orders()).toMatchObject([{ status: 'cancelled' }, { status: 'pending_review' }]);
  });

  it.each([
    ['no amount', { trade_count: '' }, 'Please enter the amount'],
    ['letters', { trade_count: 'much' }, 'Enter the amount in figures only, such as 100.000000'],
    ['seven decimals', { trade_count: '1000.0000001' }, 'At most 6 decimal places'],
    ['what may be thousands', { trade_count: '1,000' }, '1,000 may be read in two ways. Type 1000 or 1.'],
    ['more digits than there are', { trade_count: '9'.repeat(19) }, 'This amount is too large'],
    ['too little', { trade_count: '99.999999' }, 'At least 100 USDT'],
    ['no TXID', { apply_txid: '' }, 'Please enter the TXID'],
    ['signs in it', { apply_txid: 'ab-cd' }, 'A TXID has digits and English letters only'],
    ['one of another network', { apply_txid: 'abc' }, 'This is not a TXID of the network TRC20.'],
  ] as const)('is refused at its field for %s, and what was typed is there again', async (_, wrong, told) => {
    await tell(wrong);
    expect(browser.address).toBe(OVER_TRON);
    expect(browser.html).toContain(`role="alert">${told}`);
    expect(browser.html).toContain('aria-invalid="true"');
    for (const typed of Object.values(wrong)) if (typed !== '') expect(browser.html).toContain(`value="${typed}"`);
    expect(await orders()).toEqual([]);
  });

  it('is refused for a TXID that somebody has told, whoever it was', async () => {
    const apply_txid = newTxid();
    await tell({ apply_txid });
    const other = await makeUser(app, { markets: ['CNY'] });
    browser = signedIn(other);
    await tell({ apply_txid });
    expect(browser.html).toContain('role="alert">This TXID has been submitted already.');
    expect(await orders(other.user_id)).toEqual([]);
  });

  it.each([
    ['another rate', { rate: '7.2' }, /exchange rate is/],
    ['a rate that is none', { rate: 'x'.repeat(60) }, /open this page again and fill the form in once more/],
    ['another fee', { usdt_recharge_fee: '0.10' }, /changed since it was entered/],
    ['another address', { address: DEPOSIT_ADDRESSES.ERC20 }, /deposit address of this network has changed/],
    ['a network that is not open', { network: 'BEP20' }, /Nothing can be deposited over BEP20 at present/],
    ['a coin of another market', { coin: 'USDT' }, /not enabled this market/],
    ['a coin that there is not', { coin: 'DOGE' }, /coin/i],
  ] as const)('is refused above the form for %s than was shown', async (_, changed, told) => {
    await tell(changed);
    expect(browser.text).toMatch(told);
    expect(browser.toldAtFields).toEqual({});
    expect(await orders()).toEqual([]);
  });

  it.each(['', '-', '99999999', '1.2.3', '%', '0'.repeat(400)])('answers a form with %j in every field as a refusal', async (text) => {
    await browser.open(OVER_TRON);
    await browser.send(PAGE, { trade_count: text, apply_txid: text, rate: text, usdt_recharge_fee: text, coin: text, key: text });
    expect(browser.status).toBe(200);
    expect(await orders()).toEqual([]);
  });

  it("is refused for a suspended owner's form, who is asked to sign in", async () => {
    await browser.open(OVER_TRON);
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
    await browser.send(PAGE, { trade_count: '1000', apply_txid: newTxid() });
    expect(browser.address).toContain('/wallet?next=');
    expect(await orders()).toEqual([]);
  });
});

describe('the records', () => {
  it("say why one was rejected, page by page, and never show another's", async () => {
    await app.sql(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin, other_amount, rate,
         network, address, txid, remark, create_time)
       select $1, 'RCPAGE' || lpad(n::text, 4, '0'), 'usdt_recharge', 'rejected', 'manual', 'CNYT', 71000, 142, 70858, 20, 'USDT', 100000000, 7.1,
         'TRC20', 'T', 'x' || n, 'Not found on the chain', now() - n * interval '1 minute'
       from generate_series(1, 12) as n`,
      [user.user_id],
    );
    await browser.open(OVER_TRON);
    expect(browser.text).toContain('Reason: Not found on the chain');
    expect(browser.text).toContain('RCPAGE0010');
    expect(browser.text).not.toContain('RCPAGE0011');
    expect(browser.text).toContain('Page 1 of 2');
    await browser.open(`${OVER_TRON}&page=2`);
    expect(browser.text).toContain('RCPAGE0011');
    for (const page of ['0', '-1', 'x', '1e9', '']) expect((await browser.open(`${PAGE}?page=${page}`)).status).toBe(200);
    const other = await signedIn(await makeUser(app, { markets: ['CNY'] })).open(PAGE);
    expect(other.text).not.toContain('RCPAGE');
    expect(other.text).toContain('No deposits yet.');
  });
});
