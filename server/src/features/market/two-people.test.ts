import type { InputOf } from '@purser/contract/call';
import { approvalReject } from '@purser/contract/features/approval';
import { coinList } from '@purser/contract/features/coin';
import * as calls from '@purser/contract/features/market';
import { openOrderCreate } from '@purser/contract/features/open-order';
import { FEE_NAMES, recordOf } from '@purser/contract/terms';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { NO_TERMS, TERMS } from './testing/terms.ts';
import { addMarket, approveBy, type BoundedCall, coinShownTo, setBy, shownTo, waitsOf } from './testing/two-people.ts';

/** Changes of fees and rates, within and beyond what one person may do. */

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
let market: string;
let coin: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin')];
  ({ market, coin } = await addMarket(one));
});

const set = <C extends BoundedCall>(call: C, input: Omit<InputOf<C>, 'google_code' | 'reason'>, member = one) => setBy(member, call, input);
const setFee = (payment_fee_rate: string, others: object = {}) =>
  set(calls.marketTermsSet, { coin_name: coin, symbol: '€', ...TERMS, payment_fee_rate, ...others });
const setRate = (rate: string) => set(calls.marketRateSet, { coin_name: coin, rate });

const shown = (approval_id: string, member = two) => shownTo(member, approval_id);
const approve = (approval_id: string, member = two, content_hash?: string) => approveBy(member, approval_id, content_hash);
const coinNow = () => coinShownTo(one, coin);
const feeNow = async () => (await coinNow())?.payment_fee_rate;
const check = (input: object) =>
  one.call(calls.marketCheck, {
    coin_name: coin,
    merchant_id: null,
    ...recordOf(FEE_NAMES, () => null),
    rate: null,
    ...input,
  });
/** Lets the changes of today be of the day before yesterday. */
const aDayPasses = async () => {
  await app.sql(`update terms_change set set_at = (set_at at time zone 'UTC' - interval '2 days') at time zone 'UTC'`);
  await app.sql(`update coin_rate set set_at = (set_at at time zone 'UTC' - interval '2 days') at time zone 'UTC'`);
};

describe('a fee that is changed', () => {
  it('within the bound holds at once', async () => {
    expect(dataOf(await setFee('1.20'))).toEqual({ waits: null });
    expect(await feeNow()).toBe('1.20');
    expect(await app.sql(`select set_by, approval_id from terms_change where coin = $1`, [coin])).toEqual([
      { set_by: String(one.staffId), approval_id: null },
    ]);
  });

  it('beyond the bound waits, is told why, and holds once a second person has approved it', async () => {
    const waits = waitsOf(await setFee('2.50', { order_maximum: '500' }));
    expect(waits.why).toEqual([{ name: 'payment_fee_rate', before: '1.00', after: '2.50', change: '150.0', bound: '20.00' }]);
    expect(await coinNow()).toMatchObject({ payment_fee_rate: '1.00', order_maximum: '1000000.00', waiting: 1 });
    const approval = await shown(waits.approval_id);
    expect(approval).toMatchObject({ kind: 'market.terms', owner_id: 1, reason: 'Costs rose', decidable: true });
    expect(approval.facts).toEqual([
      { name: 'coin', value: coin },
      { name: 'arrives_of_100', value: '99.00 → 97.50' },
      { name: 'payment_fee_rate', value: '1.00 → 2.50' },
      { name: 'order_maximum', value: '1000000.00 → 500.00' },
      { name: 'beyond_payment_fee_rate', value: '150.0% > 20.00% (1.00 → 2.50)' },
    ]);
    expect(await approve(waits.approval_id)).toMatchObject({ code: 200 });
    expect(await coinNow()).toMatchObject({ payment_fee_rate: '2.50', order_maximum: '500.00', waiting: 0 });
    expect(await app.sql('select set_by, approval_id from terms_change where coin = $1', [coin])).toEqual([
      { set_by: String(one.staffId), approval_id: waits.approval_id },
    ]);
    const log = await app.sql<{ action: string; actor: string }>(
      'select action, actor, details from audit_log where owner_id = 1 order by sequence desc limit 2',
    );
    expect(log).toMatchObject([
      { action: 'approval.approve', actor: String(two.staffId) },
      { action: 'approval.enter', actor: String(one.staffId), details: { kind: 'market.terms', after: { payment_fee_rate: '2.50' } } },
    ]);
  });

  it('downwards counts as much as upwards, and from nothing always', async () => {
    expect(waitsOf(await setFee('0.79')).why).toMatchObject([{ change: '21.0' }]);
    expect(dataOf(await setFee('0.80'))).toEqual({ waits: null });
    await app.sql('update coin set transfer_fee_bp = 0 where code = $1', [coin]);
    expect(waitsOf(await setFee('0.80', { transfer_fee_rate: '0.01' })).why).toMatchObject([
      { name: 'transfer_fee_rate', before: '0.00', change: null },
    ]);
  });

  it('in small steps adds up within a day, until two people or a day have settled it', async () => {
    expect(dataOf(await setFee('1.15'))).toEqual({ waits: null });
    const { why, approval_id } = waitsOf(await setFee('1.30'));
    expect(why).toMatchObject([{ before: '1.00', after: '1.30', change: '30.0' }]);
    expect(await approve(approval_id)).toMatchObject({ code: 200 });
    // From here on it is measured by what two people decided.
    expect(dataOf(await setFee('1.50'))).toEqual({ waits: null });
    expect(waitsOf(await setFee('1.60')).why).toMatchObject([{ before: '1.30' }]);
    await aDayPasses();
    expect(dataOf(await setFee('1.80'))).toEqual({ waits: null });
  });

  it('does not want two people for being as it was', async () => {
    expect(dataOf(await setFee('1.20'))).toEqual({ waits: null });
    await set(calls.marketBoundsSet, { fee_bound: '5', rate_bound: '2' });
    expect(dataOf(await setFee('1.20', { order_maximum: '700' }))).toEqual({ waits: null });
    expect((await coinNow())?.order_maximum).toBe('700.00');
    await app.sql('delete from change_bound where sequence > 1');
  });
});

describe('a fee of the further orders', () => {
  it.each(['user_withdrawal', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'] as const)(
    'of %s that changes beyond the bound waits, and small steps add up',
    async (fee) => {
      const name = `${fee}_fee_rate` as const;
      const [now, small, further] = [TERMS[name], ...steps(TERMS[name])];
      expect(dataOf(await setFee('1.00', { [name]: small }))).toEqual({ waits: null });
      const { why, approval_id } = waitsOf(await setFee('1.00', { [name]: further }));
      expect(why).toMatchObject([{ name, before: now, after: further }]);
      expect(await approve(approval_id)).toMatchObject({ code: 200 });
      expect((await coinNow())?.[name]).toBe(further);
    },
  );

  it('from nothing always waits, and whether a refund gives it back does not', async () => {
    expect(waitsOf(await setFee('1.00', { adjustment_fee_rate: '0.01' })).why).toMatchObject([
      { name: 'adjustment_fee_rate', change: null },
    ]);
    expect(dataOf(await setFee('1.00', { refund_returns_fee: true }))).toEqual({ waits: null });
    expect((await coinNow())?.refund_returns_fee).toBe(true);
  });

  /** By 15 and by 30 per cent. */
  function steps(rate: string): [string, string] {
    return [(Number(rate) * 1.15).toFixed(2), (Number(rate) * 1.3).toFixed(2)];
  }
});

describe('what waits', () => {
  it('is not approved by who entered it', async () => {
    const { approval_id } = waitsOf(await setFee('2.50'));
    expect(await approve(approval_id, one, (await shown(approval_id)).content_hash)).toMatchObject({ msg: 'approval_own' });
    expect(await feeNow()).toBe('1.00');
  });

  it('is not approved by a role without that permission, nor by a member who was suspended', async () => {
    const { approval_id } = waitsOf(await setFee('2.50'));
    const { content_hash } = await shown(approval_id);
    const support = await makeStaff(app, 'support');
    expect(await approve(approval_id, support, content_hash)).toMatchObject({ msg: 'staff_not_allowed' });
    await app.sql(`update staff set status = 'suspended' where staff_id = $1`, [two.staffId]);
    expect(await approve(approval_id, two, content_hash)).toMatchObject({ msg: 'unauthenticated' });
    expect(await feeNow()).toBe('1.00');
  });

  it('is not approved under another hash than what was shown', async () => {
    const { approval_id } = waitsOf(await setFee('2.50'));
    expect(await approve(approval_id, two, '0'.repeat(64))).toMatchObject({ msg: 'approval_changed' });
    await app.sql(`update approval set content = replace(content, '2.50', '9.50') where approval_id = $1`, [approval_id]);
    expect(await approve(approval_id)).toMatchObject({ msg: 'approval_changed' });
    expect(await feeNow()).toBe('1.00');
  });

  it('is done once', async () => {
    const { approval_id } = waitsOf(await setFee('2.50'));
    const { content_hash } = await shown(approval_id);
    const others = [two, await makeStaff(app, 'finance'), await makeStaff(app, 'finance')];
    const answers = await Promise.all(others.map((member) => approve(approval_id, member, content_hash)));
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['approval_decided', 'approval_decided', 'ok']);
    expect(dataOf(await setFee('2.00'))).toEqual({ waits: null });
    expect(await approve(approval_id, two, content_hash)).toMatchObject({ msg: 'approval_decided' });
    expect(await feeNow()).toBe('2.00');
  });

  it('is refused when the terms have moved since, even back again, and stays for others to see', async () => {
    const { approval_id } = waitsOf(await setFee('2.50'));
    dataOf(await setFee('1.10'));
    expect(await approve(approval_id)).toMatchObject({ msg: 'terms_changed' });
    dataOf(await setFee('1.00'));
    expect(await approve(approval_id)).toMatchObject({ msg: 'terms_changed' });
    expect(await feeNow()).toBe('1.00');
    expect(await shown(approval_id)).toMatchObject({ state: 'pending' });
    expect(await two.call(approvalReject, { approval_id, remark: 'Outdated' })).toMatchObject({ code: 200 });
    expect((await coinNow())?.waiting).toBe(0);
  });

  it('is one of two that were entered from the same: the second is refused', async () => {
    const [first, second] = [waitsOf(await setFee('2.50')), waitsOf(await setFee('3.50'))];
    expect(await approve(first.approval_id)).toMatchObject({ code: 200 });
    expect(await approve(second.approval_id)).toMatchObject({ msg: 'terms_changed' });
    expect(await feeNow()).toBe('2.50');
  });
});

describe('a rate', () => {
  it('beyond its bound waits, and is refused when another was set meanwhile', async () => {
    expect(dataOf(await setRate('0.93'))).toEqual({ waits: null });
    const { why, approval_id } = waitsOf(await setRate('0.95'));
    expect(why).toEqual([{ name: 'rate', before: '0.92', after: '0.95', change: '3.3', bound: '2.00' }]);
    expect(dataOf(await setRate('0.925'))).toEqual({ waits: null });
    expect(await approve(approval_id)).toMatchObject({ msg: 'terms_changed' });
    const again = waitsOf(await setRate('0.95'));
    expect((await shown(again.approval_id)).facts).toContainEqual({ name: 'rate', value: '0.925 → 0.95' });
    expect(await approve(again.approval_id)).toMatchObject({ code: 200 });
    expect((await coinNow())?.rate).toMatchObject({ rate: '0.95', set_by: String(one.staffId) });
    expect(dataOf(await setRate('0.96'))).toEqual({ waits: null });
  });

  it('is set by one person where there was none', async () => {
    await app.sql('delete from coin_rate where coin = $1', [coin]);
    expect(dataOf(await setRate('25400'))).toEqual({ waits: null });
    expect(waitsOf(await setRate('2540')).why).toMatchObject([{ change: '90.0' }]);
  });
});

describe("a merchant's own terms", () => {
  const own = (merchant_id: number, terms: object) =>
    set(calls.marketMerchantTermsSet, { merchant_id, coin_name: coin, ...NO_TERMS, ...terms });

  it('are measured by what the merchant pays, by the terms of everybody while it has none', async () => {
    const { merchant_id } = await makeMerchant(app, { markets: [market] });
    expect(dataOf(await own(merchant_id, { payment_fee_rate: '0.90' }))).toEqual({ waits: null });
    const { why, approval_id } = waitsOf(await own(merchant_id, { payment_fee_rate: '0.50' }));
    expect(why).toMatchObject([{ name: 'payment_fee_rate', before: '1.00', after: '0.50', change: '50.0' }]);
    const approval = await shown(approval_id);
    expect(approval).toMatchObject({ kind: 'market.merchant_terms', owner_id: merchant_id });
    expect(approval.facts).toEqual(
      expect.arrayContaining([
        { name: 'coin', value: coin },
        { name: 'arrives_of_100', value: '99.10 → 99.50' },
        { name: 'payment_fee_rate', value: '0.90 → 0.50' },
      ]),
    );
    const terms = async () =>
      dataOf(await one.call(calls.marketMerchantTerms, { merchant_id })).list.find(({ coin_name }) => coin_name === coin);
    expect(await terms()).toMatchObject({ waiting: 1, own: { payment_fee_rate: '0.90' }, usual: { payment_fee_rate: '1.00' } });
    expect(await approve(approval_id)).toMatchObject({ code: 200 });
    expect(await terms()).toMatchObject({ waiting: 0, own: { payment_fee_rate: '0.50' } });
    // Back to the terms of everybody is a change as well: it doubles what the merchant pays.
    expect(waitsOf(await own(merchant_id, {})).why).toMatchObject([{ before: '0.50', after: '1.00', change: '100.0' }]);
  });

  it('are refused when those of everybody have moved since, by which the change was measured', async () => {
    const { merchant_id } = await makeMerchant(app, { markets: [market] });
    const { approval_id } = waitsOf(await own(merchant_id, { payment_fee_rate: '0.50' }));
    dataOf(await setFee('1.10'));
    expect(await approve(approval_id)).toMatchObject({ msg: 'terms_changed' });
    expect(await app.sql('select from merchant_terms where merchant_id = $1', [merchant_id])).toEqual([]);
  });

  it('add up with steps of the coin’s, which the merchant paid that day', async () => {
    const { merchant_id } = await makeMerchant(app, { markets: [market] });
    expect(dataOf(await setFee('1.20'))).toEqual({ waits: null });
    const beyond = [{ name: 'payment_fee_rate', before: '1.00', after: '1.44', change: '44.0' }];
    expect(waitsOf(await own(merchant_id, { payment_fee_rate: '1.44' })).why).toMatchObject(beyond);
    expect(dataOf(await check({ merchant_id, payment_fee_rate: '1.44' })).why).toMatchObject(beyond);
    // An own fee that is the coin's to begin with is no way around.
    expect(dataOf(await own(merchant_id, { payment_fee_rate: '1.20' }))).toEqual({ waits: null });
    expect(waitsOf(await own(merchant_id, { payment_fee_rate: '1.44' })).why).toMatchObject(beyond);
    // Who has had one for longer has not paid the coin's.
    await aDayPasses();
    expect(dataOf(await setFee('1.44'))).toEqual({ waits: null });
    expect(dataOf(await own(merchant_id, { payment_fee_rate: '1.00' }))).toEqual({ waits: null });
  });

  it('that are taken back count for the coin’s, which are measured by what its merchants paid', async () => {
    const { merchant_id } = await makeMerchant(app, { markets: [market] });
    expect(dataOf(await own(merchant_id, { payment_fee_rate: '0.90' }))).toEqual({ waits: null });
    // It pays the coin's no more.
    expect(dataOf(await setFee('1.10'))).toEqual({ waits: null });
    await aDayPasses();
    expect(waitsOf(await own(merchant_id, {})).why).toMatchObject([{ before: '0.90', after: '1.10', change: '22.3' }]);
    expect(dataOf(await setFee('1.00'))).toEqual({ waits: null });
    expect(dataOf(await own(merchant_id, {}))).toEqual({ waits: null });
    expect(waitsOf(await setFee('1.20')).why).toMatchObject([{ name: 'payment_fee_rate', before: '0.90', after: '1.20', change: '33.4' }]);
    expect(dataOf(await check({ payment_fee_rate: '1.20' })).why).toMatchObject([{ before: '0.90' }]);
    await aDayPasses();
    expect(dataOf(await setFee('1.20'))).toEqual({ waits: null });
  });

  it('hold for the next order and are what the merchant sees, once they are approved', async () => {
    const merchant = await makeMerchant(app, { markets: [market] });
    const signedWith = await makeKey(app, merchant);
    const feeOf = async (order_id: string) =>
      dataOf(await app.call(openOrderCreate, { order_id, coin_name: coin, amount: '100.00' }, { signedWith })).handling_fee;
    const { approval_id } = waitsOf(
      await own(merchant.merchant_id, { payment_fee_rate: '0.25', order_minimum: '5', order_maximum: '900' }),
    );
    expect(await feeOf('before')).toBe('1.00');
    expect(await approve(approval_id)).toMatchObject({ code: 200 });
    expect(await feeOf('after')).toBe('0.25');
    expect(dataOf(await app.call(coinList, {}, { token: merchant.token })).list).toMatchObject([
      { coin_name: coin, payment_fee_rate: '0.25', order_minimum: '5.00', order_maximum: '900.00' },
    ]);
  });
});

describe('the bounds', () => {
  it('are lowered by one person and raised by two', async () => {
    const bounds = async () => dataOf(await one.call(calls.marketOverview, {})).bounds;
    expect(await bounds()).toEqual({ fee_bound: '20.00', rate_bound: '2.00' });
    expect(dataOf(await set(calls.marketBoundsSet, { fee_bound: '10', rate_bound: '2' }))).toEqual({ waits: null });
    expect(waitsOf(await setFee('1.20')).why).toMatchObject([{ bound: '10.00' }]);
    const { why, approval_id } = waitsOf(await set(calls.marketBoundsSet, { fee_bound: '100', rate_bound: '1' }));
    expect(why).toEqual([{ name: 'fee_bound', before: '10.00', after: '100.00', change: null, bound: null }]);
    expect(await bounds()).toEqual({ fee_bound: '10.00', rate_bound: '2.00' });
    expect(await approve(approval_id, one, (await shown(approval_id)).content_hash)).toMatchObject({ msg: 'approval_own' });
    expect(await approve(approval_id)).toMatchObject({ code: 200 });
    expect(await bounds()).toEqual({ fee_bound: '100.00', rate_bound: '1.00' });
    const again = waitsOf(await set(calls.marketBoundsSet, { fee_bound: '100', rate_bound: '50' }));
    dataOf(await set(calls.marketBoundsSet, { fee_bound: '20', rate_bound: '1' }));
    expect(await approve(again.approval_id)).toMatchObject({ msg: 'terms_changed' });
    await app.sql('delete from change_bound where sequence > 1');
  });

  it.each([{ fee_bound: '100.01' }, { fee_bound: '-1' }, { rate_bound: '1.001' }, { rate_bound: '' }])('are not %o', async (wrong) => {
    expect(await set(calls.marketBoundsSet, { fee_bound: '1', rate_bound: '1', ...wrong })).toMatchObject({ msg: 'invalid_input' });
  });
});

describe('a look beforehand', () => {
  it('says what would want a second person, and changes nothing', async () => {
    expect(dataOf(await check({ payment_fee_rate: '1.20', rate: '0.93' }))).toEqual({ why: [] });
    expect(dataOf(await check({ payment_fee_rate: '1.21', rate: '0.90' })).why).toMatchObject([
      { name: 'payment_fee_rate', change: '21.0' },
      { name: 'rate', change: '2.2' },
    ]);
    const { merchant_id } = await makeMerchant(app, { markets: [market] });
    expect(dataOf(await check({ merchant_id, transfer_fee_rate: '0.50' })).why).toMatchObject([{ name: 'transfer_fee_rate' }]);
    expect(await coinNow()).toMatchObject({ payment_fee_rate: '1.00', rate: { rate: '0.92' }, waiting: 0 });
    expect(await check({ coin_name: 'DOGE' })).toMatchObject({ msg: 'coin_unknown' });
  });
});

it('a change without a reason is refused', async () => {
  const input = { coin_name: coin, rate: '0.93', reason: '', google_code: await one.code() };
  expect(await one.call(calls.marketRateSet, input)).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'reason' }] } });
  expect((await coinNow())?.rate?.rate).toBe('0.92');
});
