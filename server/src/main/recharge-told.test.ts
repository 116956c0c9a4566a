import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { reviewDecide } from '@purser/contract/features/review';
import { quickRechargeEnter, usdtRechargeAdd, usdtRechargeCancel, usdtRechargeDetail } from '@purser/contract/features/usdt-recharge';
import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { webhookEvent } from '@purser/contract/features/webhook';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { giveOwnAddress, newTxid, openRecharges, told } from '../features/usdt-recharge/testing/recharge.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';

/** What staff decide of USDT that a merchant sent in is told to the merchant's system, in the transaction that decides it. */

let app: TestApp;
let merchant: TestMerchant;
let staff: TestStaff;
let second: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await openRecharges(app);
  [staff, second] = [await makeStaff(app, 'finance'), await makeStaff(app, 'finance')];
  await app.sql(`insert into review_bound (coin, kind, sequence, amount) values ('CNYT', 'usdt_recharge', 2, 100000000)`);
});
afterAll(() => app.close());
beforeEach(async () => {
  merchant = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.manual, RECHARGE_WAYS.quick] });
  await giveEndpoint(app, merchant.merchant_id);
});

const add = async () => dataOf(await app.call(usdtRechargeAdd, told(), { token: merchant.token })).order_no;
const decide = async (orderNo: string, decision: 'approve' | 'reject') =>
  staff.call(reviewDecide, {
    orders: [{ owner_id: merchant.merchant_id, serial_number: orderNo }],
    decision,
    reason: decision === 'reject' ? 'Nothing has arrived' : '',
    google_code: await staff.code(),
  });
const deliveries = async (orderNo: string) =>
  (await app.sql<{ payload: string }>('select payload from webhook_delivery where subject = $1 order by delivery_id', [orderNo])).map(
    ({ payload }) => webhookEvent.parse(JSON.parse(payload)),
  );

it.each([
  ['approve', 'recharge.approved', 'approved', ''],
  ['reject', 'recharge.rejected', 'rejected', 'Nothing has arrived'],
] as const)('%s: %s, with the recharge as it is then', async (decision, type, status, remark) => {
  const order_no = await add();
  expect(await deliveries(order_no)).toEqual([]);
  dataOf(await decide(order_no, decision));
  const { merchant_id: _, name: __, ...recharge } = dataOf(await app.call(usdtRechargeDetail, { order_no }, { token: merchant.token }));
  expect(recharge).toMatchObject({ status, remark });
  expect(await deliveries(order_no)).toEqual([{ type, timestamp: expect.any(String), data: recharge }]);
});

it('nobody is told of what the merchant has taken back itself, nor where no address is set', async () => {
  const mine = await add();
  dataOf(await app.call(usdtRechargeCancel, { order_no: mine }, { token: merchant.token }));
  expect(await deliveries(mine)).toEqual([]);
  await app.sql(`update merchant set webhook_events = '{}' where merchant_id = $1`, [merchant.merchant_id]);
  const untold = await add();
  dataOf(await decide(untold, 'approve'));
  expect(await deliveries(untold)).toEqual([]);
});

it('an event that cannot be written undoes the decision, and the money with it', async () => {
  const order_no = await add();
  await app.sql(`alter table webhook_delivery add constraint none_of_recharges check (event_type not like 'recharge.%') not valid`);
  try {
    expect(await decide(order_no, 'approve')).toMatchObject({ msg: 'internal' });
  } finally {
    await app.sql('alter table webhook_delivery drop constraint none_of_recharges');
  }
  expect(dataOf(await app.call(usdtRechargeDetail, { order_no }, { token: merchant.token }))).toMatchObject({ status: 'pending_review' });
  expect(await app.sql('select from ledger.posting where serial_number = $1', [order_no])).toEqual([]);
  expect(await deliveries(order_no)).toEqual([]);
  dataOf(await decide(order_no, 'approve'));
  expect(await deliveries(order_no)).toMatchObject([{ type: 'recharge.approved' }]);
});

it('what arrived at an address of the merchant’s own is told as well', async () => {
  const { merchant_id } = merchant;
  await giveOwnAddress([staff, second], { merchant_id, network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' });
  const arrived = { merchant_id, coin: 'CNYT', network: 'TRC20', trade_count: '500', apply_txid: newTxid(), reason: 'Arrived' };
  const { approval_id } = dataOf(await staff.call(quickRechargeEnter, { ...arrived, google_code: await staff.code() }));
  const found = dataOf(await second.call(approvalList, { state: 'pending', page_size: 100 })).list.find(
    (one) => one.approval_id === approval_id,
  );
  dataOf(await second.call(approvalApprove, { approval_id, content_hash: found?.content_hash ?? '', google_code: await second.code() }));
  const [order] = await app.sql<{ serial_number: string }>('select serial_number from review_order where owner_id = $1', [merchant_id]);
  expect(await deliveries(order?.serial_number ?? '')).toMatchObject([
    { type: 'recharge.approved', data: { trade_count: '500.000000', txid: arrived.apply_txid } },
  ]);
});
