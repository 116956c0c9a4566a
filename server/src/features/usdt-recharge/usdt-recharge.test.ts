import * as calls from '@purser/contract/features/usdt-recharge';
import { LONGEST_ADDRESS } from '@purser/contract/limits';
import { balancesOf } from '@purser/ledger/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveReviewOrders, type ReviewOrder } from '../../domain/review-order.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { usdtRecharge } from './kind.ts';
import { usdtRechargeRoutes } from './routes.ts';
import { UsdtRecharges } from './service.ts';
import { DEPOSIT_ADDRESSES, newTxid, openRecharges, told } from './testing/recharge.ts';

let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => usdtRechargeRoutes(platform, new UsdtRecharges(platform)) });
  await openRecharges(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  merchant = await makeMerchant(app, { markets: ['CNY', 'USD'] });
});

const add = (wishes: Parameters<typeof told>[0] = {}, token = merchant.token) => app.call(calls.usdtRechargeAdd, told(wishes), { token });
const listed = async (filters: object = {}, token = merchant.token) =>
  dataOf(await app.call(calls.usdtRechargeQuery, { ...filters }, { token })).list;

/** Decides as staff do. */
async function decide(ownerId: number, serialNumber: string, event: 'approve' | 'reject'): Promise<ReviewOrder | Refusal | undefined> {
  const by = { kind: 'operator', id: '1', name: 'Ada' } as const;
  const [done] = await app.platform.operator.db.systemTransaction((tx) =>
    moveReviewOrders(tx, app.platform, usdtRecharge, [
      { ownerId, serialNumber, event, by, ...(event === 'reject' && { remark: 'Not found' }) },
    ]),
  );
  return done;
}

/** What of each account a posting moved, as "owner coin purpose". */
async function legsOf(serialNumber: string): Promise<Record<string, bigint>> {
  const rows = await app.sql<{ owner_id: string; coin: string; purpose: string; moved: string }>(
    `select owner_id, coin, purpose, available_after - available_before as moved from ledger.entry where serial_number = $1`,
    [serialNumber],
  );
  return Object.fromEntries(rows.map(({ owner_id, coin, purpose, moved }) => [`${owner_id} ${coin} ${purpose}`, BigInt(moved)]));
}
const feeStripe = (owner: number) => 1 + (owner % 16);

describe('what is told', () => {
  it('waits for staff, with rate, fee and amounts as they were shown', async () => {
    const input = told();
    const made = dataOf(await app.call(calls.usdtRechargeAdd, input, { token: merchant.token }));
    expect(made).toEqual({
      order_no: expect.stringMatching(/^RC/),
      status: 'pending_review',
      merchant_id: merchant.merchant_id,
      name: merchant.name,
      abbreviation: 'CNYT',
      trade_count: '1000.000000',
      in_abbreviation: 'USDT',
      rate: '7.1',
      exchange_count: '7100.00',
      usdt_recharge_fee: '0.20',
      fee: '14.20',
      count: '7085.80',
      network: 'TRC20',
      address: DEPOSIT_ADDRESSES.TRC20,
      txid: input.apply_txid,
      remark: '',
      create_time: expect.any(String),
      audit_time: null,
    });
    expect(await listed()).toEqual([made]);
    expect(dataOf(await app.call(calls.usdtRechargeDetail, { order_no: made.order_no }, { token: merchant.token }))).toEqual(made);
    expect(await legsOf(made.order_no), 'nothing has moved').toEqual({});
  });

  it('takes USDT itself, whose account is open then', async () => {
    const made = dataOf(await add({ coin: 'USDT', rate: '1', fee: '2', trade_count: '1000' }));
    expect(made).toMatchObject({ abbreviation: 'USDT', rate: '1', exchange_count: '1000.000000', fee: '2.000000', count: '998.000000' });
    expect(await balancesOf(app.platform.db.system, merchant.merchant_id, ['USDT'])).toMatchObject([{ available_minor: 0n }]);
  });

  it('rounds the fee up and what arrives down', async () => {
    const made = dataOf(await add({ trade_count: '100.000001', fee: '1.42', rate: '7.10' }));
    expect(made).toMatchObject({ trade_count: '100.000001', exchange_count: '710.00', fee: '1.42', count: '708.58' });
  });

  it("goes by the merchant's own fee where it has one", async () => {
    await app.sql('insert into merchant_terms (merchant_id, coin, usdt_recharge_fee_bp) values ($1, $2, 0)', [
      merchant.merchant_id,
      'CNYT',
    ]);
    expect(dataOf(await add({ fee: '0' }))).toMatchObject({ usdt_recharge_fee: '0.00', fee: '0.00', count: '7100.00' });
    expect(dataOf(await add({ fee: '0', count: '7100' }))).toMatchObject({ count: '7100.00' });
  });

  it.each([
    ['coin_unknown', { coin: 'DOGE' }],
    ['market_not_enabled', { coin: 'VNDT' }],
    ['deposit_network_missing', { network: 'BEP20' }],
    ['deposit_network_missing', { network: 'NOPE' }],
    ['deposit_address_changed', { address: DEPOSIT_ADDRESSES.ERC20 }],
    ['rate_changed', { rate: '7.2' }],
    ['amount_below_minimum', { trade_count: '99.999999' }],
    ['terms_changed', { fee: '14.19' }],
    ['terms_changed', { count: '7085.81' }],
    ['txid_malformed', { apply_txid: 'abc' }],
    ['invalid_input', { apply_txid: `${newTxid().slice(1)}-` }],
    ['invalid_input', { apply_txid: '' }],
    ['invalid_input', { trade_count: '1000.0000001' }],
    ['invalid_input', { trade_count: '-1' }],
    ['invalid_input', { trade_count: '100000000001' }],
    ['invalid_input', { rate: '0' }],
  ] as const)('is refused with %s for %o, and nothing is left of it', async (outcome, wrong) => {
    expect(await add(wrong)).toMatchObject({ msg: outcome });
    expect(await listed()).toEqual([]);
    expect(await app.sql('select from recharge_txid where owner_id = $1', [merchant.merchant_id])).toEqual([]);
  });

  it('is refused while its coin is off, has no rate, or its owner is suspended', async () => {
    await app.sql(`update coin set is_on = false where code = 'USDP'`);
    expect(await add({ coin: 'USDP', rate: '0.99', fee: '1.98' })).toMatchObject({ msg: 'coin_off' });
    await app.sql(`update coin set is_on = true where code = 'USDP'`);
    const vietnam = await makeMerchant(app, { markets: ['VND'] });
    expect(await add({ coin: 'VNDT', rate: '25400', fee: '50800' }, vietnam.token)).toMatchObject({ msg: 'rate_unavailable' });
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [merchant.merchant_id]);
    expect(await add()).toMatchObject({ msg: 'access_restricted' });
  });

  it('keeps the rate that was shown for a minute after a new one, and answers the new one after that', async () => {
    await app.sql(
      `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('CNYT', 2, 'fixed', 7.3, '1', now() - interval '30 seconds')`,
    );
    expect(dataOf(await add())).toMatchObject({ rate: '7.1', count: '7085.80' });
    await app.sql(`update coin_rate set set_at = now() - interval '61 seconds' where coin = 'CNYT' and sequence = 2`);
    expect(await add()).toMatchObject({ msg: 'rate_changed', data: { rate: '7.3' } });
    await app.sql(`delete from coin_rate where coin = 'CNYT' and sequence = 2`);
  });
});

describe('a TXID', () => {
  it('counts once in the whole installation, however it is spelt', async () => {
    const txid = newTxid();
    const another = await makeMerchant(app, { markets: ['CNY'] });
    expect(await add({ apply_txid: txid })).toMatchObject({ code: 200 });
    expect(await add({ apply_txid: txid })).toMatchObject({ msg: 'txid_used' });
    expect(await add({ apply_txid: `0x${txid.toUpperCase()}` }, another.token)).toMatchObject({ msg: 'txid_used' });
    expect(await add({ apply_txid: txid, network: 'ERC20', address: DEPOSIT_ADDRESSES.ERC20 }, another.token)).toMatchObject({ code: 200 });
  });

  it('told twice at once makes one order', async () => {
    const txid = newTxid();
    const others = await Promise.all(Array.from({ length: 6 }, () => makeMerchant(app, { markets: ['CNY'] })));
    const answers = await Promise.all(others.map(({ token }) => add({ apply_txid: txid }, token)));
    expect(answers.map(({ msg }) => msg).sort()).toEqual(['ok', ...Array.from({ length: 5 }, () => 'txid_used')]);
    expect(await app.sql('select from review_order where txid = $1', [txid])).toHaveLength(1);
  });

  it.each(['cancel', 'reject'] as const)('is free again after %s', async (event) => {
    const txid = newTxid();
    const { order_no } = dataOf(await add({ apply_txid: txid }));
    if (event === 'cancel') dataOf(await app.call(calls.usdtRechargeCancel, { order_no }, { token: merchant.token }));
    else await decide(merchant.merchant_id, order_no, 'reject');
    expect(await add({ apply_txid: txid })).toMatchObject({ code: 200 });
  });

  describe('that its owner took back and tells again', () => {
    const rateIs = (rate: number) =>
      app.sql(
        `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('CNYT', 2, 'fixed', $1, '1', now() - interval '2 minutes')`,
        [rate],
      );
    afterEach(() => app.sql(`delete from coin_rate where coin = 'CNYT' and sequence = 2`));
    async function takenBack(): Promise<string> {
      const txid = newTxid();
      const { order_no } = dataOf(await add({ apply_txid: txid }));
      dataOf(await app.call(calls.usdtRechargeCancel, { order_no }, { token: merchant.token }));
      return txid;
    }

    it('counts at the rate of before where that is lower, however often it is told', async () => {
      const txid = await takenBack();
      await rateIs(7.3);
      const again = { apply_txid: `0x${txid.toUpperCase()}`, rate: '7.3', fee: '14.6', count: '7285.4' };
      const earlier = { rate: '7.1', exchange_count: '7100.00', fee: '14.20', count: '7085.80' };
      const { order_no } = dataOf(await add(again));
      expect((await listed())[0]).toMatchObject({ order_no, ...earlier });
      dataOf(await app.call(calls.usdtRechargeCancel, { order_no }, { token: merchant.token }));
      expect(dataOf(await add(again))).toMatchObject(earlier);
      expect(await add({ ...again, apply_txid: newTxid(), fee: '14.20' }), 'what was shown has to add up').toMatchObject({
        msg: 'terms_changed',
      });
    });

    it('counts at the rate of now where that is lower', async () => {
      const txid = await takenBack();
      await rateIs(7);
      expect(dataOf(await add({ apply_txid: txid, rate: '7', fee: '14' }))).toMatchObject({ rate: '7', count: '6986.00' });
    });

    it('counts at the rate of now for another owner, in another coin, or on another network', async () => {
      const txid = await takenBack();
      await rateIs(7.3);
      const now = { apply_txid: txid, rate: '7.3', fee: '14.6' };
      const another = await makeMerchant(app, { markets: ['CNY'] });
      const { order_no } = dataOf(await add(now, another.token));
      dataOf(await app.call(calls.usdtRechargeCancel, { order_no }, { token: another.token }));
      expect(dataOf(await add({ ...now, network: 'ERC20', address: DEPOSIT_ADDRESSES.ERC20 }))).toMatchObject({ rate: '7.3' });
      expect(dataOf(await add({ apply_txid: txid, coin: 'USDP', rate: '0.99', fee: '1.98' }))).toMatchObject({ rate: '0.99' });
    });
  });

  it('stays taken once it was credited', async () => {
    const txid = newTxid();
    const { order_no } = dataOf(await add({ apply_txid: txid }));
    await decide(merchant.merchant_id, order_no, 'approve');
    expect(await add({ apply_txid: txid })).toMatchObject({ msg: 'txid_used' });
  });
});

describe('a decision', () => {
  it('credits what arrives, exchanges through the provider and takes the fee', async () => {
    const { order_no } = dataOf(await add());
    const owner = merchant.merchant_id;
    expect(await decide(owner, order_no, 'approve')).toMatchObject({ status: 'approved', audit: 'Ada' });
    expect(await legsOf(order_no)).toEqual({
      '1 USDT custody_trc20': -1_000_000_000n,
      '1 USDT exchange': 1_000_000_000n,
      '1 CNYT exchange': -710_000n,
      [`${owner} CNYT main`]: 708_580n,
      [`${feeStripe(owner)} CNYT fees`]: 1_420n,
    });
    const [row] = await listed();
    expect(row).toMatchObject({ status: 'approved', audit_time: expect.any(String) });
  });

  it('credits USDT without an exchange', async () => {
    const { order_no } = dataOf(await add({ coin: 'USDT', rate: '1', fee: '2' }));
    const owner = merchant.merchant_id;
    await decide(owner, order_no, 'approve');
    expect(await legsOf(order_no)).toEqual({
      '1 USDT custody_trc20': -1_000_000_000n,
      [`${owner} USDT main`]: 998_000_000n,
      [`${feeStripe(owner)} USDT fees`]: 2_000_000n,
    });
  });

  it.each(['approve', 'reject'] as const)('%s is made once', async (first) => {
    const { order_no } = dataOf(await add());
    await decide(merchant.merchant_id, order_no, first);
    const legs = await legsOf(order_no);
    for (const event of ['approve', 'reject'] as const) {
      expect(await decide(merchant.merchant_id, order_no, event)).toMatchObject({ outcome: 'review_decided' });
    }
    expect(await app.call(calls.usdtRechargeCancel, { order_no }, { token: merchant.token })).toMatchObject({ msg: 'review_decided' });
    expect(await legsOf(order_no)).toEqual(legs);
  });

  it('that rejects tells why, and moves nothing', async () => {
    const { order_no } = dataOf(await add());
    await decide(merchant.merchant_id, order_no, 'reject');
    expect(await listed()).toMatchObject([{ status: 'rejected', remark: 'Not found', audit_time: expect.any(String) }]);
    expect(await legsOf(order_no)).toEqual({});
  });

  it('does not credit an owner who is suspended, and may reject', async () => {
    const { order_no } = dataOf(await add());
    await app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [merchant.merchant_id]);
    expect(await decide(merchant.merchant_id, order_no, 'approve')).toMatchObject({ outcome: 'recharge_owner_suspended' });
    expect(await legsOf(order_no)).toEqual({});
    expect(await decide(merchant.merchant_id, order_no, 'reject')).toMatchObject({ status: 'rejected' });
  });

  it('is told that no chain is connected', async () => {
    const { order_no } = dataOf(await add());
    const evidence = await app.platform.operator.db.systemTransaction(async (tx) => {
      const { rows } = await tx.query<ReviewOrder>('select * from review_order where serial_number = $1', [order_no]);
      return usdtRecharge.evidence?.(tx, rows[0] as ReviewOrder);
    });
    expect(evidence).toEqual([{ name: 'chain', value: 'not_connected' }]);
  });
});

describe('the owner', () => {
  it('takes a recharge back while nobody has decided it', async () => {
    const { order_no } = dataOf(await add());
    const token = merchant.token;
    expect(dataOf(await app.call(calls.usdtRechargeCancel, { order_no }, { token }))).toMatchObject({ order_no, status: 'cancelled' });
    expect(await app.call(calls.usdtRechargeCancel, { order_no }, { token })).toMatchObject({
      msg: 'already_done',
      data: { status: 'cancelled' },
    });
  });

  it('neither sees nor takes back what is of others', async () => {
    const { order_no } = dataOf(await add());
    const { token } = await makeMerchant(app, { markets: ['CNY'] });
    expect(await listed({}, token)).toEqual([]);
    for (const call of [calls.usdtRechargeDetail, calls.usdtRechargeCancel]) {
      expect(await app.call(call, { order_no }, { token })).toMatchObject({ msg: 'recharge_unknown' });
    }
    const seen = await app.platform.db.scoped(merchant.merchant_id + 1_000_000, async (tx) => [
      (await tx.query('select * from recharge_txid')).rowCount,
      (await tx.query('select * from usdt_recharge')).rowCount,
      (await tx.query('select * from deposit_address')).rowCount,
    ]);
    expect(seen).toEqual([0, 0, 0]);
  });

  it('filters by status, coin, network, number and TXID', async () => {
    const first = dataOf(await add());
    const second = dataOf(await add({ coin: 'USDP', rate: '0.99', fee: '1.98', network: 'ERC20', address: DEPOSIT_ADDRESSES.ERC20 }));
    await decide(merchant.merchant_id, first.order_no, 'approve');
    const numbers = async (filters: object) => (await listed(filters)).map(({ order_no }) => order_no);
    expect(await numbers({})).toEqual([second.order_no, first.order_no]);
    expect(await numbers({ status: 'approved' })).toEqual([first.order_no]);
    expect(await numbers({ coin_name: 'USDP' })).toEqual([second.order_no]);
    expect(await numbers({ network: 'ERC20' })).toEqual([second.order_no]);
    expect(await numbers({ order_no: first.order_no })).toEqual([first.order_no]);
    expect(await numbers({ txid: second.txid })).toEqual([second.order_no]);
  });

  it('is told what holds, and the balances concerned', async () => {
    const { token } = merchant;
    expect(dataOf(await app.call(calls.usdtTradeSetting, {}, { token }))).toEqual({
      networks: [
        { network: 'ERC20', address: DEPOSIT_ADDRESSES.ERC20, credited_in: null },
        { network: 'TRC20', address: DEPOSIT_ADDRESSES.TRC20, credited_in: null },
      ],
      coins: [
        {
          coin_name: 'CNYT',
          decimals: 2,
          price_type: 'fixed',
          rate: '7.1',
          usdt_recharge_fee: '0.20',
          usdt_recharge_minimum: '100.000000',
        },
        {
          coin_name: 'USDP',
          decimals: 2,
          price_type: 'fixed',
          rate: '0.99',
          usdt_recharge_fee: '0.20',
          usdt_recharge_minimum: '100.000000',
        },
        { coin_name: 'USDT', decimals: 6, price_type: 'fixed', rate: '1', usdt_recharge_fee: '0.20', usdt_recharge_minimum: '100.000000' },
      ],
    });
    const { order_no } = dataOf(await add());
    await decide(merchant.merchant_id, order_no, 'approve');
    expect(dataOf(await app.call(calls.usdtTradeAssets, {}, { token })).list).toEqual([
      { coin_name: 'CNYT', available_asset: '7085.80', freeze_asset: '0.00' },
      { coin_name: 'USDP', available_asset: '0.00', freeze_asset: '0.00' },
      { coin_name: 'USDT', available_asset: '0.000000', freeze_asset: '0.000000' },
    ]);
  });

  it('has an address checked before it is used', async () => {
    const check = (network: string, address: string) =>
      app.call(calls.accountAddressCheck, { network, address }, { token: merchant.token });
    expect(dataOf(await check('ERC20', DEPOSIT_ADDRESSES.ERC20.toLowerCase()))).toEqual({ address: DEPOSIT_ADDRESSES.ERC20 });
    expect(dataOf(await check('TRC20', DEPOSIT_ADDRESSES.TRC20))).toEqual({ address: DEPOSIT_ADDRESSES.TRC20 });
    expect(await check('ERC20', DEPOSIT_ADDRESSES.TRC20)).toMatchObject({ msg: 'address_malformed', detail: 'Incorrect address format' });
    expect(await check('ERC20', 'x'.repeat(LONGEST_ADDRESS))).toMatchObject({ msg: 'address_malformed' });
    expect(await check('NOPE', DEPOSIT_ADDRESSES.TRC20)).toMatchObject({ msg: 'network_unknown' });
  });
});

describe('a wallet user', () => {
  it('recharges as a merchant does, for the coins of the wallet', async () => {
    const user = await makeUser(app, { markets: ['CNY'] });
    const payer = { payerToken: user.token };
    expect(dataOf(await app.call(calls.walletRechargeSetting, {}, payer)).coins.map(({ coin_name }) => coin_name)).toEqual(['CNYT']);
    expect(await app.call(calls.walletRechargeAdd, told({ coin: 'USDT', rate: '1', fee: '2' }), payer)).toMatchObject({
      msg: 'market_not_enabled',
    });
    const made = dataOf(await app.call(calls.walletRechargeAdd, told(), payer));
    expect(made).toMatchObject({ status: 'pending_review', count: '7085.80' });
    await decide(user.user_id, made.order_no, 'approve');
    expect((await legsOf(made.order_no))[`${user.user_id} CNYT main`]).toBe(708_580n);
    expect(dataOf(await app.call(calls.walletRechargeQuery, {}, payer)).list).toMatchObject([
      { ...made, status: 'approved', audit_time: expect.any(String) },
    ]);
  });

  it('takes one back, and is not credited while suspended', async () => {
    const user = await makeUser(app, { markets: ['CNY'] });
    const payer = { payerToken: user.token };
    const first = dataOf(await app.call(calls.walletRechargeAdd, told(), payer));
    expect(dataOf(await app.call(calls.walletRechargeCancel, { order_no: first.order_no }, payer))).toMatchObject({ status: 'cancelled' });
    const second = dataOf(await app.call(calls.walletRechargeAdd, told(), payer));
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
    expect(await decide(user.user_id, second.order_no, 'approve')).toMatchObject({ outcome: 'recharge_owner_suspended' });
  });
});
