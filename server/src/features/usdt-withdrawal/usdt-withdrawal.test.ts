import { merchantEventList } from '@purser/contract/features/events';
import { payoutExport, payoutFail, payoutQuery, payoutRefund, payoutRetry, payoutSettle } from '@purser/contract/features/payout';
import {
  usdtWithdrawalAdd,
  usdtWithdrawalCancel,
  usdtWithdrawalDetail,
  usdtWithdrawalExport,
  usdtWithdrawalQuery,
  usdtWithdrawalQuote,
  usdtWithdrawalSetting,
} from '@purser/contract/features/usdt-withdrawal';
import { isFinal } from '@purser/contract/machine';
import { usdtWithdrawalMachine, USDT_WITHDRAWAL_STATES, type UsdtWithdrawalEvent, type UsdtWithdrawalState } from '@purser/contract/review';
import { stripeOf } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveReviewOrders, type ReviewOrder } from '../../domain/review-order.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { fund, googleCode, makeUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { accountRoutes } from '../account/routes.ts';
import { accountsOutside, usdtWithdrawal } from './kind.ts';
import { usdtWithdrawalRoutes } from './routes.ts';
import { buckets, giveAddress, NETWORK, openNetworks, RATE, withdrawer } from './testing/world.ts';

let app: TestApp;
let merchant: Awaited<ReturnType<typeof withdrawer>>;
let approver: TestStaff;
let payer: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...usdtWithdrawalRoutes(platform), ...accountRoutes(platform)] });
  await openNetworks(app);
  [approver, payer] = [await makeStaff(app, 'finance'), await makeStaff(app, 'finance')];
});
beforeEach(async () => {
  merchant = await withdrawer(app);
});
afterAll(() => app.close());

const txid = () => `0x${randomBytes(32).toString('hex')}`;

async function add(change: object = {}, options: object = {}) {
  const input = { coin_id: 'USDP', withdrawal_count: '1000.00', network: NETWORK, address: merchant.address, rate: RATE };
  const contents = { ...input, google_code: await googleCode(app, merchant), ...change };
  return app.call(usdtWithdrawalAdd, contents as never, { token: merchant.token, ...options });
}

async function move(serialNumber: string, event: UsdtWithdrawalEvent, by = approver): Promise<string> {
  const mover = { kind: 'operator', id: String(by.staffId), name: by.name } as const;
  const moves = [{ ownerId: merchant.merchant_id, serialNumber, event, by: mover, remark: 'because' }];
  const [moved] = await app.platform.operator.db.systemTransaction((tx) => moveReviewOrders(tx, app.platform, usdtWithdrawal, moves));
  return moved instanceof Refusal ? moved.outcome : (moved as ReviewOrder).status;
}

async function decide(
  member: TestStaff,
  call: typeof payoutSettle | typeof payoutFail | typeof payoutRetry | typeof payoutRefund,
  order_no: string,
  more: object = {},
) {
  const input = { merchant_id: merchant.merchant_id, order_no, google_code: await member.code(), ...more };
  return member.call(call, input as never);
}

const own = () => buckets(app, merchant.merchant_id);

describe('a withdrawal', () => {
  it('shows what it costs before, holds the money, is approved, paid out by somebody else, and leaves exact books', async () => {
    const feesBefore = await buckets(app, stripeOf(merchant.merchant_id), 'USDP', 'fees');
    const quote = dataOf(
      await app.call(usdtWithdrawalQuote, { coin_id: 'USDP', network: NETWORK, withdrawal_count: '1000.00' }, { token: merchant.token }),
    );
    // 0.5 % of 1000.00, and 1 USDT at 1.25; what is left, 993.75, is 795 USDT.
    expect(quote).toEqual({
      coin_id: 'USDP',
      available_asset: '10000.00',
      usdt_withdrawal_fee: '0.50',
      transfer_out_commission: '5.00',
      rate: '1.25',
      abbreviation: 'USDT',
      network_fee: '1.25',
      exchange_out: '800.000000',
      count: '795.000000',
    });
    const order = dataOf(await add());
    expect(order).toMatchObject({
      status: 'pending_review',
      merchant_id: merchant.merchant_id,
      name: merchant.name,
      out_abbreviation: 'USDP',
      trade_count: '1000.00',
      usdt_withdrawal_fee: '0.50',
      fee: '5.00',
      network_fee: '1.25',
      rate: '1.25',
      abbreviation: 'USDT',
      count: '795.000000',
      network: NETWORK,
      address: merchant.address,
      txid: '',
      audit_time: null,
    });
    expect(order.order_no).toMatch(/^WC/);
    expect(await own()).toBe('9000.00 / 1000.00');

    expect(await move(order.order_no, 'approve')).toBe('approved');
    expect(await own()).toBe('9000.00 / 1000.00');
    const hash = txid();
    expect(dataOf(await decide(payer, payoutSettle, order.order_no, { txid: hash.toUpperCase().replace('0X', '0x') }))).toEqual({
      order_no: order.order_no,
      status: 'settled',
    });
    expect(await own()).toBe('9000.00 / 0.00');
    const settled = dataOf(await app.call(usdtWithdrawalDetail, { order_no: order.order_no }, { token: merchant.token }));
    expect(settled).toMatchObject({ status: 'settled', txid: hash, count: '795.000000' });
    const entries = await app.sql(
      `select owner_id::int as owner, coin, purpose, available_after - available_before as available, frozen_after - frozen_before as frozen, charge
       from ledger.entry where serial_number = $1 and type = 'withdrawal_settled' order by owner_id = $2 desc, coin, purpose`,
      [order.order_no, merchant.merchant_id],
    );
    expect(entries).toEqual([
      { owner: merchant.merchant_id, coin: 'USDP', purpose: 'main', available: '0', frozen: '-100000', charge: '625' },
      { owner: 1, coin: 'USDP', purpose: 'exchange', available: '99375', frozen: '0', charge: '0' },
      { owner: stripeOf(merchant.merchant_id), coin: 'USDP', purpose: 'fees', available: '625', frozen: '0', charge: '0' },
      { owner: 1, coin: 'USDT', purpose: 'custody_bep20', available: '795000000', frozen: '0', charge: '0' },
      { owner: 1, coin: 'USDT', purpose: 'exchange', available: '-795000000', frozen: '0', charge: '0' },
    ]);
    expect(await buckets(app, stripeOf(merchant.merchant_id), 'USDP', 'fees')).not.toBe(feesBefore);
    expect(await move(order.order_no, 'settle')).toBe('review_decided');
  });

  it('of USDT itself is at rate 1: the fees stay in USDT, the rest leaves', async () => {
    await fund(app, merchant.merchant_id, 'USDT', '500');
    const order = dataOf(await add({ coin_id: 'USDT', withdrawal_count: '200', rate: '1' }));
    expect(order).toMatchObject({ rate: '1', fee: '1.000000', network_fee: '1.000000', count: '198.000000' });
    await move(order.order_no, 'approve');
    await decide(payer, payoutSettle, order.order_no, { txid: txid() });
    expect(await buckets(app, merchant.merchant_id, 'USDT')).toBe('300.000000 / 0.000000');
    const [custody] = await app.sql(
      `select available_after - available_before as change from ledger.entry where serial_number = $1 and purpose = 'custody_bep20'`,
      [order.order_no],
    );
    expect(custody).toEqual({ change: '198000000' });
  });

  it.each(['1000.01', '333.33', '127.77', '9999.99'])(
    'of %s loses nothing and pays nothing twice: fees up, what arrives down',
    async (withdrawal_count) => {
      const { fee, network_fee, count } = dataOf(await add({ withdrawal_count }));
      const minor = (text: string) => BigInt(text.replace('.', ''));
      const settlement = minor(withdrawal_count) - minor(fee) - minor(network_fee);
      expect(minor(fee) * 10_000n).toBeGreaterThanOrEqual(minor(withdrawal_count) * 50n);
      // count / 10^6 * 1.25 <= settlement / 100 < (count + 1) / 10^6 * 1.25
      expect(minor(count) * 125n).toBeLessThanOrEqual(settlement * 1_000_000n);
      expect((minor(count) + 1n) * 125n).toBeGreaterThan(settlement * 1_000_000n);
    },
  );

  it('that is rejected, cancelled or refunded gives the money and the day back', async () => {
    const dayLeft = async () =>
      dataOf(await app.call(usdtWithdrawalSetting, {}, { token: merchant.token })).coins.find(({ coin_name }) => coin_name === 'USDP')
        ?.day_left;
    const before = await dayLeft();
    const [one, two, three] = [dataOf(await add()), dataOf(await add()), dataOf(await add())];
    expect(await own()).toBe('7000.00 / 3000.00');
    expect(await dayLeft()).toBe('497600.000000');
    expect(await move(one.order_no, 'reject')).toBe('rejected');
    const cancelled = await app.call(usdtWithdrawalCancel, { order_no: two.order_no }, { token: merchant.token });
    expect(dataOf(cancelled)).toMatchObject({ status: 'cancelled', remark: '' });
    await move(three.order_no, 'approve');
    expect(dataOf(await decide(payer, payoutFail, three.order_no, { reason: 'no energy' }))).toMatchObject({ status: 'failed' });
    expect(await own()).toBe('9000.00 / 1000.00');
    expect(dataOf(await decide(payer, payoutRetry, three.order_no))).toMatchObject({ status: 'approved' });
    await decide(payer, payoutFail, three.order_no, { reason: 'no energy' });
    expect(dataOf(await decide(payer, payoutRefund, three.order_no, { reason: 'the network is down' }))).toMatchObject({
      status: 'refunded',
    });
    expect(await own()).toBe('10000.00 / 0.00');
    expect(await dayLeft()).toBe(before);
    expect(dataOf(await app.call(usdtWithdrawalDetail, { order_no: three.order_no }, { token: merchant.token }))).toMatchObject({
      status: 'refunded',
      remark: 'the network is down',
    });
    const types = await app.sql(`select distinct type from ledger.entry where owner_id = $1 and serial_number like 'WC%' order by 1`, [
      merchant.merchant_id,
    ]);
    expect(types.map(({ type }) => type)).toEqual(['review_cancelled', 'review_rejected', 'review_submitted', 'withdrawal_returned']);
  });

  it('cancelled again changes nothing and says so; one that was decided on is not cancelled', async () => {
    const { order_no } = dataOf(await add());
    const cancel = () => app.call(usdtWithdrawalCancel, { order_no }, { token: merchant.token });
    await cancel();
    expect(await cancel()).toMatchObject({ msg: 'already_done', data: { status: 'cancelled' } });
    const other = dataOf(await add());
    await move(other.order_no, 'approve');
    expect(await app.call(usdtWithdrawalCancel, { order_no: other.order_no }, { token: merchant.token })).toMatchObject({
      msg: 'review_decided',
    });
    expect(await app.call(usdtWithdrawalCancel, { order_no: 'WC0' }, { token: merchant.token })).toMatchObject({ msg: 'order_unknown' });
  });

  it('is listed, found and exported, of its owner alone', async () => {
    const stranger = await withdrawer(app);
    const order = dataOf(await add());
    const rows = async (filters: object, token = merchant.token) => dataOf(await app.call(usdtWithdrawalQuery, filters, { token })).list;
    expect(await rows({})).toEqual([order]);
    for (const filter of [{ order_no: order.order_no }, { status: 'pending_review' }, { network: NETWORK }, { out_abbreviation: 'USDP' }])
      expect(await rows(filter)).toEqual([order]);
    expect(await rows({ status: 'approved' })).toEqual([]);
    expect(await rows({}, stranger.token)).toEqual([]);
    expect(await app.call(usdtWithdrawalDetail, { order_no: order.order_no }, { token: stranger.token })).toMatchObject({
      msg: 'order_unknown',
    });
    expect(await app.call(usdtWithdrawalCancel, { order_no: order.order_no }, { token: stranger.token })).toMatchObject({
      msg: 'order_unknown',
    });
    const file = await app.fastify.inject({
      method: 'POST',
      url: usdtWithdrawalExport.path,
      headers: { authorization: merchant.token, language: 'en' },
      payload: { format: 'csv' },
    });
    const [titles, line] = file.body.split('\r\n');
    expect(titles).toContain(
      'Order number,Status,Withdrawn coin,Amount,Fee rate (%),Fee,Network fee,Exchange rate,Received in,Amount received,Network',
    );
    expect(line).toContain(`${order.order_no},Pending review,USDP,1000.00,0.50,,,1.25,USDT,,BEP20,${merchant.address}`);
    const ofAll = await payer.call(payoutQuery, { merchant_id: merchant.merchant_id });
    const toStaff = { ...order, paid_by_signer: false, signed: null, waits: null, moved: null, signed_before: null };
    expect(dataOf(ofAll).list).toEqual([toStaff]);
    expect(dataOf(await payer.call(payoutQuery, { order_no: order.order_no })).list).toEqual([toStaff]);
    const fileOf = (status: UsdtWithdrawalState) =>
      exportedFile(app, payoutExport, { staffToken: payer.token }, { merchant_id: merchant.merchant_id, status });
    const row = { 'Order number': order.order_no, Address: merchant.address, Amount: '1000.00', Fee: '', 'Network fee': '' };
    expect(await fileOf('pending_review')).toMatchObject([{ ...row, 'To send': order.count }]);
    expect([await move(order.order_no, 'reject'), await fileOf('pending_review')]).toEqual(['rejected', []]);
    expect(await fileOf('rejected')).toMatchObject([{ ...row, 'To send': '', Reason: 'because' }]);
    expect(await app.call(payoutExport, { format: 'csv' }, { token: merchant.token })).toMatchObject({ msg: 'unauthenticated' });
  });
});

describe('the machine', () => {
  /** How an order comes into each state. */
  const WAYS: Record<UsdtWithdrawalState, readonly UsdtWithdrawalEvent[]> = {
    pending_review: [],
    approved: ['approve'],
    settled: ['approve', 'settle'],
    failed: ['approve', 'fail'],
    refunded: ['approve', 'fail', 'refund'],
    rejected: ['reject'],
    cancelled: ['cancel'],
  };
  const EVENTS = ['approve', 'reject', 'cancel', 'settle', 'fail', 'retry', 'refund'] as const;

  it.each(USDT_WITHDRAWAL_STATES)('lets happen what the table allows from %s, moves the money, and nothing else', async (state) => {
    for (const event of EVENTS) {
      const { order_no } = dataOf(await add({ withdrawal_count: '200.00' }));
      // Whatever leaves goes through accounts that the first payout opens.
      await app.platform.db.systemTransaction((tx) => openAccounts(tx, accountsOutside({ coin: 'USDP', network: NETWORK })));
      for (const step of WAYS[state]) await move(order_no, step);
      const before = await own();
      const after = usdtWithdrawalMachine.transitions[state][event];
      expect(await move(order_no, event), `${state} ${event}`).toBe(after ?? 'review_decided');
      if (after === undefined) expect(await own(), `${state} ${event}`).toBe(before);
      const [row] = await app.sql<{ status: UsdtWithdrawalState }>('select status from review_order where serial_number = $1', [order_no]);
      expect(row?.status).toBe(after ?? state);
      const [hold] = await app.sql<{ frozen: string }>(
        `select coalesce(sum(frozen_after - frozen_before), 0)::text as frozen from ledger.entry where owner_id = $1 and serial_number = $2`,
        [merchant.merchant_id, order_no],
      );
      expect(hold?.frozen, `${state} ${event}`).toBe(isFinal(usdtWithdrawalMachine, row?.status ?? state) ? '0' : '20000');
    }
  });
});

describe('paying out by hand', () => {
  const approved = async () => {
    const { order_no } = dataOf(await add({ withdrawal_count: '200.00' }));
    await move(order_no, 'approve');
    return order_no;
  };

  it('wants somebody else than who approved', async () => {
    const order_no = await approved();
    expect(await decide(approver, payoutSettle, order_no, { txid: txid() })).toMatchObject({ msg: 'second_person_required' });
    expect(await own()).toBe('9800.00 / 200.00');
    expect(dataOf(await decide(payer, payoutSettle, order_no, { txid: txid() }))).toMatchObject({ status: 'settled' });
  });

  it('takes a TXID of the network, once in the whole installation', async () => {
    const [one, two] = [await approved(), await approved()];
    for (const wrong of ['0x12', 'z'.repeat(64)])
      expect(await decide(payer, payoutSettle, one, { txid: wrong })).toMatchObject({ msg: 'payout_txid_malformed' });
    const hash = txid();
    await decide(payer, payoutSettle, one, { txid: hash });
    expect(await decide(payer, payoutSettle, two, { txid: hash.slice(2).toUpperCase() })).toMatchObject({ msg: 'payout_txid_taken' });
    expect(await own()).toBe('9600.00 / 200.00');
    expect(dataOf(await decide(payer, payoutSettle, two, { txid: txid() }))).toMatchObject({ status: 'settled' });
  });

  it('refuses what is not there, not due, or not allowed', async () => {
    expect(await decide(payer, payoutSettle, 'WC0', { txid: txid() })).toMatchObject({ msg: 'order_unknown' });
    const { order_no } = dataOf(await add({ withdrawal_count: '200.00' }));
    expect(await decide(payer, payoutSettle, order_no, { txid: txid() })).toMatchObject({ msg: 'review_decided' });
    expect(await decide(payer, payoutFail, order_no, { reason: '' })).toMatchObject({ status: 400, msg: 'invalid_input' });
    expect(await decide(payer, payoutRetry, order_no)).toMatchObject({ msg: 'review_decided' });
    expect(await decide(payer, payoutRefund, order_no, { reason: 'x' })).toMatchObject({ msg: 'review_decided' });
    const support = await makeStaff(app, 'support');
    expect(await decide(support, payoutSettle, order_no, { txid: txid() })).toMatchObject({ msg: 'staff_not_allowed' });
    await move(order_no, 'approve');
    const wrongCode = await payer.call(payoutFail, { merchant_id: merchant.merchant_id, order_no, reason: 'x', google_code: '000000' });
    expect(wrongCode).toMatchObject({ msg: 'wrong_google_code' });
  });

  it('names a withdrawal by its owner and its number: of another owner, or another kind, nothing is moved', async () => {
    const [waiting, failed] = [await approved(), await approved()];
    await move(failed, 'fail');
    const other = await withdrawer(app);
    const { user_id } = await makeUser(app);
    const ofKind = { approved: 'WFPAID', failed: 'WFFAIL' };
    // Bank withdrawals in the same states, of the merchant's own.
    for (const [status, number] of Object.entries(ofKind))
      await app.sql(
        `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp)
         values ($1, $2, 'fiat_withdrawal', $3, 'manual', 'USDP', 100, 1, 99, 80)`,
        [merchant.merchant_id, number, status],
      );
    const rows = () =>
      app.sql('select * from review_order where owner_id = any ($1) order by serial_number', [[merchant.merchant_id, other.merchant_id]]);
    const notes = () => app.sql(`select from audit_log where action like 'usdt_withdrawal.%'`);
    const [before, noted, money] = [await rows(), await notes(), await own()];
    const asked = [
      [payoutSettle, waiting, ofKind.approved, { txid: txid() }],
      [payoutFail, waiting, ofKind.approved, { reason: 'x' }],
      [payoutRetry, failed, ofKind.failed, {}],
      [payoutRefund, failed, ofKind.failed, { reason: 'x' }],
    ] as const;
    for (const [call, order_no, ofOther, more] of asked) {
      for (const merchant_id of [other.merchant_id, user_id, 99_999_999])
        expect(await decide(payer, call, order_no, { ...more, merchant_id }), call.path).toMatchObject({ msg: 'order_unknown' });
      expect(await decide(payer, call, ofOther, more), call.path).toMatchObject({ msg: 'order_unknown' });
    }
    expect(await rows()).toEqual(before);
    expect(await notes()).toHaveLength(noted.length);
    expect(await own()).toBe(money);
  });

  it('stands in the audit log of its owner, with who did it', async () => {
    const order_no = await approved();
    const hash = txid();
    await decide(payer, payoutSettle, order_no, { txid: hash });
    const [entry] = await app.sql(
      `select action, actor, details from audit_log where owner_id = $1 and action like 'usdt_withdrawal.settled'`,
      [merchant.merchant_id],
    );
    expect(entry).toMatchObject({ actor: String(payer.staffId), details: { order_no, txid: hash } });
  });

  it('goes to no address that was blocked meanwhile, until it is taken off', async () => {
    const order_no = await approved();
    await app.sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'stolen', 1001, 'Ada')`, [
      merchant.address,
    ]);
    expect(await decide(payer, payoutSettle, order_no, { txid: txid() })).toMatchObject({ msg: 'payout_address_blocked' });
    expect(await add()).toMatchObject({ msg: 'payout_address_blocked' });
    await decide(payer, payoutFail, order_no, { reason: 'blocked' });
    expect(await decide(payer, payoutRetry, order_no)).toMatchObject({ msg: 'payout_address_blocked' });
    expect(dataOf(await decide(payer, payoutRefund, order_no, { reason: 'blocked' }))).toMatchObject({ status: 'refunded' });
    expect(await own()).toBe('10000.00 / 0.00');
  });

  it('is handed to a signer while it is approved and its address is good', async () => {
    const order_no = await approved();
    const toSign = () => app.sql('select from payout_to_sign($1, $2)', [merchant.merchant_id, order_no]);
    expect(await toSign()).toHaveLength(1);
    await app.sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'stolen', 1001, 'Ada')`, [
      merchant.address,
    ]);
    expect(await toSign()).toHaveLength(0);
    await app.sql('delete from blocked_address where address = $1', [merchant.address]);
    await app.sql(`update review_order set status = 'failed' where serial_number = $1`, [order_no]);
    expect(await toSign()).toHaveLength(0);
  });
});

it('the bell tells that an address was changed, once', async () => {
  const kinds = async () => dataOf(await app.call(merchantEventList, {}, { token: merchant.token })).list.map(({ kind }) => kind);
  expect(await kinds()).toContain('payout_address_changed');
  await giveAddress(app, merchant.merchant_id);
  expect((await kinds()).filter((kind) => kind === 'payout_address_changed')).toHaveLength(1);
});
