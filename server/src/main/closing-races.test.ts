import { rewardGrant } from '@purser/contract/features/reward';
import { openRefundCreate } from '@purser/contract/features/refund';
import { openWithdrawalCreate } from '@purser/contract/features/open-withdrawal';
import { adjustmentAdd } from '@purser/contract/features/adjustment';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeKey } from '../features/open-order/testing/key.ts';
import { closeAs } from '../features/privacy/testing/close.ts';
import { makePaidOrder } from '../features/refund/testing/paid-order.ts';
import { createTestApp, type Called, type CallOptions, type TestApp } from '../platform/testing/app.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { makeStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';

/** Money that comes while its owner closes the account: it stays with the merchant, as nobody could take it out any more. */

let app: TestApp;
let shop: TestMerchant;
let user: TestUser;
let signedWith: NonNullable<CallOptions['signedWith']>;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [shop, user] = [await makeMerchant(app), await makeUser(app)];
  signedWith = await makeKey(app, shop);
  await fund(app, shop.merchant_id, 'USDP', '1000.00');
});

async function waiting(most: number): Promise<void> {
  await eventually(async () => {
    const rows = await app.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    expect(rows).toHaveLength(most);
  });
}

/** Begins the closing, stops it before its end, and sends money meanwhile. */
async function whileClosing(send: () => Promise<Called<unknown>>): Promise<Called<unknown>> {
  const holder = new pg.Client({ connectionString: app.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from login_directory where owner_id = $1 for update', [user.user_id]);
    const closed = closeAs(app, user);
    await waiting(1);
    const sent = send();
    await waiting(2);
    await holder.query('commit');
    await closed;
    return await sent;
  } finally {
    await holder.end();
  }
}

async function left(): Promise<number> {
  const [sum] = await app.sql<{ money: string }>(
    'select coalesce(sum(available + frozen + pending), 0)::text as money from ledger.account where owner_id = $1',
    [user.user_id],
  );
  return Number(sum?.money);
}

it('a withdrawal within the quota', async () => {
  await app.sql(
    `insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) values ($1, 'USDP', true, 100000, 100000)`,
    [shop.merchant_id],
  );
  const input = { order_id: 'W-1', payment_id: user.user_id, coin_name: 'USDP', amount: '10.00' };
  const answer = await whileClosing(() => app.call(openWithdrawalCreate, input, { signedWith }));
  expect([answer.msg, await left()]).toEqual(['payee_unknown', 0]);
});

it('a refund', async () => {
  await fund(app, user.user_id, 'USDP', '12.50');
  const { order_id } = await makePaidOrder(app, shop.merchant_id, user);
  const answer = await whileClosing(() => app.call(openRefundCreate, { refund_id: 'R-1', order_id, amount: '1.00' }, { signedWith }));
  expect([answer.msg, await left()]).toEqual(['account_closed', 0]);
});

it.each(['available', 'pending'] as const)('an adjustment of the %s balance', async (balance_type) => {
  const input = { receipt_user_id: user.user_id, coin_name: 'USDP', balance_type, amount: '5.00', remark: 'Gift' };
  const google_code = await googleCode(app, shop);
  const answer = await whileClosing(() => app.call(adjustmentAdd, { ...input, google_code }, { token: shop.token }));
  expect([answer.msg, await left()]).toEqual(['payee_unknown', 0]);
});

it('reward funds', async () => {
  const finance = await makeStaff(app, 'finance');
  await fund(app, 1, 'USDP', '100.00', 'reward_pool');
  const wish = { user_id: user.user_id, coin_name: 'USDP', amount: '5.00', reason: 'A late refund', google_code: await finance.code() };
  const answer = await whileClosing(() => finance.call(rewardGrant, wish));
  expect(answer.msg).toBe('account_closed');
  expect(await app.sql('select from approval where owner_id = $1', [user.user_id])).toEqual([]);
});
