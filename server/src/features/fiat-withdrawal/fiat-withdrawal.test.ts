import {
  fiatWithdrawalAdd,
  fiatWithdrawalCancel,
  fiatWithdrawalDetail,
  fiatWithdrawalExport,
  fiatWithdrawalQuery,
  fiatWithdrawalSetting,
} from '@purser/contract/features/fiat-withdrawal';
import { FIAT_WITHDRAWAL_STATES, type FiatWithdrawalEvent, type FiatWithdrawalState, fiatWithdrawalMachine } from '@purser/contract/review';
import { next } from '@purser/contract/machine';
import { openAccounts } from '@purser/ledger/accounts';
import { mainAccount } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { fiatWithdrawalKind } from '../../domain/fiat-withdrawal.ts';
import { moveReviewOrders, submitReviewOrder } from '../../domain/review-order.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeMethod } from '../payment-method/testing/method.ts';
import { fiatWithdrawalRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let method: string;
beforeAll(async () => {
  app = await createTestApp({ routes: fiatWithdrawalRoutes });
});
beforeEach(async () => {
  merchant = await makeMerchant(app, { markets: ['USD', 'VND'] });
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  method = await makeMethod(app, merchant.merchant_id);
});
afterAll(() => app.close());

const as = () => ({ token: merchant.token });
const ask = async (change: object = {}) =>
  app.call(
    fiatWithdrawalAdd,
    { coin_name: 'USDP', amount: '500.00', payment_method_id: method, google_code: await googleCode(app, merchant), ...change },
    as(),
  );
const withdraw = async (change: object = {}) => dataOf(await ask(change));
const list = async (filters: object = {}) => dataOf(await app.call(fiatWithdrawalQuery, filters, as())).list;

/** What the owner has, and what the provider's accounts and its fees hold, in minor units. */
async function books(coin = 'USDP') {
  const rows = await app.sql<{ name: string; available: string; frozen: string }>(
    `select case when owner_id = $1 then 'own' when purpose = 'fees' then 'fees' else purpose end as name,
       sum(available)::text as available, sum(frozen)::text as frozen
     from ledger.account where coin = $2 and (owner_id = $1 or owner_id between 1 and 128) group by 1`,
    [merchant.merchant_id, coin],
  );
  const of = (name: string) => rows.find((row) => row.name === name);
  const own = of('own');
  return {
    available: Number(own?.available ?? 0),
    frozen: Number(own?.frozen ?? 0),
    fees: Number(of('fees')?.available ?? 0),
    bank: Number(of('bank')?.available ?? 0),
    exchange: Number(of('exchange')?.available ?? 0),
  };
}

/** What changed in the books since. */
function since(before: Awaited<ReturnType<typeof books>>, after: Awaited<ReturnType<typeof books>>) {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const change = value - before[name as keyof typeof before];
      return change === 0 ? [] : [[name, change]];
    }),
  );
}

async function move(orderNo: string, event: FiatWithdrawalEvent, remark?: string): Promise<string> {
  const by = { kind: 'operator', id: '1001', name: 'Ada' } as const;
  const one = { ownerId: merchant.merchant_id, serialNumber: orderNo, event, by, ...(remark && { remark }) };
  const [result] = await app.platform.db.systemTransaction((tx) => moveReviewOrders(tx, app.platform, fiatWithdrawalKind, [one]));
  return result instanceof Refusal ? result.outcome : (result?.status ?? 'nothing');
}

/** Moves an order to a state by the shortest way. */
const WAYS: Record<FiatWithdrawalState, readonly FiatWithdrawalEvent[]> = {
  pending_review: [],
  approved: ['approve'],
  rejected: ['reject'],
  cancelled: ['cancel'],
  paid_out: ['approve', 'pay_out'],
  returned: ['approve', 'return'],
};
async function orderIn(state: FiatWithdrawalState): Promise<string> {
  const { order_no } = await withdraw();
  for (const event of WAYS[state]) await move(order_no, event, 'no');
  return order_no;
}

describe('asking for a withdrawal', () => {
  it('freezes the amount, and says what will arrive', async () => {
    const before = await books();
    const order = await withdraw({ amount: '123.45', note: 'rent' });
    expect(order).toMatchObject({
      merchant_id: merchant.merchant_id,
      name: merchant.name,
      abbreviation: 'USD',
      out_abbreviation: 'USDP',
      trade_count: '123.45',
      rate: '1',
      fee: '0.99',
      currency_withdrawal_fee: '0.80',
      count: '122.46',
      status: 'pending_review',
      holder_name: 'Shop Ltd',
      bank_name: 'First Bank',
      remark: '',
      audit_time: null,
    });
    expect(order.order_no).toMatch(/^WF/);
    expect(since(before, await books())).toEqual({ available: -12345, frozen: 12345 });
    expect(await list()).toEqual([order]);
    expect(dataOf(await app.call(fiatWithdrawalDetail, { order_no: order.order_no }, as()))).toEqual(order);
  });

  it('pays whole units of a currency that has no smaller ones', async () => {
    await fund(app, merchant.merchant_id, 'VNDT', '900000.00');
    const dong = await makeMethod(app, merchant.merchant_id, { market: 'VND' });
    const order = await withdraw({ coin_name: 'VNDT', amount: '123456.78', payment_method_id: dong });
    // 0.80 % of it is 987.66; the 0.12 dong that no bank pays out is part of the fee.
    expect(order).toMatchObject({ abbreviation: 'VND', fee: '987.78', count: '122469' });
  });

  it('exchanges USDT at the rate of now, or at one that was shown within the last minute', async () => {
    await openUsdt();
    await fund(app, merchant.merchant_id, 'USDT', '1000.000000');
    const setRate = (rate: string, sequence: number) =>
      app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('USDP', $2, 'fixed', $1, 'test')`, [
        rate,
        sequence,
      ]);
    const [last] = await app.sql<{ sequence: number }>(
      `select coalesce(max(sequence), 0)::int as sequence from coin_rate where coin = 'USDP'`,
    );
    const first = (last?.sequence ?? 0) + 1;
    await setRate('0.9987', first);
    const before = await books('USDT');
    const order = await withdraw({ coin_name: 'USDT', amount: '200.000001', rate: '0.9987' });
    // The fee of 1.600001 is rounded up; 198.4 at the rate is 198.142..., rounded down.
    expect(order).toMatchObject({ abbreviation: 'USD', out_abbreviation: 'USDT', rate: '0.9987', fee: '1.600001', count: '198.14' });
    expect(since(before, await books('USDT'))).toEqual({ available: -200000001, frozen: 200000001 });
    await setRate('0.95', first + 1);
    expect(await ask({ coin_name: 'USDT', amount: '200', rate: '0.9987' })).toMatchObject({ msg: 'ok', data: { rate: '0.9987' } });
    expect(await ask({ coin_name: 'USDT', amount: '200' })).toMatchObject({ msg: 'ok', data: { rate: '0.95' } });
    expect(await ask({ coin_name: 'USDT', amount: '200', rate: '0.5' })).toMatchObject({ msg: 'rate_changed' });

    const ofToken = await books('USDP');
    const ofUsdt = await books('USDT');
    expect(await move(order.order_no, 'approve')).toBe('approved');
    expect(await move(order.order_no, 'pay_out')).toBe('paid_out');
    expect(since(ofUsdt, await books('USDT'))).toEqual({ frozen: -200000001, fees: 1600001, exchange: 198400000 });
    expect(since(ofToken, await books('USDP'))).toEqual({ bank: 19814, exchange: -19814 });
    expect(await move(order.order_no, 'return', 'closed')).toBe('returned');
    expect(since(ofToken, await books('USDP'))).toEqual({});
    expect(since(before, await books('USDT'))).toMatchObject({ available: -400000000 });
  });

  it('is not taken of another crypto coin, which has a rate and decimals of its own', async () => {
    await openTrx();
    const before = await books('TRX');
    expect(await ask({ coin_name: 'TRX', amount: '500' })).toMatchObject({ msg: 'payout_currency_differs' });
    const asked = { coin_name: 'TRX', market: 'USD', amount: '500' };
    expect(await app.call(fiatWithdrawalSetting, asked, as())).toMatchObject({ msg: 'payout_currency_differs' });
    expect(since(before, await books('TRX'))).toEqual({});
  });

  it('is not approved of such a coin where it was asked for before that was refused, and is rejected', async () => {
    await openTrx();
    const before = await books('TRX');
    const order_no = await withdrawTrx();
    expect(await move(order_no, 'approve')).toBe('payout_currency_differs');
    expect(since(before, await books('TRX'))).toEqual({ available: -50_000_000_000, frozen: 50_000_000_000 });
    expect(await move(order_no, 'reject', 'Banks are not paid from TRX')).toBe('rejected');
    expect(since(before, await books('TRX'))).toEqual({});
  });

  it.each([
    ['a coin that is not there', () => ({ coin_name: 'NONE', payment_method_id: uuidv7() }), 'coin_unknown'],
    ['an account that is not there', () => ({ payment_method_id: uuidv7(), amount: '1' }), 'payment_method_unknown'],
    [
      'an account of another currency',
      async () => ({ payment_method_id: await makeMethod(app, merchant.merchant_id, { market: 'VND' }) }),
      'payout_currency_differs',
    ],
    ['less than the minimum', () => ({ amount: '99.99' }), 'amount_below_minimum'],
    ['more than there is', () => ({ amount: '1000.01' }), 'insufficient_balance'],
    ['an amount that is none', () => ({ amount: '1.001' }), 'invalid_input'],
    ['a wrong code', () => ({ google_code: '000000' }), 'wrong_google_code'],
  ] as const)('is refused with %s, and leaves nothing', async (_, change, outcome) => {
    const before = await books();
    expect(await ask(await change())).toMatchObject({ msg: outcome });
    expect(since(before, await books())).toEqual({});
    expect(await list()).toEqual([]);
  });

  it('is refused for an account that is not verified, off, unlinked, or of another owner', async () => {
    const unverified = await makeMethod(app, merchant.merchant_id, { verified: false });
    expect(await ask({ payment_method_id: unverified })).toMatchObject({ msg: 'payment_method_unverified' });
    const set = (change: string) => app.sql(`update payment_method set ${change} where payment_method_id = $1`, [method]);
    await set("listing = 'off'");
    expect(await ask()).toMatchObject({ msg: 'payment_method_off' });
    await set("listing = 'on', binding = 'unbound'");
    expect(await ask()).toMatchObject({ msg: 'payment_method_unknown' });
    const stranger = await makeMerchant(app);
    expect(await ask({ payment_method_id: await makeMethod(app, stranger.merchant_id) })).toMatchObject({ msg: 'payment_method_unknown' });
  });

  it('is neither quoted nor taken while the market that it is paid out in is off', async () => {
    await openUsdt();
    await fund(app, merchant.merchant_id, 'USDT', '1000.000000');
    await app.sql(
      `insert into coin_rate (coin, sequence, price_type, rate, set_by)
       select 'USDP', coalesce(max(sequence), 0) + 1, 'fixed', 1, 'test' from coin_rate where coin = 'USDP'`,
    );
    const usdt = { coin_name: 'USDT', amount: '200', payment_method_id: method };
    const quote = () => app.call(fiatWithdrawalSetting, { coin_name: 'USDT', market: 'USD' }, as());
    await app.sql(`update market set is_on = false where market = 'USD'`);
    expect(await ask(usdt)).toMatchObject({ msg: 'coin_off', detail: expect.stringContaining('USDP') });
    expect(await quote()).toMatchObject({ msg: 'coin_off' });
    await app.sql(`update market set is_on = true where market = 'USD'`);
    expect(await quote()).toMatchObject({ msg: 'ok' });
    expect(await ask(usdt)).toMatchObject({ msg: 'ok' });
  });

  it('is refused while the coin is off, without a rate, and where the fee takes all', async () => {
    await app.sql(`update coin set is_on = false where code = 'USDP'`);
    expect(await ask()).toMatchObject({ msg: 'coin_off' });
    await app.sql(`update coin set is_on = true where code = 'USDP'`);
    await app.sql(`update coin set fiat_withdrawal_fee_bp = 10000 where code = 'USDP'`);
    expect(await ask()).toMatchObject({ msg: 'fee_exceeds_amount' });
    await app.sql(`update coin set fiat_withdrawal_fee_bp = 80 where code = 'USDP'`);
    await openUsdt();
    const dong = await makeMethod(app, merchant.merchant_id, { market: 'VND' });
    expect(await ask({ coin_name: 'USDT', payment_method_id: dong })).toMatchObject({ msg: 'rate_unavailable' });
  });

  it('is refused where another fee leaves less than was shown, in any spelling of it', async () => {
    const { count } = dataOf(await app.call(fiatWithdrawalSetting, { coin_name: 'USDP', market: 'USD', amount: '500.00' }, as()));
    expect(count).toBe('496.00');
    await app.sql(`update coin set fiat_withdrawal_fee_bp = 500 where code = 'USDP'`);
    try {
      expect(await ask({ count })).toMatchObject({ code: 7208, msg: 'fee_changed' });
      expect(await list()).toEqual([]);
      expect(await withdraw({ count: '475' })).toMatchObject({ fee: '25.00', count: '475.00' });
    } finally {
      await app.sql(`update coin set fiat_withdrawal_fee_bp = 80 where code = 'USDP'`);
    }
  });

  it('never takes more than there is, however many ask at once', async () => {
    const codes = [await googleCode(app, merchant)];
    const answers = await Promise.all([ask({ amount: '600.00', google_code: codes[0] }), ask({ amount: '600.00' })]);
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    expect(await books()).toMatchObject({ available: 40000, frozen: 60000 });
  });
});

describe('a withdrawal', () => {
  const EVENTS = ['approve', 'reject', 'cancel', 'pay_out', 'return'] as const satisfies readonly FiatWithdrawalEvent[];
  /** 500.00 with a fee of 4.00: what each step that there is moves. */
  const LEGS: Record<string, Record<string, number>> = {
    'pending_review approve': {},
    'pending_review reject': { available: 50000, frozen: -50000 },
    'pending_review cancel': { available: 50000, frozen: -50000 },
    'approved pay_out': { frozen: -50000, fees: 400, bank: 49600 },
    'approved return': { available: 50000, frozen: -50000 },
    'paid_out return': { available: 50000, fees: -400, bank: -49600 },
  };
  it.each(FIAT_WITHDRAWAL_STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    'that is %s: %s',
    async (state, event) => {
      const order = await orderIn(state);
      const before = await books();
      const after = next(fiatWithdrawalMachine, state, event);
      expect(await move(order, event, 'no')).toBe(after ?? 'review_decided');
      expect(since(before, await books())).toEqual(LEGS[`${state} ${event}`] ?? {});
      expect(after === undefined).toBe(LEGS[`${state} ${event}`] === undefined);
      expect(await list({ order_no: order })).toMatchObject([{ status: after ?? state }]);
    },
  );

  it('is taken back by its owner until it is decided', async () => {
    const { order_no } = await withdraw();
    const cancel = () => app.call(fiatWithdrawalCancel, { order_no }, as());
    expect(await cancel()).toMatchObject({ msg: 'ok', data: { status: 'cancelled' } });
    expect(await books()).toMatchObject({ available: 100000, frozen: 0 });
    expect(await cancel()).toMatchObject({ msg: 'already_done', data: { status: 'cancelled' } });
    expect(await books()).toMatchObject({ available: 100000, frozen: 0 });
    expect(await app.call(fiatWithdrawalCancel, { order_no: 'WF0' }, as())).toMatchObject({ msg: 'order_unknown' });
  });

  it('is decided once when it is cancelled and approved at the same moment', async () => {
    const { order_no } = await withdraw();
    const [cancelled, approved] = await Promise.all([app.call(fiatWithdrawalCancel, { order_no }, as()), move(order_no, 'approve')]);
    expect([cancelled.msg, approved]).toEqual(approved === 'approved' ? ['review_decided', 'approved'] : ['ok', 'review_decided']);
    expect(await books()).toMatchObject(approved === 'approved' ? { frozen: 50000 } : { frozen: 0, available: 100000 });
  });

  it("is nobody else's", async () => {
    const { order_no } = await withdraw();
    merchant = await makeMerchant(app);
    expect(await list()).toEqual([]);
    expect(await app.call(fiatWithdrawalDetail, { order_no }, as())).toMatchObject({ msg: 'order_unknown' });
    expect(await app.call(fiatWithdrawalCancel, { order_no }, as())).toMatchObject({ msg: 'order_unknown' });
  });

  it('is found by number, coin and state, and exported with inert texts', async () => {
    const formula = await makeMethod(app, merchant.merchant_id, { holder_name: '=cmd()' });
    const { order_no } = await withdraw({ payment_method_id: formula });
    await orderIn('rejected');
    expect(await list({ status: 'pending_review' })).toMatchObject([{ order_no }]);
    expect(await list({ out_abbreviation: 'USDP', order_no })).toHaveLength(1);
    const body = JSON.stringify({ format: 'csv', order_no });
    const { path: url } = fiatWithdrawalExport;
    const file = await app.fastify.inject({ method: 'POST', url, body, headers: headersOf(fiatWithdrawalExport, body, as()) });
    expect(file.body).toContain(`,'=cmd(),`);
    expect(file.body).toContain('Pending review');
  });
});

describe('the setting', () => {
  const setting = async (change: object = {}) => app.call(fiatWithdrawalSetting, { coin_name: 'USDP', market: 'USD', ...change }, as());
  it('says what a withdrawal costs', async () => {
    expect(dataOf(await setting({ amount: '123.45' }))).toEqual({
      needs_identity: false,
      coin_name: 'USDP',
      abbreviation: 'USD',
      available_asset: '1000.00',
      withdrawal_minimum: '100.00',
      currency_withdrawal_fee: '0.80',
      rate: '1',
      fee: '0.99',
      count: '122.46',
    });
    expect(dataOf(await setting())).toMatchObject({ fee: null, count: null });
    expect(dataOf(await setting({ amount: '0.01' }))).toMatchObject({ fee: null, count: null });
  });
  it.each([
    [{ coin_name: 'NONE' }, 'coin_unknown'],
    [{ market: 'XXX' }, 'market_unknown'],
    [{ market: 'VND' }, 'payout_currency_differs'],
    [{ coin_name: 'USDT', market: 'VND' }, 'rate_unavailable'],
  ] as const)('refuses %o', async (change, outcome) => expect(await setting(change)).toMatchObject({ msg: outcome }));
});

/** USDT belongs to no market: its account is opened with the first money in it. */
async function openUsdt(): Promise<void> {
  await openAccounts(app.platform.db.system, [mainAccount(merchant.merchant_id, 'USDT')]);
}

/** A crypto coin that banks are not paid from, and money in it. */
async function openTrx(): Promise<void> {
  await app.sql(
    `insert into coin (code, market, decimals, symbol, position, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum)
     values ('TRX', null, 8, '', 90, 1, 0, 0, 1, 1000000000000) on conflict do nothing`,
  );
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('TRX', 1, 'fixed', '8.3', 'test') on conflict do nothing`,
  );
  await app.platform.db.coins.know(['TRX'], app.platform.db.system);
  await openAccounts(app.platform.db.system, [mainAccount(merchant.merchant_id, 'TRX')]);
  await fund(app, merchant.merchant_id, 'TRX', '1000');
}

/** As it was asked for while banks were paid from every coin. */
async function withdrawTrx(): Promise<string> {
  const { order_no } = await withdraw({ amount: '100.00' });
  const [{ destination } = { destination: {} }] = await app.sql<{ destination: Record<string, unknown> }>(
    'select destination from review_order where serial_number = $1',
    [order_no],
  );
  const money = {
    coin: 'TRX',
    amount: 50_000_000_000n,
    fee: 0n,
    settlement: 50_000_000_000n,
    fee_bp: 0,
    other_coin: 'USDP',
    other_amount: '41500',
  };
  const order = {
    owner_id: BigInt(merchant.merchant_id),
    kind: 'fiat_withdrawal',
    status: 'pending_review',
    review_mode: 'manual',
  } as const;
  const made = await app.platform.db.systemTransaction((tx) =>
    submitReviewOrder(tx, app.platform, fiatWithdrawalKind, { ...order, ...money, rate: '8.3', destination }),
  );
  return made.serial_number;
}
