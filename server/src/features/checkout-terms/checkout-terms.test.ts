import type { InputOf } from '@purser/contract/call';
import { CHECKOUT_WAYS, type CheckoutWay } from '@purser/contract/checkout-ways';
import { checkoutAuthorise, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { checkoutTermsQuery, checkoutTermsSet } from '@purser/contract/features/checkout-terms';
import { coinList } from '@purser/contract/features/coin';
import { openOrderCreate } from '@purser/contract/features/open-order';
import { ownAuditQuery } from '@purser/contract/features/own-audit';
import { paymentLinkAdd, standingCodeList } from '@purser/contract/features/payment-link';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMember } from '../../platform/testing/members.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { checkoutRoutes } from '../checkout/routes.ts';
import { coinRoutes } from '../coin/routes.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { openOrderRoutes } from '../open-order/routes.ts';
import { ownAuditRoutes } from '../own-audit/routes.ts';
import { LinkPayments } from '../payment-link/paying.ts';
import { paymentLinkRoutes } from '../payment-link/routes.ts';
import { LINK, makeLink, tokenIn } from '../payment-link/testing/link.ts';
import { checkoutTermsRoutes } from './routes.ts';
import { TERMS } from './testing/worlds.ts';

type Change = Partial<Omit<InputOf<typeof checkoutTermsSet>, 'google_code'>>;

let app: TestApp;
let merchant: TestMerchant;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) =>
      [checkoutTermsRoutes, checkoutRoutes, coinRoutes, openOrderRoutes, ownAuditRoutes, paymentLinkRoutes].flatMap((routes) =>
        routes(platform),
      ),
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  [merchant, payer] = [await makeMerchant(app, { markets: ['USD', 'CNY'] }), await makeUser(app)];
  await fund(app, payer.user_id, 'USDP', '100.00');
});

const as = () => ({ token: merchant.token });
const rows = async () => dataOf(await app.call(checkoutTermsQuery, {}, as())).list;
const usdp = async () => (await rows()).find(({ coin_name }) => coin_name === 'USDP');
const trySet = async (change: Change = {}) =>
  app.call(checkoutTermsSet, { ...TERMS, ...change, google_code: await googleCode(app, merchant) }, as());
const set = async (change: Change = {}) => dataOf(await trySet(change));
const without = (...off: CheckoutWay[]) => CHECKOUT_WAYS.filter((way) => !off.includes(way));

let made = 0;
const tryOrder = async (amount = '12.50', coin_name = 'USDP') =>
  app.call(openOrderCreate, { order_id: `W-${(made += 1)}`, coin_name, amount }, { signedWith: await makeKey(app, merchant) });
const order = async (amount?: string) => tokenIn(dataOf(await tryOrder(amount)));
async function grant(token: string): Promise<string> {
  const { payment_password, token: payerToken } = payer;
  return dataOf(await app.call(checkoutAuthorise, { token, payment_password }, { payerToken })).payment_grant;
}
const tryPay = async (token: string, use_reward = false) =>
  app.call(checkoutPay, { token, payment_grant: await grant(token), use_reward }, { payerToken: payer.token });
const view = async (token: string) => dataOf(await app.call(checkoutView, { token }, { payerToken: payer.token }));

describe('checkout terms', () => {
  it('have everything on for each coin of the markets where nothing was set', async () => {
    const usual = { decimals: 2, listing: 'on', minimum: null, maximum: null, ways: [...CHECKOUT_WAYS], version: 0, update_time: null };
    expect(await rows()).toMatchObject([
      { coin_name: 'CNYT', market: 'CNY', ...usual },
      { coin_name: 'USDP', market: 'USD', ...usual, price_type: null, order_minimum: '0.01', order_maximum: '100000000.00' },
    ]);
  });

  it('are set for one coin, counted, and noted in the audit log', async () => {
    const change: Change = { listing: 'off', minimum: '5', maximum: '50.00', ways: ['balance', 'web'] };
    expect(await set(change)).toMatchObject({ ...change, minimum: '5.00', version: 1 });
    expect(await usdp()).toMatchObject({ ...change, minimum: '5.00', version: 1 });
    expect((await rows())[0]).toMatchObject({ coin_name: 'CNYT', version: 0, listing: 'on' });
    expect(await set({ version: 1 })).toMatchObject({ listing: 'on', minimum: null, maximum: null, version: 2 });
    const { list } = dataOf(await app.call(ownAuditQuery, {}, as()));
    expect(list.filter(({ act }) => act === 'checkout_terms.set')).toHaveLength(2);
  });

  it("are each merchant's own, and the database shows no other's", async () => {
    await set({ listing: 'off' });
    const other = await makeMerchant(app);
    expect(dataOf(await app.call(checkoutTermsQuery, {}, { token: other.token })).list).toMatchObject([{ listing: 'on', version: 0 }]);
    const seen = (ownerId: number) =>
      app.platform.db.scoped(ownerId, async (tx) => (await tx.query('select from checkout_terms')).rowCount);
    expect(await seen(merchant.merchant_id)).toBe(1);
    expect(await seen(other.merchant_id)).toBe(0);
  });

  it('are seen by a viewer, who may not set them', async () => {
    const viewer = await makeMember(app, merchant, { role: 'viewer' });
    expect(dataOf(await viewer.call(checkoutTermsQuery, {})).list).toHaveLength(2);
    expect(await viewer.call(checkoutTermsSet, { ...TERMS, google_code: await viewer.code() })).toMatchObject({
      msg: 'member_not_allowed',
    });
    expect((await usdp())?.version).toBe(0);
  });

  it.each<[string, Change, string]>([
    ['a coin that there is not', { coin_name: 'XXXX' }, 'coin_unknown'],
    ['a coin of a market that the merchant has not', { coin_name: 'VNDT' }, 'market_not_enabled'],
    ['a coin without a market', { coin_name: 'USDT' }, 'market_not_enabled'],
    ['a minimum below what the provider allows', { minimum: '0.00' }, 'own_minimum_out_of_range'],
    ['a minimum above it', { minimum: '100000000.01' }, 'own_minimum_out_of_range'],
    ['a maximum above it', { maximum: '100000000.01' }, 'own_maximum_out_of_range'],
    ['a minimum above the maximum', { minimum: '9.01', maximum: '9.00' }, 'limits_reversed'],
    ['neither balance nor reward funds', { ways: without('balance', 'reward') }, 'checkout_funds_missing'],
    ['no way to come to pay', { ways: without('scan', 'app', 'web') }, 'checkout_entrance_missing'],
    ['another version than was seen', { version: 1 }, 'checkout_terms_changed'],
  ])('refuses %s', async (_what, change, outcome) => {
    expect(await trySet(change)).toMatchObject({ msg: outcome });
    expect((await usdp())?.version).toBe(0);
  });

  it.each(['minimum', 'maximum'])('refuses too many decimals, and names the field: %s', async (field) => {
    expect(await trySet({ [field]: '5.001' })).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field }] } });
  });

  it('lets one of two win that were seen as the same', async () => {
    const codes = [await googleCode(app, merchant), await googleCode(app, merchant)];
    const outcomes = await Promise.all(
      codes.map(async (google_code) => (await app.call(checkoutTermsSet, { ...TERMS, listing: 'off', google_code }, as())).msg),
    );
    expect(outcomes).toContain('ok');
    expect((await usdp())?.version).toBe(1);
  });
});

describe('new orders', () => {
  it('are bound by the narrower of both limits', async () => {
    await set({ minimum: '10.00', maximum: '20.00' });
    for (const amount of ['9.99', '20.01']) {
      const refused = await tryOrder(amount);
      expect(refused).toMatchObject({ msg: 'order_amount_out_of_range' });
      expect(refused.detail).toContain('10.00 USDP and 20.00 USDP');
    }
    for (const amount of ['10.00', '20.00']) expect((await tryOrder(amount)).msg).toBe('ok');
    await app.sql('insert into merchant_terms (merchant_id, coin, order_minimum, order_maximum) values ($1, $2, 1200, 100000)', [
      merchant.merchant_id,
      'USDP',
    ]);
    expect((await tryOrder('11.99')).msg).toBe('order_amount_out_of_range');
    expect((await tryOrder('12.00')).msg).toBe('ok');
    const { list } = dataOf(await app.call(coinList, {}, as()));
    expect(list.find(({ coin_name }) => coin_name === 'USDP')).toMatchObject({ order_minimum: '12.00', order_maximum: '20.00' });
  });

  it('are bound by what the provider allows where the merchant’s own lie outside of it since, which may stay so', async () => {
    await set({ minimum: '10.00' });
    await app.sql('insert into merchant_terms (merchant_id, coin, order_minimum, order_maximum) values ($1, $2, 100, 500)', [
      merchant.merchant_id,
      'USDP',
    ]);
    expect((await tryOrder('5.01')).detail).toContain('1.00 USDP and 5.00 USDP');
    expect((await tryOrder('5.00')).msg).toBe('ok');
    expect(await set({ minimum: '10.00', listing: 'off', version: 1 })).toMatchObject({ minimum: '10.00', listing: 'off' });
    expect((await trySet({ minimum: '11.00', version: 2 })).msg).toBe('own_minimum_out_of_range');
  });

  it('are made anew at a code where the ways have changed since its order was opened', async () => {
    const links = new LinkPayments(app.platform);
    const codes = dataOf(await app.call(standingCodeList, {}, as())).list;
    const standing = tokenIn(codes.find(({ coin_name }) => coin_name === 'USDP') ?? { payment_url: '' });
    const open = async () => (await links.open(standing, '5.00', { ownerId: payer.user_id }, 'en')).token;
    const first = await open();
    expect(await open()).toBe(first);
    await set({ ways: without('reward') });
    expect(await open()).not.toBe(first);
  });

  it('are refused in a coin that is not listed; open ones are paid', async () => {
    const [open, links] = [await order(), new LinkPayments(app.platform)];
    const link = tokenIn(await makeLink(app, merchant));
    const codes = dataOf(await app.call(standingCodeList, {}, as())).list;
    const standing = tokenIn(codes.find(({ coin_name }) => coin_name === 'USDP') ?? { payment_url: '' });
    await set({ listing: 'off' });
    const shown = dataOf(await app.call(standingCodeList, {}, as())).list.map(({ coin_name, is_listed }) => [coin_name, is_listed]);
    expect(shown).toEqual([
      ['CNYT', true],
      ['USDP', false],
    ]);
    const refused = await tryOrder();
    expect(refused).toMatchObject({ msg: 'coin_not_listed' });
    expect(refused.detail).toContain('USDP');
    expect(await app.call(paymentLinkAdd, LINK, as())).toMatchObject({ msg: 'coin_not_listed' });
    for (const token of [link, standing]) {
      expect((await links.shown(token, 'en'))?.state).toBe('unlisted');
      await expect(links.open(token, '5.00', { ownerId: payer.user_id }, 'en')).rejects.toMatchObject({ outcome: 'coin_not_listed' });
    }
    expect((await tryOrder('100', 'CNYT')).msg).toBe('ok');
    expect((await tryPay(open)).msg).toBe('ok');
    await set({ version: 1 });
    expect((await tryOrder()).msg).toBe('ok');
  });

  it('keep the ways that they were made with, whoever made them', async () => {
    const before = await order();
    const ways = without('reward', 'scan');
    await set({ ways });
    const ofLink = tokenIn(await makeLink(app, merchant, { link_uses: 'one' }));
    const { token: opened } = await new LinkPayments(app.platform).open(
      tokenIn(await makeLink(app, merchant)),
      '',
      { ownerId: payer.user_id },
      'en',
    );
    for (const token of [await order(), ofLink, opened]) expect((await view(token)).order.ways).toEqual(ways);
    expect((await view(before)).order.ways).toEqual([...CHECKOUT_WAYS]);
  });
});

describe('a payment', () => {
  beforeEach(() => fund(app, payer.user_id, 'USDP', '20.00', 'reward'));

  it('uses no reward funds where they are off, even if asked', async () => {
    await set({ ways: without('reward') });
    const token = await order();
    const asked = { token, payment_grant: await grant(token), use_reward: true };
    for (const msg of ['ok', 'already_done']) {
      const answer = await app.call(checkoutPay, asked, { payerToken: payer.token, idempotencyKey: 'ways-1' });
      expect(answer).toMatchObject({ msg, data: { from_reward: '0.00' } });
    }
  });

  it('uses them up to the amount where they are on', async () => {
    expect(await tryPay(await order('25.00'), true)).toMatchObject({ msg: 'ok', data: { from_reward: '20.00' } });
  });

  it('takes nothing from the balance where it is off: reward funds cover it whole, or it is refused', async () => {
    await set({ ways: without('balance') });
    expect(await tryPay(await order('20.01'), true)).toMatchObject({ msg: 'insufficient_balance' });
    expect(await tryPay(await order('20.00'))).toMatchObject({ msg: 'insufficient_balance' });
    const token = await order('20.00');
    expect(await tryPay(token, true)).toMatchObject({ msg: 'ok', data: { from_reward: '20.00' } });
    // Asked for again, whatever is asked and has been set meanwhile, it is the first answer.
    expect(await tryPay(token)).toMatchObject({ msg: 'already_done', data: { from_reward: '20.00' } });
    expect((await view(await order('5.00'))).payer).toMatchObject({ available_asset: '100.00', reward_asset: '0.00' });
  });
});

describe('depositing USDT for an order', () => {
  const rate = (sequence: number, price_type: 'fixed' | 'floating') =>
    app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('USDP', $1, $2, $3, 'test')`, [
      sequence,
      price_type,
      price_type === 'fixed' ? 1 : null,
    ]);
  const offered = async (token: string) => (await view(token)).payer?.may_deposit_usdt;

  it('is offered only where the way is on and the rate floats', async () => {
    const token = await order();
    await rate(1, 'fixed');
    expect(await usdp()).toMatchObject({ price_type: 'fixed' });
    expect(await offered(token)).toBe(false);
    await rate(2, 'floating');
    expect(await usdp()).toMatchObject({ price_type: 'floating' });
    expect(await offered(token)).toBe(true);
    await set({ ways: without('usdt') });
    expect(await offered(await order())).toBe(false);
    expect(await offered(token)).toBe(true);
  });
});
