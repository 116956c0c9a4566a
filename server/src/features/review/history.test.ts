import { reviewDecide, reviewHistory } from '@purser/contract/features/review';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { fund, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { reviewRoutes } from './routes.ts';
import { submitOrder, TEST_KINDS } from './testing/kinds.ts';

/** What a party has asked for before, over all kinds. */

let app: TestApp;
let finance: TestStaff;
let support: TestStaff;
let owner: number;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => reviewRoutes(platform, TEST_KINDS) });
  [finance, support] = [await makeStaff(app, 'finance'), await makeStaff(app, 'support')];
  owner = (await makeMerchant(app, { name: 'Harbour' })).merchant_id;
  await fund(app, owner, 'USDP', '100000.00');
});
afterAll(() => app.close());

const historyOf = async (owner_id: number, member = finance) => dataOf(await member.call(reviewHistory, { owner_id }));
const kindOf = async (kind: string, owner_id = owner, member = finance) =>
  (await historyOf(owner_id, member)).kinds.find((one) => one.kind === kind);

it('tells who it is, and nothing more of one who has asked for nothing', async () => {
  const { user_id } = await makeUser(app, { nick: 'Bình' });
  expect(await historyOf(user_id)).toMatchObject({ owner: { owner_type: 'user', name: 'Bình', status: 'normal' }, kinds: [] });
  expect(await historyOf(owner)).toMatchObject({ owner: { owner_type: 'merchant', name: 'Harbour', authentication_status: 'approved' } });
  expect(await finance.call(reviewHistory, { owner_id: 99_999_999 })).toMatchObject({ msg: 'not_found' });
  // The provider is no party.
  expect(await finance.call(reviewHistory, { owner_id: 1 })).toMatchObject({ msg: 'not_found' });
});

it('counts and adds up by what became of it, coin by coin, and shows the latest of each kind', async () => {
  const decide = async (decision: 'approve' | 'reject', ...amounts: bigint[]) => {
    const orders = await Promise.all(amounts.map((amount) => submitOrder(app, owner, amount)));
    const which = orders.map(({ serial_number }) => ({ owner_id: owner, serial_number }));
    await finance.call(reviewDecide, { orders: which, decision, reason: 'No', google_code: await finance.code() });
    return orders;
  };
  await decide('approve', 1_000n, 2_050n);
  await decide('reject', 300n);
  await submitOrder(app, owner, 77n);
  const [returned] = await decide('approve', 400n);
  await app.sql(`update review_order set status = 'returned' where serial_number = $1`, [returned?.serial_number]);
  const [cancelled] = await decide('reject', 900n);
  await app.sql(`update review_order set status = 'cancelled' where serial_number = $1`, [cancelled?.serial_number]);
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp)
     values ($1, 'RCT', 'usdt_recharge', 'approved', 'manual', 'USDT', 2500000, 0, 2500000, 0),
       ($1, 'RCP', 'usdt_recharge', 'approved', 'manual', 'USDP', 100, 0, 100, 0)`,
    [owner],
  );
  const usdp = (amount: string) => [{ coin_name: 'USDP', amount }];
  const withdrawals = await kindOf('fiat_withdrawal');
  expect(withdrawals?.counts).toEqual([
    { outcome: 'waiting', count: 1, is_exact: true, amounts: usdp('0.77') },
    { outcome: 'approved', count: 2, is_exact: true, amounts: usdp('30.50') },
    { outcome: 'rejected', count: 1, is_exact: true, amounts: usdp('3.00') },
    { outcome: 'reversed', count: 1, is_exact: true, amounts: usdp('4.00') },
  ]);
  expect(withdrawals?.latest.map(({ item_id, outcome, amount }) => [item_id, outcome, amount]).slice(0, 2)).toEqual([
    [cancelled?.serial_number, null, '9.00'],
    [returned?.serial_number, 'reversed', '4.00'],
  ]);
  expect(withdrawals?.latest).toHaveLength(3);
  const [approved] = (await kindOf('usdt_recharge'))?.counts ?? [];
  expect(approved).toMatchObject({ outcome: 'approved', count: 2 });
  expect(approved?.amounts).toEqual(expect.arrayContaining([...usdp('1.00'), { coin_name: 'USDT', amount: '2.500000' }]));
});

it('tells of identities to who may read them only, and of nobody else’s', async () => {
  const other = (await makeMerchant(app)).merchant_id;
  await app.sql(
    `insert into identity_submission (owner_id, submission_id, party, kind, status, reason, decided_at, erase_at)
     values ($1, $2, 'merchant', 'person', 'rejected', 'Blurred', now(), now())`,
    [other, uuidv7()],
  );
  const shown = {
    counts: [{ outcome: 'rejected', count: 1, is_exact: true, amounts: [] }],
    latest: [{ status: 'rejected', amount: null }],
  };
  expect(await kindOf('identity', other, support)).toMatchObject(shown);
  expect(await kindOf('identity', other)).toBeUndefined();
  expect(await kindOf('identity', owner, support)).toBeUndefined();
});

it.skipIf(onCluster)('reads no more of a busy party than it counts, and says that there is more', async () => {
  const busy = (await makeMerchant(app)).merchant_id;
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time)
     select o, 'B' || n, 'user_withdrawal', 'approved', 'manual', 'USDP', 100, 1, 99, 100, now() - n * interval '1 second'
     from unnest(array[$1::bigint, $2::bigint]) as o, generate_series(1, 20000) as n`,
    [busy, owner],
  );
  await app.sql('vacuum analyze review_order');
  const watch = await PlanWatch.start(app);
  try {
    let found: Awaited<ReturnType<typeof kindOf>>;
    const seen = (await watch.during(async () => void (found = await kindOf('user_withdrawal', busy)))).filter(({ text }) =>
      /review_order/.test(text),
    );
    expect(seen).toHaveLength(2);
    for (const { scanned, visited, plan } of seen) {
      expect(scanned, plan).not.toContain('review_order');
      expect(visited, plan).toBeLessThan(2_000);
    }
    expect(found?.counts).toEqual([
      { outcome: 'approved', count: 500, is_exact: false, amounts: [{ coin_name: 'USDP', amount: '501.00' }] },
    ]);
    expect(found?.latest.map(({ item_id }) => item_id)).toEqual(['B1', 'B2', 'B3']);
  } finally {
    watch.stop();
  }
});
