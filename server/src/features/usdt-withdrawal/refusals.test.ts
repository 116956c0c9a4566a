import { usdtWithdrawalAdd, usdtWithdrawalQuote, usdtWithdrawalSetting } from '@purser/contract/features/usdt-withdrawal';
import { walletWithdrawalAdd, walletWithdrawalCancel, walletWithdrawalQuery } from '@purser/contract/features/wallet-withdrawal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { usdtWithdrawalRoutes } from './routes.ts';
import { buckets, giveAddress, NETWORK, newAddress, openNetworks, RATE, walletWithdrawer, withdrawer } from './testing/world.ts';

let app: TestApp;
let merchant: Awaited<ReturnType<typeof withdrawer>>;

beforeAll(async () => {
  app = await createTestApp({ routes: usdtWithdrawalRoutes });
  await openNetworks(app);
});
beforeEach(async () => {
  merchant = await withdrawer(app);
});
afterAll(() => app.close());

async function add(change: object = {}) {
  const input = { coin_id: 'USDP', withdrawal_count: '1000.00', network: NETWORK, address: merchant.address, rate: RATE };
  return app.call(usdtWithdrawalAdd, { ...input, google_code: await googleCode(app, merchant), ...change } as never, {
    token: merchant.token,
  });
}

/** Something is otherwise while `act` runs, and then as it was. */
async function meanwhile<Result>(change: string, back: string, act: () => Promise<Result>): Promise<Result> {
  await app.sql(change);
  try {
    return await act();
  } finally {
    await app.sql(back);
  }
}
const coinOff = ["update coin set is_on = false where code = 'USDP'", "update coin set is_on = true where code = 'USDP'"] as const;
const networkOff = [
  "update network set is_on = false where network = 'BEP20'",
  "update network set is_on = true where network = 'BEP20'",
] as const;
const noRate = [
  "delete from coin_rate where coin = 'USDP'",
  `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at) values ('USDP', 1, 'fixed', ${RATE}, 'test', now() - interval '1 day')`,
] as const;

describe('a withdrawal is refused, and nothing is left of it,', () => {
  it.each([
    ['a field that is missing', { address: '' }],
    ['an amount of too many places', { withdrawal_count: '1000.001' }],
    ['an amount that is none', { withdrawal_count: '-5' }],
    ['a field that nobody knows', { note: 'x' }],
    ['a rate of zero', { rate: '0' }],
  ])('for %s', async (_, change) => {
    expect(await add(change)).toMatchObject({ status: 400, msg: 'invalid_input' });
  });

  /** What is wrong from the last check to the first: each is met with everything after it wrong as well. */
  it('in the order of precedence', async () => {
    const refused = async (change: object, outcome: string): Promise<void> => {
      expect(await add(change), outcome).toMatchObject({ msg: outcome });
      expect(await buckets(app, merchant.merchant_id)).toBe('10000.00 / 0.00');
      expect(await app.sql('select from review_order where owner_id = $1', [merchant.merchant_id])).toHaveLength(0);
      expect(await app.sql('select from usdt_withdrawal_day where owner_id = $1', [merchant.merchant_id])).toHaveLength(0);
    };
    await refused({ google_code: '000000' }, 'wrong_google_code');
    await refused({ withdrawal_count: '20000.00', google_code: '000000' }, 'insufficient_balance');
    await app.sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'x', 1, 'x')`, [
      merchant.address,
    ]);
    await refused({ withdrawal_count: '20000.00' }, 'payout_address_blocked');
    await app.sql(`update payout_address set usable_at = now() + interval '1 minute' where owner_id = $1`, [merchant.merchant_id]);
    await refused({ withdrawal_count: '20000.00' }, 'payout_address_resting');
    await refused({ withdrawal_count: '20000.00', address: newAddress() }, 'payout_address_other');
    await refused({ withdrawal_count: '20000.00', network: 'ERC20' }, 'payout_address_missing');
    await refused({ withdrawal_count: '1.25', network: 'ERC20' }, 'amount_below_minimum');
    await refused({ withdrawal_count: '124.99', network: 'ERC20' }, 'amount_below_minimum');
    await refused({ withdrawal_count: '125000.01', network: 'ERC20' }, 'withdrawal_above_maximum');
    await refused({ withdrawal_count: '1', rate: '1.26', network: 'ERC20' }, 'rate_changed');
    await meanwhile(...noRate, () => refused({ withdrawal_count: '1', rate: '1.26', network: 'ERC20' }, 'rate_unavailable'));
    await refused({ coin_id: 'CNYT', withdrawal_count: '1', rate: '7' }, 'market_not_enabled');
    await meanwhile(...networkOff, () => refused({ coin_id: 'CNYT', withdrawal_count: '1' }, 'payout_network_off'));
    await meanwhile(...networkOff, () => meanwhile(...coinOff, () => refused({ withdrawal_count: '1' }, 'coin_off')));
    await meanwhile(...coinOff, () => refused({ network: 'SOL', withdrawal_count: '1' }, 'network_unknown'));
    await refused({ coin_id: 'DOGE', network: 'SOL', withdrawal_count: '1' }, 'coin_unknown');
  });

  it('for an amount that the fees use up', async () => {
    await meanwhile(
      "update coin_network set network_fee = 200000000 where network = 'BEP20'",
      "update coin_network set network_fee = 1000000 where network = 'BEP20'",
      async () => {
        expect(await add({ withdrawal_count: '200.00' })).toMatchObject({ msg: 'fee_exceeds_amount' });
        const quote = await app.call(
          usdtWithdrawalQuote,
          { coin_id: 'USDP', network: NETWORK, withdrawal_count: '200.00' },
          { token: merchant.token },
        );
        expect(dataOf(quote)).toMatchObject({ count: null, network_fee: '250.00' });
      },
    );
  });

  it('for a resting address, with when it ends, by the clock of the database', async () => {
    await app.sql(`update payout_address set usable_at = now() + interval '2 hours' where owner_id = $1`, [merchant.merchant_id]);
    const [row] = await app.sql<{ usable_at: Date }>('select usable_at from payout_address where owner_id = $1', [merchant.merchant_id]);
    expect(await add()).toMatchObject({ msg: 'payout_address_resting', data: { usable_time: row?.usable_at.toISOString() } });
    // The api's own clock says nothing.
    app.platform.clock.now = () => new Date(Date.now() + 3 * 86_400_000);
    try {
      expect(await add()).toMatchObject({ msg: 'payout_address_resting' });
    } finally {
      delete (app.platform.clock as { now?: unknown }).now;
    }
    await app.sql(`update payout_address set usable_at = now() where owner_id = $1`, [merchant.merchant_id]);
    expect(await add()).toMatchObject({ code: 200 });
  });

  it('beyond what a day allows, with what is left of it', async () => {
    await fund(app, merchant.merchant_id, 'USDP', '700000.00');
    await app.sql(
      `insert into usdt_withdrawal_day (owner_id, coin, day, total) values ($1, 'USDP', (now() at time zone 'utc')::date, 499500000000),
         ($1, 'USDP', (now() at time zone 'utc')::date - 1, 500000000000)`,
      [merchant.merchant_id],
    );
    expect(await add()).toMatchObject({ msg: 'withdrawal_day_maximum', detail: expect.stringContaining('500.000000 USDT') });
    expect(await add({ withdrawal_count: '625.00' })).toMatchObject({ code: 200 });
    expect(await add({ withdrawal_count: '125.00' })).toMatchObject({
      msg: 'withdrawal_day_maximum',
      detail: expect.stringContaining(' 0.000000 USDT'),
    });
  });
});

describe('the fees', () => {
  it.each([
    ['fee', 'update coin set usdt_withdrawal_fee_bp = 500', 'update coin set usdt_withdrawal_fee_bp = 50'],
    ['network fee', 'update coin_network set network_fee = 20000000', 'update coin_network set network_fee = 1000000'],
  ])('another %s than was shown is refused, and what it leaves can then be asked for', async (_, change, back) => {
    const asked = { coin_id: 'USDP', network: NETWORK, withdrawal_count: '1000.00' };
    const shown = async () => dataOf(await app.call(usdtWithdrawalQuote, asked, { token: merchant.token })).count;
    const before = await shown();
    await meanwhile(change, back, async () => {
      expect(await add({ count: before })).toMatchObject({ code: 7208, msg: 'fee_changed' });
      expect(await buckets(app, merchant.merchant_id)).toBe('10000.00 / 0.00');
      const after = await shown();
      expect(after).not.toBe(before);
      expect(dataOf(await add({ count: after }))).toMatchObject({ count: after });
    });
  });
});

describe('the rate', () => {
  it('that was shown holds for a minute after another took its place', async () => {
    await app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('USDP', 2, 'fixed', 1.3, 'test')`);
    try {
      expect(dataOf(await add())).toMatchObject({ rate: '1.25' });
      expect(dataOf(await add({ rate: '1.30' }))).toMatchObject({ rate: '1.3' });
      await app.sql(`update coin_rate set set_at = now() - interval '61 seconds' where coin = 'USDP' and sequence = 2`);
      expect(await add()).toMatchObject({ msg: 'rate_changed', data: { rate: '1.3' } });
    } finally {
      await app.sql(`delete from coin_rate where coin = 'USDP' and sequence = 2`);
    }
  });

  it('that holds for a minute more is what the amount that was shown is compared by', async () => {
    const asked = { coin_id: 'USDP', network: NETWORK, withdrawal_count: '1000.00' };
    const { count } = dataOf(await app.call(usdtWithdrawalQuote, asked, { token: merchant.token }));
    await app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('USDP', 2, 'fixed', 1.3, 'test')`);
    try {
      expect(dataOf(await add({ count }))).toMatchObject({ rate: '1.25', count });
    } finally {
      await app.sql(`delete from coin_rate where coin = 'USDP' and sequence = 2`);
    }
  });

  it('that is missing leaves the setting to say so', async () => {
    const other = await makeMerchant(app, { markets: ['CNY'] });
    const { coins } = dataOf(await app.call(usdtWithdrawalSetting, {}, { token: other.token }));
    expect(coins).toMatchObject([{ coin_name: 'CNYT', rate: null, minimum: '100.000000', day_left: '500000.000000' }]);
    const quote = await app.call(usdtWithdrawalQuote, { coin_id: 'CNYT', network: NETWORK, withdrawal_count: '5' }, { token: other.token });
    expect(dataOf(quote)).toMatchObject({
      rate: null,
      count: null,
      exchange_out: null,
      network_fee: null,
      transfer_out_commission: '0.03',
    });
  });
});

describe('a wallet user', () => {
  it('withdraws the same way, with the payment password, and cancels', async () => {
    const user = await walletWithdrawer(app, '1000.00');
    const input = { coin_id: 'USDP', withdrawal_count: '500.00', network: NETWORK, address: user.address, rate: RATE };
    const options = { payerToken: user.token };
    const ask = (change: object) =>
      app.call(walletWithdrawalAdd, { ...input, payment_password: user.payment_password, ...change }, options);
    expect(await ask({ payment_password: '111222' })).toMatchObject({ msg: 'payment_password_wrong' });
    expect(await ask({ withdrawal_count: '1000.01' })).toMatchObject({ msg: 'insufficient_balance' });
    const order = dataOf(await ask({}));
    expect(order).toMatchObject({ status: 'pending_review', merchant_id: user.user_id, name: user.nick, count: '397.000000' });
    expect(await buckets(app, user.user_id)).toBe('500.00 / 500.00');
    expect(dataOf(await app.call(walletWithdrawalQuery, {}, options)).list).toEqual([order]);
    const stranger = await makeUser(app);
    expect(dataOf(await app.call(walletWithdrawalQuery, {}, { payerToken: stranger.token })).list).toEqual([]);
    expect(await app.call(walletWithdrawalCancel, { order_no: order.order_no }, { payerToken: stranger.token })).toMatchObject({
      msg: 'order_unknown',
    });
    expect(dataOf(await app.call(walletWithdrawalCancel, { order_no: order.order_no }, options))).toMatchObject({ status: 'cancelled' });
    expect(await buckets(app, user.user_id)).toBe('1000.00 / 0.00');
  });

  it('without a payment password, or suspended, is refused', async () => {
    const user = await makeUser(app, { payment_password: null });
    await giveAddress(app, user.user_id);
    const input = {
      coin_id: 'USDP',
      withdrawal_count: '500.00',
      network: NETWORK,
      address: newAddress(),
      rate: RATE,
      payment_password: '123123',
    };
    expect(await app.call(walletWithdrawalAdd, input, { payerToken: user.token })).toMatchObject({ msg: 'payment_password_not_set' });
  });
});
