import { reviewDecide, reviewDetail, reviewQuery } from '@purser/contract/features/review';
import type { InputOf } from '@purser/contract/call';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { reviewRoutes } from './routes.ts';
import { submitOrder, TEST_KINDS } from './testing/kinds.ts';

/** Rows that a statement may visit: a page, merged from a short range for each kind and state, or looked for with each merchant in turn. */
const MOST_VISITED = 1_600;
const ROWS = 40_000;
const SMALL = new Set(['coin', 'market', 'merchant', 'wallet_user', 'review_bound', 'staff']);

let app: TestApp;
let one: TestStaff;
let owner: number;
let watch: PlanWatch;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => reviewRoutes(platform, TEST_KINDS) });
  one = await makeStaff(app, 'finance');
  owner = (await makeMerchant(app)).merchant_id;
  await fund(app, owner, 'USDP', '1000.00');
  await app.sql(
    `insert into merchant (name, username, password_hash) select 'Many ' || n, 'many-' || n, '-' from generate_series(1, 200) as n`,
  );
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, order_id, coin, amount, fee, settlement, fee_bp, txid, create_time)
     select $1::bigint + n % 100, 'X' || n, (array['user_withdrawal', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'])[1 + n % 4],
       case when n % 8 in (0, 2) or n % 400 in (1, 3) then 'pending_review' else 'approved' end, 'manual',
       case n % 4 when 0 then 'M-' || n else '' end, 'USDP', 100, 1, 99, 100, case n % 4 when 1 then 'tx' || n else '' end, now() - n * interval '1 second'
     from generate_series(1, ${ROWS}) as n`,
    [owner],
  );
  await app.sql(
    `insert into approval (approval_id, owner_id, kind, content, content_hash, reason, state, entered_by, expires_at)
     select gen_random_uuid(), $1::bigint + n % 100, 'review.approve', '{}', decode(repeat('00', 32), 'hex'), 'r', 'withdrawn', $2, now()
     from generate_series(1, ${ROWS}) as n`,
    [owner, one.staffId],
  );
  await app.sql('vacuum analyze review_order, merchant, approval');
  watch = await PlanWatch.start(app);
}, 120_000);
afterAll(async () => {
  watch?.stop();
  await app.close();
});

/** Many withdrawals of USDT and of users wait, and some of the other kinds. */
async function look(work: () => Promise<unknown>, most = MOST_VISITED): Promise<void> {
  const seen = (await watch.during(work)).filter(({ text }) => /review_order|approval/.test(text));
  expect(seen.length).toBeGreaterThan(0);
  for (const { scanned, visited, plan, text } of seen) {
    expect(
      scanned.filter((table) => !SMALL.has(table)),
      plan,
    ).toEqual([]);
    // Totals are counted up to their bound.
    if (!/as counted/.test(text)) expect(visited, plan).toBeLessThan(most);
  }
}

it.skipIf(onCluster).each<[string, InputOf<typeof reviewQuery>]>([
  ['nothing', {}],
  ['what waits for staff', { waits_for: 'staff', sort_order: 'asc' }],
  ['what waits for staff, of a kind', { waits_for: 'staff', kind: 'usdt_recharge', sort_order: 'asc' }],
  ['kind', { kind: 'fiat_withdrawal' }],
  ['kind and state', { kind: 'user_withdrawal', status: 'rejected' }],
  ['state', { status: 'appeal' }],
  ['a time', { time_to: new Date(Date.now() - 3_600_000).toISOString() }],
  ['serial number', { serial_number: 'X77' }],
  ["the merchant's number", { order_id: 'M-76' }],
  ['a number that is none', { order_id: 'none' }],
  ['transaction', { txid: 'tx77' }],
])('orders are found by %s without reading a table whole', async (_, filters) => {
  await look(async () => dataOf(await one.call(reviewQuery, filters)));
});

it.skipIf(onCluster).each<[string, number, InputOf<typeof reviewQuery>]>([
  ['a kind of which little waits', 100, { waits_for: 'staff', kind: 'fiat_withdrawal' }],
  ['a kind of which most waits', 5_000, { waits_for: 'staff', kind: 'usdt_withdrawal' }],
  ['that kind in a coin', 5_000, { waits_for: 'staff', kind: 'usdt_withdrawal', coin_name: 'USDP' }],
  ['a kind of which nothing waits', 0, { waits_for: 'staff', kind: 'adjustment' }],
  ['a kind in a coin', 100, { waits_for: 'staff', kind: 'usdt_recharge', coin_name: 'USDP' }],
  ['a kind in a coin that it has none of', 0, { waits_for: 'staff', kind: 'usdt_withdrawal', coin_name: 'CNYT' }],
  ['a kind that merchants decide', 0, { waits_for: 'staff', kind: 'user_withdrawal' }],
  ['the merchants’ own kind', 5_000, { waits_for: 'merchant', kind: 'user_withdrawal' }],
  ['a kind that no merchant decides', 0, { waits_for: 'merchant', kind: 'fiat_withdrawal' }],
])('the queue of %s is a page of that kind, whatever else waits', async (_, waiting, filters) => {
  const queue = { page_size: 20, sort_order: 'asc', ...filters } as const;
  await look(async () => {
    const page = dataOf(await one.call(reviewQuery, queue));
    expect(page.list.map(({ kind, status }) => [kind, status])).toEqual(
      Array.from({ length: Math.min(20, waiting) }, () => [filters.kind, 'pending_review']),
    );
  }, 200);
});

it.skipIf(onCluster)("one owner's are found by that owner's own indexes", async () => {
  await look(async () => dataOf(await one.call(reviewQuery, { owner_id: owner })));
  await look(async () => dataOf(await one.call(reviewQuery, { owner_id: owner, waits_for: 'staff', sort_order: 'asc' })));
  await look(async () => dataOf(await one.call(reviewQuery, { owner_id: owner, txid: 'tx1' })));
});

it.skipIf(onCluster)('an order is shown and decided without reading a table whole', async () => {
  const { serial_number } = await submitOrder(app, owner, 100n);
  await look(async () => dataOf(await one.call(reviewDetail, { owner_id: owner, serial_number })));
  const orders = [{ owner_id: owner, serial_number }];
  await look(async () => dataOf(await one.call(reviewDecide, { orders, decision: 'approve', google_code: await one.code() })));
});
