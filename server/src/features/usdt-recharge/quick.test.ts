import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { RECHARGE_WAYS } from '@purser/contract/features/account';
import * as calls from '@purser/contract/features/usdt-recharge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { DEPOSIT_ADDRESSES, newTxid, openRecharges, told } from './testing/recharge.ts';

let app: TestApp;
let finance: TestStaff;
let second: TestStaff;
let merchant: TestMerchant;

/** An address of TRON that nobody else is given here: those of the tests follow each other. */
const OWN = ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb'] as const;
const FOREIGN = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await openRecharges(app);
  [finance, second] = await Promise.all([makeStaff(app, 'finance'), makeStaff(app, 'finance')]);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from address_directory');
  await app.sql('delete from deposit_address');
  merchant = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.manual, RECHARGE_WAYS.quick] });
});

async function enterAddress(wishes: object = {}) {
  const input = { merchant_id: merchant.merchant_id, network: 'TRC20', address: OWN[0], reason: 'Contract', ...wishes };
  return finance.call(calls.depositAddressSet, { ...input, google_code: await finance.code() });
}
/** Entered by one person and given by another. */
async function setAddress(wishes: object = {}) {
  const entered = await enterAddress(wishes);
  return entered.code === 200 ? approve(second, dataOf(entered).approval_id) : entered;
}
async function enter(wishes: object = {}) {
  const input = {
    merchant_id: merchant.merchant_id,
    coin: 'CNYT',
    network: 'TRC20',
    trade_count: '500',
    apply_txid: newTxid(),
    reason: 'Arrived',
    ...wishes,
  };
  return finance.call(calls.quickRechargeEnter, { ...input, google_code: await finance.code() });
}
async function approve(member: TestStaff, approval_id: string) {
  const found = dataOf(await member.call(approvalList, { state: 'pending', page_size: 100 })).list.find(
    (one) => one.approval_id === approval_id,
  );
  return member.call(approvalApprove, { approval_id, content_hash: found?.content_hash ?? '', google_code: await member.code() });
}
const quick = async () => dataOf(await app.call(calls.quickRechargeQuery, {}, { token: merchant.token })).list;

describe("a merchant's own address", () => {
  it('is given by staff, and read by the merchant alone', async () => {
    expect(await setAddress()).toMatchObject({ code: 200 });
    const { token, merchant_id } = merchant;
    expect(dataOf(await app.call(calls.chargeQueryAddress, { network: 'TRC20' }, { token }))).toEqual({
      network: 'TRC20',
      address: OWN[0],
      coin_name: 'CNYT',
      usdt_recharge_minimum: '100.000000',
    });
    expect(dataOf(await app.call(calls.chargeBlockchainList, {}, { token })).list).toEqual([
      { network: 'ERC20', has_address: false },
      { network: 'TRC20', has_address: true },
    ]);
    expect(dataOf(await finance.call(calls.depositAddressList, { merchant_id })).list).toContainEqual({
      network: 'TRC20',
      address: OWN[0],
      set_time: expect.any(String),
    });
    const other = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [2] });
    expect(await app.call(calls.chargeQueryAddress, { network: 'TRC20' }, { token: other.token })).toMatchObject({
      msg: 'deposit_network_missing',
    });
    const [entry] = await app.sql<{ action: string; details: object }>(
      `select action, details from audit_log where owner_id = $1 and action = 'recharge.deposit_address' order by sequence desc limit 1`,
      [merchant_id],
    );
    expect(entry).toMatchObject({ action: 'recharge.deposit_address', details: { before: null, after: OWN[0], network: 'TRC20' } });
  });

  it('is given by two people: whoever enters it gives it not alone, and nobody sees it before', async () => {
    const { token } = merchant;
    const { approval_id } = dataOf(await enterAddress());
    expect(await app.call(calls.chargeQueryAddress, { network: 'TRC20' }, { token })).toMatchObject({ msg: 'deposit_network_missing' });
    expect(await app.sql('select from address_directory')).toEqual([]);
    expect(await approve(finance, approval_id)).toMatchObject({ msg: 'approval_own' });
    expect(await app.sql('select from deposit_address')).toEqual([]);
    // Another address came in between: what was entered is not what it was entered against.
    const later = dataOf(await enterAddress({ address: OWN[1] }));
    expect(await approve(second, later.approval_id)).toMatchObject({ code: 200 });
    expect(await approve(second, approval_id)).toMatchObject({ msg: 'terms_changed' });
    expect(dataOf(await app.call(calls.chargeQueryAddress, { network: 'TRC20' }, { token })).address).toBe(OWN[1]);
  });

  it("is one party's for good, also after another one was given", async () => {
    await setAddress();
    expect(await setAddress({ address: OWN[1] })).toMatchObject({ code: 200 });
    const other = await makeMerchant(app);
    for (const address of [OWN[0], OWN[1]]) {
      expect(await setAddress({ merchant_id: other.merchant_id, address })).toMatchObject({ msg: 'deposit_address_taken' });
    }
    expect(await setAddress({ address: OWN[0] }), 'its own again').toMatchObject({ code: 200 });
  });

  it('given to two at once is given to one', async () => {
    const [one, two] = [await makeMerchant(app), await makeMerchant(app)];
    const enterBy = async (member: TestStaff, { merchant_id }: TestMerchant) =>
      dataOf(
        await member.call(calls.depositAddressSet, {
          merchant_id,
          network: 'TRC20',
          address: OWN[2],
          reason: 'x',
          google_code: await member.code(),
        }),
      ).approval_id;
    const [first, other] = [await enterBy(finance, one), await enterBy(second, two)];
    const answers = await Promise.all([approve(second, first), approve(finance, other)]);
    expect(answers.map(({ msg }) => msg).sort()).toEqual(['deposit_address_taken', 'ok']);
  });

  it.each([
    ['terms_merchant_unknown', { merchant_id: 99_999_999 }],
    ['network_unknown', { network: 'NOPE' }],
    ['address_malformed', { address: FOREIGN }],
    ['address_malformed', { address: `${OWN[0].slice(0, -1)}9` }],
    ['deposit_address_taken', { address: DEPOSIT_ADDRESSES.TRC20 }],
    ['deposit_address_taken', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
  ])('is refused with %s for %o', async (outcome, wrong) => {
    expect(await setAddress(wrong)).toMatchObject({ msg: outcome });
    expect(await app.sql('select from address_directory')).toEqual([]);
  });

  it('is for those alone who may recharge quickly', async () => {
    const { token } = await makeMerchant(app, { recharge_configuration: [RECHARGE_WAYS.manual] });
    expect(await app.call(calls.chargeQueryAddress, { network: 'TRC20' }, { token })).toMatchObject({ msg: 'quick_recharge_off' });
    expect(await app.call(calls.chargeBlockchainList, {}, { token })).toMatchObject({ msg: 'quick_recharge_off' });
  });
});

describe('what arrived at it', () => {
  beforeEach(async () => {
    await setAddress();
  });

  it('is entered by one member of staff and credited by another, once', async () => {
    const apply_txid = newTxid();
    const { approval_id } = dataOf(await enter({ apply_txid }));
    expect(await quick(), 'nothing yet').toEqual([]);
    expect(await approve(finance, approval_id)).toMatchObject({ msg: 'approval_own' });
    expect(await quick(), 'not by who entered it').toEqual([]);
    expect(await approve(second, approval_id)).toMatchObject({ code: 200 });
    expect(await quick()).toMatchObject([
      {
        status: 'approved',
        trade_count: '500.000000',
        exchange_count: '3550.00',
        fee: '7.10',
        count: '3542.90',
        address: OWN[0],
        txid: apply_txid,
        network: 'TRC20',
      },
    ]);
    expect(dataOf(await app.call(calls.usdtRechargeQuery, {}, { token: merchant.token })).list, 'not among those that were told').toEqual(
      [],
    );
    const [balance] = await app.sql(`select available from ledger.account where owner_id = $1 and coin = 'CNYT' and purpose = 'main'`, [
      merchant.merchant_id,
    ]);
    expect(balance).toEqual({ available: '354290' });
    expect(await enter({ apply_txid })).toMatchObject({ msg: 'txid_used' });
    expect(await app.call(calls.usdtRechargeAdd, told({ apply_txid }), { token: merchant.token })).toMatchObject({ msg: 'txid_used' });
  });

  it('is not credited when its TXID was told meanwhile', async () => {
    const apply_txid = newTxid();
    const { approval_id } = dataOf(await enter({ apply_txid }));
    expect(await app.call(calls.usdtRechargeAdd, told({ apply_txid }), { token: merchant.token })).toMatchObject({ code: 200 });
    expect(await approve(second, approval_id)).toMatchObject({ msg: 'txid_used' });
    expect(await quick()).toEqual([]);
  });

  it.each([
    ['terms_merchant_unknown', { merchant_id: 99_999_999 }],
    ['coin_unknown', { coin: 'DOGE' }],
    ['market_not_enabled', { coin: 'VNDT' }],
    ['deposit_network_missing', { network: 'ERC20' }],
    ['amount_below_minimum', { trade_count: '99' }],
    ['txid_malformed', { apply_txid: 'abc' }],
  ])('is refused with %s for %o', async (outcome, wrong) => {
    expect(await enter(wrong)).toMatchObject({ msg: outcome });
  });

  it('is refused for a merchant without quick recharges, and for a suspended one when it is credited', async () => {
    const { approval_id } = dataOf(await enter());
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [merchant.merchant_id]);
    expect(await approve(second, approval_id)).toMatchObject({ msg: 'recharge_owner_suspended' });
    await app.sql(`update merchant set status = 'normal', recharge_configuration = '{1}' where merchant_id = $1`, [merchant.merchant_id]);
    expect(await enter()).toMatchObject({ msg: 'quick_recharge_off' });
  });
});
