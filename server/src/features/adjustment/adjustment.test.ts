import type { InputOf } from '@purser/contract/call';
import {
  adjustmentAdd,
  adjustmentDetail,
  adjustmentRelease,
  adjustmentTakeBack,
  walletAdjustmentAppeal,
} from '@purser/contract/features/adjustment';
import { webhookEvent } from '@purser/contract/features/webhook';
import { ADJUSTMENT_STATES, type AdjustmentEvent, adjustmentMachine, type AdjustmentState } from '@purser/contract/review';
import { next } from '@purser/contract/machine';
import { isProvider } from '@purser/ledger/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveReviewOrders } from '../../domain/review-order.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { mayRest, untilWaiting } from '../../platform/testing/lock-waits.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { releaseDueAdjustments } from './jobs.ts';
import { adjustmentKind } from './kind.ts';
import { adjustmentRoutes } from './routes.ts';
import { adjust } from './testing/adjust.ts';
import { giveEndpoint } from '../../platform/testing/webhook-endpoint.ts';

let app: TestApp;
let merchant: TestMerchant;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: adjustmentRoutes });
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  user = await makeUser(app);
  await fund(app, merchant.merchant_id, 'USDP', '10000.00');
  await fund(app, merchant.merchant_id, 'CNYT', '100.00');
});
afterAll(() => app.close());

/** Available and pending, in cents. */
async function balanceOf(owner: number): Promise<{ available: number; pending: number }> {
  const [row] = await app.sql<{ available: string; pending: string }>(
    `select available, pending from ledger.account where owner_id = $1 and coin = 'USDP' and purpose = 'main'`,
    [owner],
  );
  return { available: Number(row?.available), pending: Number(row?.pending) };
}

async function feesTaken(): Promise<number> {
  const rows = await app.sql<{ owner_id: string; available: string }>(
    `select owner_id, available from ledger.account where coin = 'USDP' and purpose = 'fees'`,
  );
  return rows.reduce((sum, { owner_id, available }) => sum + (isProvider(Number(owner_id)) ? Number(available) : 0), 0);
}

/** What an act changes of merchant and user, and in fees; in cents. */
async function changed(act: () => Promise<unknown>, whom = { merchant, user }) {
  const read = async () => ({
    merchant: await balanceOf(whom.merchant.merchant_id),
    user: await balanceOf(whom.user.user_id),
    fees: await feesTaken(),
  });
  const before = await read();
  await act();
  const after = await read();
  return {
    merchant: after.merchant.available - before.merchant.available,
    available: after.user.available - before.user.available,
    pending: after.user.pending - before.user.pending,
    fees: after.fees - before.fees,
  };
}

const asMerchant = async (call: typeof adjustmentRelease | typeof adjustmentTakeBack, serial_number: string, who = merchant) =>
  app.call(call, { serial_number, google_code: await googleCode(app, who) }, { token: who.token });
const release = (serialNumber: string) => asMerchant(adjustmentRelease, serialNumber);
const takeBack = (serialNumber: string) => asMerchant(adjustmentTakeBack, serialNumber);
const appeal = (serial_number: string, reason = 'I was promised this money', who = user) =>
  app.call(walletAdjustmentAppeal, { serial_number, reason }, { payerToken: who.token });
/** What staff decide, as the queue lets it happen. */
async function decide(serialNumber: string, event: AdjustmentEvent, remark = 'The user is right'): Promise<string> {
  const by = { kind: 'operator', id: '1001', name: 'Ada' } as const;
  const moves = [{ ownerId: merchant.merchant_id, serialNumber, event, by, remark }];
  const [result] = await app.platform.db.systemTransaction((tx) => moveReviewOrders(tx, app.platform, adjustmentKind, moves));
  return result instanceof Refusal ? result.outcome : String(result?.status);
}

describe('an adjustment', () => {
  it('of the available balance is completed at once', async () => {
    let made;
    const moved = await changed(async () => (made = await adjust(app, merchant, user, { balance_type: 'available', amount: '12.5' })));
    expect(moved).toEqual({ merchant: -1_250, available: 1_250, pending: 0, fees: 0 });
    expect(made).toMatchObject({
      serial_number: expect.stringMatching(/^AJ/),
      order_type: 'adjustment_increase',
      receipt_user_id: user.user_id,
      receipt_nickname: user.nick,
      balance_type: 'available',
      coin_name: 'USDP',
      pay_amount: '12.50',
      handling_fee: '0.00',
      settlement_amount: '12.50',
      remark: 'Compensation for order A-1001',
      order_status: 'completed',
      release_time: null,
      appeal: null,
      ended: { by: 'merchant', remark: '' },
    });
  });

  it('that is kept pending waits in the user’s pending balance, and is released or taken back whole', async () => {
    const [one, other] = [await adjust(app, merchant, user), await adjust(app, merchant, user)];
    expect(one).toMatchObject({ order_status: 'paid', ended: null });
    expect(Date.parse(one.release_time ?? '') - Date.parse(one.create_time)).toBe(7 * 86_400_000);
    expect(await changed(() => release(one.serial_number))).toEqual({ merchant: 0, available: 1_000, pending: -1_000, fees: 0 });
    expect(await changed(() => takeBack(other.serial_number))).toEqual({ merchant: 1_000, available: 0, pending: -1_000, fees: 0 });
  });

  it('costs its fee as the user is given it, and nothing of what goes back', async () => {
    await app.sql(`update coin set adjustment_fee_bp = 100 where code = 'USDP'`);
    await app.sql(`insert into merchant_terms (merchant_id, coin, adjustment_fee_bp) values ($1, 'USDP', 250)`, [merchant.merchant_id]);
    try {
      const submit = (wishes: Parameters<typeof adjust>[3]) => changed(() => adjust(app, merchant, user, wishes));
      expect(await submit({ balance_type: 'available', amount: '9.99' })).toEqual({ merchant: -999, available: 974, pending: 0, fees: 25 });
      const [kept, back] = [await adjust(app, merchant, user, { amount: '9.99' }), await adjust(app, merchant, user)];
      expect(kept).toMatchObject({ handling_fee: '0.25', settlement_amount: '9.74' });
      expect(await changed(() => release(kept.serial_number))).toEqual({ merchant: 0, available: 974, pending: -999, fees: 25 });
      expect(await changed(() => takeBack(back.serial_number))).toEqual({ merchant: 1_000, available: 0, pending: -1_000, fees: 0 });
    } finally {
      await app.sql(`update coin set adjustment_fee_bp = 0 where code = 'USDP'`);
      await app.sql('delete from merchant_terms where merchant_id = $1', [merchant.merchant_id]);
    }
  });

  it('that the user objects to is decided by staff, either way, and no more by the merchant', async () => {
    const [kept, given] = [await adjust(app, merchant, user), await adjust(app, merchant, user)];
    for (const { serial_number } of [kept, given]) {
      expect(await changed(() => appeal(serial_number))).toEqual({ merchant: 0, available: 0, pending: 0, fees: 0 });
      expect((await release(serial_number)).msg).toBe('adjustment_in_appeal');
      expect((await takeBack(serial_number)).msg).toBe('adjustment_in_appeal');
    }
    expect(await changed(() => decide(given.serial_number, 'approve'))).toEqual({
      merchant: 0,
      available: 1_000,
      pending: -1_000,
      fees: 0,
    });
    expect(await changed(() => decide(kept.serial_number, 'reject', 'It was an error'))).toMatchObject({
      merchant: 1_000,
      pending: -1_000,
    });
    const detail = await app.call(adjustmentDetail, { serial_number: kept.serial_number }, { token: merchant.token });
    expect(dataOf(detail)).toMatchObject({
      order_status: 'cancelled',
      appeal: { reason: 'I was promised this money' },
      ended: { by: 'operator', remark: 'It was an error' },
    });
  });

  it('tells the merchant’s system how it ended, and that the user objects', async () => {
    await giveEndpoint(app, merchant.merchant_id);
    try {
      const made = await adjust(app, merchant, user, { balance_type: 'available' });
      const [one, other, last] = [await adjust(app, merchant, user), await adjust(app, merchant, user), await adjust(app, merchant, user)];
      await takeBack(one.serial_number);
      await appeal(other.serial_number);
      await decide(other.serial_number, 'approve');
      await appeal(last.serial_number);
      await decide(last.serial_number, 'reject');
      const told = await app.sql<{ event_type: string; subject: string; payload: string }>(
        'select event_type, subject, payload from webhook_delivery where merchant_id = $1 order by delivery_id',
        [merchant.merchant_id],
      );
      expect(told.map(({ event_type, subject }) => [event_type, subject])).toEqual([
        ['adjustment.completed', made.serial_number],
        ['adjustment.cancelled', one.serial_number],
        ['adjustment.appealed', other.serial_number],
        ['adjustment.completed', other.serial_number],
        ['adjustment.appealed', last.serial_number],
        ['adjustment.cancelled', last.serial_number],
      ]);
      const bodies = told.map(({ payload }) => webhookEvent.parse(JSON.parse(payload)).data);
      expect(bodies[2]).toMatchObject({ order_status: 'appeal', appeal: { reason: 'I was promised this money' } });
    } finally {
      await app.sql(`update merchant set webhook_events = '{}' where merchant_id = $1`, [merchant.merchant_id]);
    }
  });

  it('that stands as asked already stays as it is, and the answer says so', async () => {
    const [one, other, third] = [await adjust(app, merchant, user), await adjust(app, merchant, user), await adjust(app, merchant, user)];
    await release(one.serial_number);
    await takeBack(other.serial_number);
    await appeal(third.serial_number);
    const nothing = { merchant: 0, available: 0, pending: 0, fees: 0 };
    expect(
      await changed(async () => {
        expect(await release(one.serial_number)).toMatchObject({ msg: 'already_done', data: { order_status: 'completed' } });
        expect(await takeBack(other.serial_number)).toMatchObject({ msg: 'already_done', data: { order_status: 'cancelled' } });
        expect(await appeal(third.serial_number, 'Another reason')).toMatchObject({
          msg: 'already_done',
          data: { order_status: 'appeal', appeal: { reason: 'I was promised this money' } },
        });
        expect((await takeBack(one.serial_number)).msg).toBe('review_decided');
        expect((await release(other.serial_number)).msg).toBe('review_decided');
        expect((await appeal(one.serial_number)).msg).toBe('review_decided');
      }),
    ).toEqual(nothing);
  });
});

describe('the states of an adjustment', () => {
  const EVENTS = ['pay', 'release', 'take_back', 'appeal', 'approve', 'reject'] as const satisfies readonly AdjustmentEvent[];
  /** Brings a fresh one into a state. */
  async function inState(state: AdjustmentState): Promise<string> {
    const { serial_number } = await adjust(app, merchant, user);
    if (state === 'appeal') await appeal(serial_number);
    if (state === 'completed') await release(serial_number);
    if (state === 'cancelled') await takeBack(serial_number);
    return serial_number;
  }
  // `created` is the state of what nobody has paid yet, which no adjustment begins with.
  const cells = ADJUSTMENT_STATES.filter((state) => state !== 'created').flatMap((state) => EVENTS.map((event) => [state, event] as const));

  it.each(cells)('%s: %s', async (state, event) => {
    const serialNumber = await inState(state);
    const expected = next(adjustmentMachine, state, event);
    const moved = await changed(async () => expect(await decide(serialNumber, event)).toBe(expected ?? 'review_decided'));
    const given = expected === 'completed';
    const back = expected === 'cancelled';
    expect(moved).toEqual({ merchant: back ? 1_000 : 0, available: given ? 1_000 : 0, pending: given || back ? -1_000 : 0, fees: 0 });
  });
});

describe('the last day', () => {
  /** One that is as old as said. Its postings are named after the time at which it was made, so it is made then. */
  async function made(age: string): Promise<string> {
    await app.sql(`alter table review_order alter create_time set default date_trunc('milliseconds', now() - interval '${age}')`);
    try {
      return (await adjust(app, merchant, user)).serial_number;
    } finally {
      await app.sql(`alter table review_order alter create_time set default date_trunc('milliseconds', now())`);
    }
  }

  it('releases what has waited for seven days, once, and nothing that is younger or in appeal', async () => {
    const [due, younger, inAppeal] = [await made('7 days'), await made('6 days 23 hours 59 minutes'), await made('8 days')];
    await appeal(inAppeal);
    const both = () => Promise.all([releaseDueAdjustments(app.platform), releaseDueAdjustments(app.platform)]);
    let released: number[] = [];
    expect(await changed(async () => (released = await both()))).toMatchObject({ available: 1_000, pending: -1_000, merchant: 0 });
    expect(released.reduce((sum, count) => sum + count)).toBe(1);
    const statusOf = async (serial_number: string) =>
      dataOf(await app.call(adjustmentDetail, { serial_number }, { token: merchant.token }));
    expect(await statusOf(due)).toMatchObject({ order_status: 'completed', ended: { by: 'system' } });
    expect((await statusOf(younger)).order_status).toBe('paid');
    expect((await statusOf(inAppeal)).order_status).toBe('appeal');
    await takeBack(younger);
    await decide(inAppeal, 'reject');
  });

  it('is over for the merchant also before the job has come round', async () => {
    const due = await made('7 days 1 second');
    expect(await changed(async () => expect((await takeBack(due)).msg).toBe('adjustment_due'))).toMatchObject({ merchant: 0, pending: 0 });
    expect((await release(due)).msg).toBe('ok');
  });

  it.each(['7 days', '1 day'])(
    'of release, take back, appeal and the job at one moment exactly one happens, after %s',
    async (age) => {
      for (let round = 0; round < 4; round += 1) {
        const serialNumber = await made(age);
        const code = await googleCode(app, merchant);
        const moved = await changed(() =>
          Promise.all([
            app.call(adjustmentRelease, { serial_number: serialNumber, google_code: code }, { token: merchant.token }),
            app.call(adjustmentTakeBack, { serial_number: serialNumber, google_code: code }, { token: merchant.token }),
            appeal(serialNumber),
            releaseDueAdjustments(app.platform),
          ]),
        );
        const { order_status } = dataOf(await app.call(adjustmentDetail, { serial_number: serialNumber }, { token: merchant.token }));
        const [given, back] = [order_status === 'completed', order_status === 'cancelled'];
        expect([...(age === '7 days' ? [] : ['cancelled']), 'completed', 'appeal']).toContain(order_status);
        const pending = given || back ? -1_000 : 0;
        expect(moved).toEqual({ merchant: back ? 1_000 : 0, available: given ? 1_000 : 0, pending, fees: 0 });
        if (order_status === 'appeal') await decide(serialNumber, 'reject');
      }
    },
    30_000,
  );
});

describe('what is refused', () => {
  type Input = Omit<InputOf<typeof adjustmentAdd>, 'google_code'>;
  const good = (): Input => ({
    receipt_user_id: user.user_id,
    coin_name: 'USDP',
    balance_type: 'available',
    amount: '1.00',
    remark: 'Because',
  });
  const ask = async (change: Partial<Input>, who = merchant) =>
    app.send(adjustmentAdd, { ...good(), ...change, google_code: await googleCode(app, who) }, { token: who.token });

  it.each([
    ['coin_unknown', { coin_name: 'NONE' }],
    ['payee_unknown', { receipt_user_id: 4_711 }],
    ['market_not_enabled', { coin_name: 'CNYT' }],
    ['market_not_enabled', { coin_name: 'USDT' }],
    ['amount_below_minimum', { amount: '0.00' }],
    ['insufficient_balance', { amount: '99999999.99' }],
  ] as const)('%s: %j', async (outcome, change) => {
    expect(await changed(async () => expect((await ask(change)).msg).toBe(outcome))).toEqual({
      merchant: 0,
      available: 0,
      pending: 0,
      fees: 0,
    });
    const [left] = await app.sql('select count(*) from review_order where note = $1', ['Because']);
    expect(left).toEqual({ count: '0' });
  });

  it.skipIf(onCluster)('a release by a merchant who is suspended while it comes', async () => {
    const other = await makeMerchant(app);
    await fund(app, other.merchant_id, 'USDP', '100.00');
    const { serial_number } = await adjust(app, other, user);
    const google_code = await googleCode(app, other);
    const answer = await app.platform.db.systemTransaction(async (tx) => {
      await mayRest(tx);
      await tx.query(`update merchant set status = 'suspended' where merchant_id = $1`, [other.merchant_id]);
      const coming = app.call(adjustmentRelease, { serial_number, google_code }, { token: other.token });
      await untilWaiting(app);
      return { coming };
    });
    expect(await answer.coming).toMatchObject({ code: 512, msg: 'access_restricted', data: { login_ip: '127.0.0.1' } });
  });

  it('says exactly that the user has not enabled the market', async () => {
    expect((await ask({ coin_name: 'CNYT' })).detail).toBe('The user has not enabled this market. Please choose again.');
  });

  it.each([
    ['amount', '0.001'],
    ['amount', '-1'],
    ['amount', ''],
    ['remark', ''],
    ['remark', '  \n '],
    ['remark', 'x'.repeat(201)],
    ['balance_type', 'frozen'],
    ['receipt_user_id', 0],
  ])('invalid_input for %s = %j, which it names', async (field, value) => {
    expect(await ask({ [field]: value })).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field }] } });
  });

  it('takes two decimals at most of a coin that has more', async () => {
    await app.sql(`insert into market (market) values ('XFI')`);
    await app.sql(
      `insert into coin (code, market, decimals, symbol, position, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum)
       values ('FINE', 'XFI', 4, '', 99, 1, 0, 0, 1, 1000000)`,
    );
    await app.platform.db.coins.refresh();
    const [fine, payee] = [await makeMerchant(app, { markets: ['XFI'] }), await makeUser(app, { markets: ['XFI'] })];
    await fund(app, fine.merchant_id, 'FINE', '1.0000');
    const change = { coin_name: 'FINE', receipt_user_id: payee.user_id };
    expect(await ask({ ...change, amount: '0.001' }, fine)).toMatchObject({
      msg: 'invalid_input',
      data: { fields: [{ field: 'amount' }] },
    });
    expect(await ask({ ...change, amount: '0.01' }, fine)).toMatchObject({ msg: 'ok', data: { pay_amount: '0.0100' } });
  });

  it('payee_suspended, coin_off and fee_exceeds_amount', async () => {
    const suspended = await makeUser(app, { status: 'suspended' });
    expect((await ask({ receipt_user_id: suspended.user_id })).msg).toBe('payee_suspended');
    await app.sql(`update coin set adjustment_fee_bp = 10000, is_on = false where code = 'USDP'`);
    try {
      expect((await ask({})).msg).toBe('coin_off');
      await app.sql(`update coin set is_on = true where code = 'USDP'`);
      expect((await ask({})).msg).toBe('fee_exceeds_amount');
    } finally {
      await app.sql(`update coin set adjustment_fee_bp = 0, is_on = true where code = 'USDP'`);
    }
  });

  it('two at once never give more than there is', async () => {
    const [poor, payee] = [await makeMerchant(app), await makeUser(app)];
    await fund(app, poor.merchant_id, 'USDP', '15.00');
    const both = await Promise.allSettled([1, 2].map(() => adjust(app, poor, payee)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await balanceOf(poor.merchant_id)).toEqual({ available: 500, pending: 0 });
  });
});
