import {
  bankFileAdd,
  bankFileOrderQuery,
  bankFileWaiting,
  fiatWithdrawalCallOff,
  MOST_LEFT_OUT_SHOWN,
} from '@purser/contract/features/bank-file';
import { fiatWithdrawalDetail } from '@purser/contract/features/fiat-withdrawal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { breaksOf } from '../../platform/testing/breaks.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { mayRest, untilWaiting } from '../../platform/testing/lock-waits.ts';
import { fund, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { fiatWithdrawalRoutes } from '../fiat-withdrawal/routes.ts';
import { approveWithdrawals, makeWithdrawal } from '../fiat-withdrawal/testing/withdrawal.ts';
import { makeMethod } from '../payment-method/testing/method.ts';
import { bankFileRoutes } from './routes.ts';
import { setPayoutAccount } from './testing/payout-account.ts';

/** What was approved is stopped before a bank is told of it. */

let app: TestApp;
let finance: TestStaff;
let other: TestStaff;
let merchant: TestMerchant;
let method: string;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...bankFileRoutes(platform), ...fiatWithdrawalRoutes(platform)] });
  [finance, other] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin')];
  await setPayoutAccount(app, finance.staffId);
});
beforeEach(async () => {
  await app.sql(`update payment_method set binding = 'unbound', is_default = false`);
  merchant = await makeMerchant(app);
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  method = await makeMethod(app, merchant.merchant_id);
});
afterAll(() => app.close());

const approved = async (amount = '500.00', payment_method_id = method) => {
  const order = await makeWithdrawal(app, { merchant, wish: { coin_name: 'USDP', amount, payment_method_id } });
  await approveWithdrawals(app, merchant.merchant_id, [order]);
  return order;
};
const make = async () => finance.call(bankFileAdd, { market: 'USD', execution_date: '2999-01-01', google_code: await finance.code() });
const callOff = async (order_no: string, by = other, owner_id = merchant.merchant_id) =>
  by.call(fiatWithdrawalCallOff, { owner_id, order_no, reason: 'The bank account was stolen', google_code: await by.code() });
const shown = async (order_no: string) => dataOf(await app.call(fiatWithdrawalDetail, { order_no }, { token: merchant.token }));
const balance = async () =>
  (
    await app.sql(`select available::int, frozen::int from ledger.account where owner_id = $1 and coin = 'USDP'`, [merchant.merchant_id])
  )[0];
const waiting = async () => dataOf(await finance.call(bankFileWaiting, {}));
const filed = async () =>
  dataOf(await finance.call(bankFileOrderQuery, { owner_id: merchant.merchant_id })).list.map((one) => one.order_no);

describe('an approved withdrawal that is called off', () => {
  it('gives its owner the whole amount and the reason, is noted, and comes into no file', async () => {
    const [stopped, kept] = [await approved('500.00'), await approved('200.00')];
    expect(await callOff(stopped)).toMatchObject({ msg: 'ok' });
    expect(await shown(stopped)).toMatchObject({ status: 'returned', remark: 'The bank account was stolen' });
    expect(await balance()).toEqual({ available: 80_000, frozen: 20_000 });
    expect(await make()).toMatchObject({ msg: 'ok', data: { order_count: 1 } });
    expect(await filed()).toEqual([kept]);
    const noted = await app.sql(
      `select actor, details ->> 'order_no' as order_no, details ->> 'reason' as reason from audit_log
       where owner_id = $1 and action = 'bank_file.call_off'`,
      [merchant.merchant_id],
    );
    expect(noted).toEqual([{ actor: String(other.staffId), order_no: stopped, reason: 'The bank account was stolen' }]);
    expect(await breaksOf(app)).toEqual([]);
  });

  it('is refused where it is in a file, is called off already, still waits for its approval, or is nobody’s', async () => {
    const [inFile] = [await approved()];
    dataOf(await make());
    expect(await callOff(inFile)).toMatchObject({ msg: 'not_waiting_for_file' });
    expect(await shown(inFile)).toMatchObject({ status: 'approved' });
    const stopped = await approved('100.00');
    await callOff(stopped);
    expect(await callOff(stopped)).toMatchObject({ msg: 'not_waiting_for_file' });
    const asked = await makeWithdrawal(app, { merchant, wish: { coin_name: 'USDP', amount: '100.00', payment_method_id: method } });
    expect(await callOff(asked)).toMatchObject({ msg: 'not_waiting_for_file' });
    const stranger = (await makeMerchant(app)).merchant_id;
    expect(await callOff(asked, other, stranger)).toMatchObject({ msg: 'order_unknown' });
    expect(await callOff(asked, await makeStaff(app, 'support'))).toMatchObject({ msg: 'staff_not_allowed' });
    expect(await balance()).toEqual({ available: 40_000, frozen: 60_000 });
  });

  // Whoever waits does so on a node.
  it.skipIf(onCluster).each([
    ['making a file', [make, callOff], ['ok', 'not_waiting_for_file']],
    ['calling it off', [callOff, make], ['ok', 'bank_file_empty']],
  ] as const)('while a file is made is either in it or called off: %s comes first', async (_, acts, outcomes) => {
    const order = await approved();
    const asked: ReturnType<typeof callOff>[] = [];
    // Neither decides anything until both have come as far as they can.
    await app.platform.operator.db.systemTransaction(async (tx) => {
      await mayRest(tx);
      await tx.query('select from review_order where serial_number = $1 for no key update', [order]);
      for (const [index, act] of acts.entries()) {
        asked.push(act(order) as ReturnType<typeof callOff>);
        await untilWaiting(app, index + 1);
      }
    });
    const [first, second] = await Promise.all(asked);
    expect([first?.msg, second?.msg]).toEqual(outcomes);
    const isFiled = acts[0] === make;
    expect(await filed()).toEqual(isFiled ? [order] : []);
    expect(await shown(order)).toMatchObject({ status: isFiled ? 'approved' : 'returned' });
    expect(await balance()).toEqual(isFiled ? { available: 50_000, frozen: 50_000 } : { available: 100_000, frozen: 0 });
  });
});

describe('a file leaves out, and the page shows, what would be paid', () => {
  const suspend = (status: string) => app.sql('update merchant set status = $1 where merchant_id = $2', [status, merchant.merchant_id]);
  const account = (change: string) => app.sql(`update payment_method set ${change} where payment_method_id = $1`, [method]);

  it.each([
    ['to an owner who is suspended', () => suspend('suspended'), () => suspend('normal'), 'owner_suspended'],
    [
      'to an account that was rejected since',
      () => account('verified_version = null, rejected_version = version'),
      () => account('verified_version = version, rejected_version = null'),
      'account_not_verified',
    ],
  ] as const)('%s, until that is put right', async (_, stop, putRight, why) => {
    const order = await approved();
    await stop();
    const { list, left_out } = await waiting();
    expect(left_out.filter(({ owner_id }) => owner_id === merchant.merchant_id)).toEqual([
      { owner_id: merchant.merchant_id, order_no: order, market: 'USD', amount: '496.00', why },
    ]);
    expect(list.find(({ market }) => market === 'USD')).toMatchObject({ order_count: 0, next_file: null });
    expect(await make()).toMatchObject({ msg: 'bank_file_empty' });
    await putRight();
    expect((await waiting()).left_out.filter(({ owner_id }) => owner_id === merchant.merchant_id)).toEqual([]);
    expect(await make()).toMatchObject({ msg: 'ok', data: { order_count: 1 } });
    expect(await filed()).toEqual([order]);
  });

  it('but what goes to an account that was unlinked since, as it was requested before', async () => {
    const order = await approved();
    await account(`binding = 'unbound'`);
    expect(await make()).toMatchObject({ msg: 'ok', data: { order_count: 1 } });
    expect(await filed()).toEqual([order]);
  });

  it('and what goes to an account that is neither verified nor linked any more, which can only be called off', async () => {
    const order = await approved();
    await account(`verified_version = null, rejected_version = version, binding = 'unbound'`);
    expect((await waiting()).left_out).toContainEqual({
      owner_id: merchant.merchant_id,
      order_no: order,
      market: 'USD',
      amount: '496.00',
      why: 'account_unlinked',
    });
    expect(await make()).toMatchObject({ msg: 'bank_file_empty' });
    expect(await callOff(order)).toMatchObject({ msg: 'ok' });
    expect(await balance()).toEqual({ available: 100_000, frozen: 0 });
  });

  it('and what is of a crypto coin that banks are not paid from, approved before that was so', async () => {
    const order = await approved();
    const ofCoin = (coin: string) => app.sql('update review_order set coin = $1 where serial_number = $2', [coin, order]);
    await app.sql(
      `insert into coin (code, market, decimals, symbol, position, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum)
       values ('TRX', null, 8, '', 90, 1, 0, 0, 1, 1000000000000)`,
    );
    await ofCoin('TRX');
    expect((await waiting()).left_out).toContainEqual({
      owner_id: merchant.merchant_id,
      order_no: order,
      market: 'USD',
      amount: '496.00',
      why: 'coin_not_paid_out',
    });
    expect(await make()).toMatchObject({ msg: 'bank_file_empty' });
    for (const coin of ['USDT', 'USDP']) {
      await ofCoin(coin);
      expect((await waiting()).left_out.filter(({ owner_id }) => owner_id === merchant.merchant_id)).toEqual([]);
    }
    expect(await make()).toMatchObject({ msg: 'ok', data: { order_count: 1 } });
  });

  it('and says how many there are where the list does not have them all', async () => {
    const order = await approved();
    await suspend('suspended');
    const before = await waiting();
    expect(before.left_out).toHaveLength(before.left_out_total);
    // Looked at alone, these hold nothing.
    const copied = `kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin, other_amount, rate, destination`;
    await app.sql(
      `insert into review_order (owner_id, serial_number, ${copied})
       select owner_id, 'WFMORE' || n, ${copied} from review_order cross join generate_series(1, ${MOST_LEFT_OUT_SHOWN}) as n where serial_number = $1`,
      [order],
    );
    const { left_out, left_out_total } = await waiting();
    expect(left_out).toHaveLength(MOST_LEFT_OUT_SHOWN);
    expect(left_out.map(({ order_no }) => order_no)).toContain(order);
    expect(left_out_total).toBe(before.left_out_total + MOST_LEFT_OUT_SHOWN);
    await app.sql(`delete from review_order where serial_number like 'WFMORE%'`);
  });

  it('and what is left out can be called off', async () => {
    const order = await approved();
    await suspend('suspended');
    expect(await callOff(order)).toMatchObject({ msg: 'ok' });
    expect(await balance()).toEqual({ available: 100_000, frozen: 0 });
    expect((await waiting()).left_out.map(({ order_no }) => order_no)).not.toContain(order);
  });
});
