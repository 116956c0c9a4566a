import type { InputOf } from '@purser/contract/call';
import * as calls from '@purser/contract/features/market';
import type { StaffReviewKind } from '@purser/contract/features/review';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reviewBounds } from '../../domain/review-bound.ts';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { addMarket, approveBy, type BoundedCall, coinShownTo, setBy, shownTo, waitsOf } from './testing/two-people.ts';

/** Changes of what orders under review go by, within and beyond what one person may do. */

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
let coin: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin')];
  ({ coin } = await addMarket(one));
});

const set = <C extends BoundedCall>(call: C, input: Omit<InputOf<C>, 'google_code' | 'reason'>) => setBy(one, call, input);
const approve = (approval_id: string, member = two, content_hash?: string) => approveBy(member, approval_id, content_hash);
const shown = (approval_id: string) => shownTo(two, approval_id);
const coinNow = () => coinShownTo(one, coin);

describe('up to where one person approves orders', () => {
  const bounds = { adjustment_bound: '100', usdt_recharge_bound: '200', usdt_withdrawal_bound: '300', fiat_withdrawal_bound: '400' };
  const setBounds = (wish: object = {}) => set(calls.marketReviewBoundsSet, { coin_name: coin, ...bounds, ...wish });
  const held = async (kind: StaffReviewKind) =>
    app.platform.operator.db.systemTransaction(async (tx) => (await reviewBounds(tx))(coin, kind));

  it('is raised by two people and lowered by one', async () => {
    expect(await coinNow()).toMatchObject({ adjustment_bound: '0.00', fiat_withdrawal_bound: '0.00' });
    const { why, approval_id } = waitsOf(await setBounds());
    expect(why).toContainEqual({ name: 'usdt_recharge_bound', before: '0.00', after: '200.00', change: null, bound: null });
    expect(await coinNow()).toMatchObject({ adjustment_bound: '0.00', waiting: 1 });
    expect((await shown(approval_id)).facts).toContainEqual({ name: 'adjustment_bound', value: '0.00 → 100.00' });
    expect(await approve(approval_id, one, (await shown(approval_id)).content_hash)).toMatchObject({ msg: 'approval_own' });
    expect(await approve(approval_id)).toMatchObject({ code: 200 });
    expect(await coinNow()).toMatchObject({ adjustment_bound: '100.00', fiat_withdrawal_bound: '400.00', waiting: 0 });
    expect(dataOf(await setBounds({ adjustment_bound: '0', usdt_recharge_bound: '199.99' }))).toEqual({ waits: null });
    expect([await held('adjustment'), await held('usdt_recharge'), await held('usdt_withdrawal')]).toEqual([0n, 19_999n, 30_000n]);
    expect(await app.sql(`select count(*)::int as rows from review_bound where coin = $1`, [coin])).toEqual([{ rows: 6 }]);
  });

  it('is refused when it was changed since, and what is no amount at its field', async () => {
    const { approval_id } = waitsOf(await setBounds());
    expect(await approve(waitsOf(await setBounds({ adjustment_bound: '50' })).approval_id)).toMatchObject({ code: 200 });
    expect(await approve(approval_id)).toMatchObject({ msg: 'terms_changed' });
    expect(await setBounds({ fiat_withdrawal_bound: '1.001' })).toMatchObject({
      msg: 'invalid_input',
      data: { fields: [{ field: 'fiat_withdrawal_bound' }] },
    });
    expect(await setBounds({ coin_name: 'DOGE' })).toMatchObject({ msg: 'coin_unknown' });
  });
});

describe('a coin on a network', () => {
  const token = {
    network: 'ERC20',
    contract_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    token_decimals: 6,
    confirmations: 12,
    deposit_address: '0x55d398326f99059fF775485246999027B3197955',
    network_fee: '1',
    is_on: true,
  };
  const save = (wish: object = {}) => set(calls.marketCoinNetworkSave, { coin_name: coin, ...token, ...wish });
  const now = async () =>
    dataOf(await one.call(calls.marketOverview, {}))
      .networks.find(({ network }) => network === 'ERC20')
      ?.coins.find(({ coin_name }) => coin_name === coin);

  it('has its fee changed by one person within the bound, in small steps too', async () => {
    expect(dataOf(await save())).toEqual({ waits: null });
    expect(dataOf(await save({ network_fee: '1.15' }))).toEqual({ waits: null });
    const { why, approval_id } = waitsOf(await save({ network_fee: '1.3', confirmations: 20 }));
    expect(why).toEqual([{ name: 'network_fee', before: '1.00', after: '1.30', change: '30.0', bound: '20.00' }]);
    expect(await now()).toMatchObject({ network_fee: '1.15', confirmations: 12 });
    expect(await approve(approval_id)).toMatchObject({ code: 200 });
    expect(await now()).toMatchObject({ network_fee: '1.30', confirmations: 20 });
    expect(dataOf(await save({ network_fee: '1.5' }))).toEqual({ waits: null });
  });

  it('is sent to elsewhere by two people only, and is switched off by one', async () => {
    dataOf(await save());
    const other = '0x2222222222222222222222222222222222222222';
    const { why, approval_id } = waitsOf(await save({ deposit_address: other }));
    expect(why).toEqual([{ name: 'deposit_address', before: token.deposit_address, after: other, change: null, bound: null }]);
    expect(dataOf(await save({ is_on: false }))).toEqual({ waits: null });
    expect(await approve(approval_id)).toMatchObject({ msg: 'terms_changed' });
    expect(await now()).toMatchObject({ deposit_address: token.deposit_address, is_on: false });
  });

  it('is not sent to an address that has become a merchant’s own while it waited', async () => {
    dataOf(await save());
    const other = '0x3333333333333333333333333333333333333333';
    const { approval_id } = waitsOf(await save({ deposit_address: other }));
    await app.sql(`insert into address_directory values ('ERC20', $1, 10000001)`, [other]);
    expect(await approve(approval_id)).toMatchObject({ msg: 'terms_changed' });
    expect(await now()).toMatchObject({ deposit_address: token.deposit_address });
  });
});
