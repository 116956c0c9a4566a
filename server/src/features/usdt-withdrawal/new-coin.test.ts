import { payoutFail, payoutRefund } from '@purser/contract/features/payout';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveReviewOrders, submitReviewOrder } from '../../domain/review-order.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { usdtWithdrawal } from './kind.ts';
import { usdtWithdrawalRoutes } from './routes.ts';
import { ORDER } from './testing/order.ts';
import { buckets, NETWORK, newAddress, openNetworks } from './testing/world.ts';

/** A coin that was added while two processes run, and of which the other one has not heard. */

const COIN = 'FRESH';
let app: TestApp;
let elsewhere: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: usdtWithdrawalRoutes });
  await openNetworks(app);
  const { masterKey, operatorDatabaseUrl } = app.platform.settings;
  elsewhere = await createTestApp({
    routes: usdtWithdrawalRoutes,
    settings: { databaseUrl: app.ownerUrl, masterKey, operatorDatabaseUrl },
  });
});
afterAll(async () => {
  await elsewhere.close();
  await app.close();
});

it('has its withdrawals refunded where it is not known yet', async () => {
  await app.sql(`insert into market (market) values ('XFR')`);
  await app.sql(
    `insert into coin (code, market, decimals, symbol, position, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum)
     values ($1, 'XFR', 2, '', 99, 1, 0, 0, 1, 1000000)`,
    [COIN],
  );
  await app.platform.db.coins.refresh();
  const { merchant_id } = await makeMerchant(app, { markets: ['XFR'] });
  await fund(app, merchant_id, COIN, '100.00');
  const before = await buckets(app, merchant_id, COIN);
  const { serial_number } = await app.platform.operator.db.systemTransaction(async (tx) => {
    const order = { ...ORDER, coin: COIN, network: NETWORK, owner_id: BigInt(merchant_id), address: newAddress() };
    const made = await submitReviewOrder(tx, app.platform, usdtWithdrawal, order);
    const by = { kind: 'operator', id: '1', name: 'Ada' } as const;
    await moveReviewOrders(tx, app.platform, usdtWithdrawal, [
      { ownerId: merchant_id, serialNumber: made.serial_number, event: 'approve', by },
    ]);
    return made;
  });
  await app.sql(`insert into usdt_withdrawal_day (owner_id, coin, day, total) values ($1, $2, (now() at time zone 'utc')::date, $3)`, [
    merchant_id,
    COIN,
    ORDER.other_amount,
  ]);
  const member = await makeStaff(elsewhere, 'finance');
  const which = { merchant_id, order_no: serial_number, reason: 'no energy' };
  expect(dataOf(await member.call(payoutFail, { ...which, google_code: await member.code() }))).toMatchObject({ status: 'failed' });
  expect(elsewhere.platform.operator.db.coins.find(COIN)).toBeUndefined();
  expect(dataOf(await member.call(payoutRefund, { ...which, google_code: await member.code() }))).toMatchObject({ status: 'refunded' });
  expect(await buckets(app, merchant_id, COIN)).toBe(before);
  expect(await app.sql('select total::text from usdt_withdrawal_day where coin = $1', [COIN])).toEqual([{ total: '0' }]);
});
