import { usdtWithdrawalAdd, usdtWithdrawalCancel } from '@purser/contract/features/usdt-withdrawal';
import { walletWithdrawalAdd } from '@purser/contract/features/wallet-withdrawal';
import { totpOf } from '../../platform/security/totp.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveReviewOrders } from '../../domain/review-order.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { mayRest, untilWaiting } from '../../platform/testing/lock-waits.ts';
import { fund, googleCode } from '../../platform/testing/parties.ts';
import { addToDay } from './day-total.ts';
import { usdtWithdrawal } from './kind.ts';
import { usdtWithdrawalRoutes } from './routes.ts';
import { askForWithdrawal } from './withdraw.ts';
import { buckets, NETWORK, openNetworks, RATE, walletWithdrawer, withdrawer } from './testing/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: usdtWithdrawalRoutes });
  await openNetworks(app);
});
afterAll(() => app.close());

const asked = { coin_id: 'USDP', network: NETWORK, rate: RATE };

it('a day’s maximum holds, however many ask at once', async () => {
  const user = await walletWithdrawer(app, '900000.00');
  const ask = () =>
    app.call(
      walletWithdrawalAdd,
      { ...asked, withdrawal_count: '125000.00', address: user.address, payment_password: user.payment_password },
      { payerToken: user.token },
    );
  // 100,000 USDT each, 500,000 a day.
  await app.sql(
    `insert into usdt_withdrawal_day (owner_id, coin, day, total) values ($1, 'USDP', (now() at time zone 'utc')::date, 300000000000)`,
    [user.user_id],
  );
  const outcomes = (await Promise.all([ask(), ask(), ask(), ask()])).map(({ msg }) => msg).sort();
  expect(outcomes).toEqual(['ok', 'ok', 'withdrawal_day_maximum', 'withdrawal_day_maximum']);
  expect(await buckets(app, user.user_id)).toBe('650000.00 / 250000.00');
});

it('a maximum also holds for the rows alone, without the lock of the owner', async () => {
  const user = await walletWithdrawer(app);
  const take = () =>
    app.platform.db
      .scoped(user.user_id, (tx) => addToDay(tx, user.user_id, 'USDP', { worth: 30n, maximum: 100n }))
      .then(() => 'taken')
      .catch((error: unknown) => (error instanceof Refusal ? error.outcome : Promise.reject(error)));
  const taken = await Promise.all(Array.from({ length: 8 }, take));
  expect(taken.filter((one) => one === 'taken')).toHaveLength(3);
});

it('of cancelling and approving at once, one happens', async () => {
  for (let round = 0; round < 6; round += 1) {
    const merchant = await withdrawer(app);
    const { order_no } = dataOf(
      await app.call(
        usdtWithdrawalAdd,
        { ...asked, withdrawal_count: '1000.00', address: merchant.address, google_code: await googleCode(app, merchant) },
        { token: merchant.token },
      ),
    );
    const by = { kind: 'operator', id: '1', name: 'Ada' } as const;
    const move = (event: 'approve' | 'reject') =>
      app.platform.operator.db.systemTransaction((tx) =>
        moveReviewOrders(tx, app.platform, usdtWithdrawal, [
          { ownerId: merchant.merchant_id, serialNumber: order_no, event, by, remark: 'no' },
        ]),
      );
    const results = await Promise.all([
      app.call(usdtWithdrawalCancel, { order_no }, { token: merchant.token }).then(({ msg }) => msg),
      ...(['approve', 'reject'] as const).map((event) => move(event).then(([one]) => (one instanceof Refusal ? one.outcome : 'ok'))),
    ]);
    expect(results.filter((one) => one === 'ok')).toHaveLength(1);
    expect(results.filter((one) => one === 'review_decided')).toHaveLength(2);
    const [row] = await app.sql<{ status: string }>('select status from review_order where serial_number = $1', [order_no]);
    expect(await buckets(app, merchant.merchant_id)).toBe(row?.status === 'approved' ? '9000.00 / 1000.00' : '10000.00 / 0.00');
  }
});

// Whoever waits does so on a node.
it.skipIf(onCluster)('giving back waits for whoever asks, and never each for the other', async () => {
  const user = await walletWithdrawer(app);
  const ask = (tx: Tx, withdrawal_count: string) =>
    askForWithdrawal(tx, app.platform, user.user_id, 'user', { ...asked, withdrawal_count, address: user.address });
  const { serial_number: serialNumber } = await app.platform.db.scoped(user.user_id, (tx) => ask(tx, '1000.00'));
  const move = { ownerId: user.user_id, serialNumber, event: 'cancel', by: { kind: 'user', id: '1', name: '' } } as const;
  let attempts = 0;
  let cancelled: Promise<unknown> | undefined;
  await app.platform.db.scoped(user.user_id, async (tx) => {
    attempts += 1;
    await mayRest(tx);
    await addToDay(tx, user.user_id, 'USDP', { worth: 1n, maximum: 10n ** 15n });
    cancelled ??= app.platform.db.scoped(user.user_id, (other) => {
      attempts += 1;
      return moveReviewOrders(other, app.platform, usdtWithdrawal, [move]);
    });
    await untilWaiting(app);
    await ask(tx, '2000.00');
  });
  await cancelled;
  // PostgreSQL would end one of two that wait for each other, and it would be run again.
  expect(attempts).toBe(2);
  expect(await buckets(app, user.user_id)).toBe('8000.00 / 2000.00');
});

it('more than there is cannot be withdrawn at once', async () => {
  const user = await walletWithdrawer(app, '1000.00');
  const ask = () =>
    app.call(
      walletWithdrawalAdd,
      { ...asked, withdrawal_count: '400.00', address: user.address, payment_password: user.payment_password },
      { payerToken: user.token },
    );
  const outcomes = (await Promise.all([ask(), ask(), ask(), ask()])).map(({ msg }) => msg).sort();
  expect(outcomes).toEqual(['insufficient_balance', 'insufficient_balance', 'ok', 'ok']);
  expect(await buckets(app, user.user_id)).toBe('200.00 / 800.00');
});

it.skipIf(onCluster)('a suspension that is under way is waited for, and then nothing is withdrawn', async () => {
  const merchant = await withdrawer(app);
  await fund(app, merchant.merchant_id, 'USDP', '1.00');
  const code = totpOf(merchant.totpSecret).generate();
  const suspended = await app.platform.db.systemTransaction(async (tx) => {
    await mayRest(tx);
    await tx.query(`update merchant set status = 'suspended' where merchant_id = $1`, [merchant.merchant_id]);
    const answer = app.call(
      usdtWithdrawalAdd,
      { ...asked, withdrawal_count: '1000.00', address: merchant.address, google_code: code },
      { token: merchant.token },
    );
    await untilWaiting(app);
    return { answer };
  });
  expect(await suspended.answer).toMatchObject({ code: 512, msg: 'access_restricted', data: { login_ip: '127.0.0.1' } });
  expect(await buckets(app, merchant.merchant_id)).toBe('10001.00 / 0.00');
});
