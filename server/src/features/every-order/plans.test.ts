import { everyOrderQuery } from '@purser/contract/features/every-order';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { everyOrderRoutes } from './routes.ts';

/** Rows of each table. */
const ROWS = 20_000;
/** A page reads a page's worth of each of some hundred short ranges, most of which are empty or shorter. */
const MOST_VISITED = 4_000;
const SMALL = new Set(['coin', 'network', 'merchant', 'market', 'staff', 'staff_session', 'system_setting', 'maintenance', 'scope_key']);

let app: TestApp;
let support: TestStaff;
let shop: TestMerchant;
let watch: PlanWatch;

beforeAll(async () => {
  app = await createTestApp({ routes: everyOrderRoutes });
  support = await makeStaff(app, 'support');
  shop = await makeMerchant(app);
  const others = [await makeMerchant(app), await makeMerchant(app), await makeMerchant(app)].map(({ merchant_id }) => merchant_id);
  const merchants = [shop.merchant_id, ...others];
  const user = await makeUser(app);
  // The statistics stay those of empty tables: nobody refreshes them behind the test's back.
  for (const table of ['payment_order', 'merchant_transfer', 'refund', 'review_order', 'chain_deposit', 'chain_tx'])
    await app.sql(`alter table ${table} set (autovacuum_enabled = false)`);
  await app.sql('analyze');
  const filled = (text: string) => app.sql(text, [merchants]);
  await filled(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, expire_time,
       paid_time, create_time)
     select ($1::bigint[])[1 + n % 4], 'PO' || n, 'X-' || n, 'T' || n, case n % 500 when 0 then 'CNYT' else 'USDP' end, 1, 0, 1, status, 1, now(),
       case status when 'paid' then now() end, now() - n * interval '1 second'
     from (select n, case when n % 1000 < 3 then 'created' when n % 9 = 0 then 'expired' else 'paid' end as status
       from generate_series(1, ${ROWS}) as n) as made`,
  );
  await filled(
    `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin, transfer_amount,
       transfer_fee, settlement_amount, create_time)
     select ($1::bigint[])[1 + (n + side) % 4], 'TR' || n, case side when 0 then 'transfer' else 'receive' end, ($1::bigint[])[1 + (n + 1 - side) % 4],
       '', '', 'USDP', 1, 0, 1, now() - n * interval '1 second'
     from generate_series(1, ${ROWS / 2}) as n cross join generate_series(0, 1) as side`,
  );
  await filled(
    `insert into refund (merchant_id, serial_number, refund_id, order_serial_number, order_id, payer_id, payer_nick, coin, amount, to_reward, refund_from,
       create_time)
     select merchant_id, 'RF' || row_number() over (), 'X-' || row_number() over (), serial_number, order_id, payer_id, '', coin, 1, 0, 'api', create_time
     from payment_order where merchant_id = any ($1::bigint[])`,
  );
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp, order_id, address,
       txid, create_time)
     select case n % 5 when 0 then $2::bigint else ($1::bigint[])[1 + n % 4] end, 'RC' || n, kind,
       case when n % 1000 < 5 then case kind when 'adjustment' then 'appeal' else 'pending_review' end
         else case kind when 'adjustment' then 'completed' else 'rejected' end end,
       'manual', case n % 500 when 7 then 'CNYT' else 'USDP' end, 1, 0, 0, 1, 0, 'X-' || n, case n % 2 when 0 then 'TSharedAddressOfManyOrders' else 'TOwn' || n || repeat('x', 20) end,
       lpad(to_hex(n), 64, '0'), now() - n * interval '1 second'
     from (select n, (array['user_withdrawal', 'adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'])[1 + n / 5 % 5] as kind
       from generate_series(1, ${ROWS}) as n) as made`,
    [merchants, user.user_id],
  );
  await app.sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash,
       serial_number, seen_at)
     select $1, 'TRC20', decode(lpad(to_hex(n), 64, '0'), 'hex'), 0, state, case state when 'held' then 'no_rate' else '' end, 'TA' || n || repeat('y', 20), '', 1, 1,
       1, decode(repeat('00', 32), 'hex'), case state when 'credited' then 'RC' || n end, now() - n * interval '1 second'
     from (select n, case n % 1000 when 0 then 'held' when 1 then 'ignored' else 'credited' end as state from generate_series(1, ${ROWS}) as n) as made`,
    [user.user_id],
  );
  watch = await PlanWatch.start(app);
}, 120_000);
afterAll(async () => {
  watch?.stop();
  await app.close();
});

type Filters = Parameters<typeof support.call<typeof everyOrderQuery>>[1];

async function look(filters: Filters): Promise<void> {
  let found = 0;
  const seen = await watch.during(async () => {
    found = dataOf(await support.call(everyOrderQuery, filters)).list.length;
  });
  expect(found).toBeGreaterThan(0);
  const reads = seen.filter(({ name }) => name?.startsWith('every-order-'));
  expect(reads.length).toBeGreaterThan(0);
  for (const { name, scanned, visited, plan } of reads) {
    expect(
      scanned.filter((table) => !SMALL.has(table)),
      heavy(plan),
    ).toEqual([]);
    // Each table is counted up to a bound.
    expect(visited, `${name}: ${heavy(plan)}`).toBeLessThan(name?.includes('count') ? 3 * 5 * 1_001 : MOST_VISITED);
  }
}

/** The parts of a plan that read many rows, for whoever reads a failure. */
function heavy(plan: string): string {
  interface Node {
    readonly [name: string]: unknown;
    readonly Plans?: readonly Node[];
  }
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  const number = (node: Node, name: string) => Number(node[name] ?? 0);
  return nodes((JSON.parse(plan) as { Plan: Node }).Plan)
    .filter((node) => (number(node, 'Actual Rows') + number(node, 'Rows Removed by Filter')) * number(node, 'Actual Loops') > 500)
    .map(
      (node) =>
        `${String(node['Node Type'])} ${String(node['Index Name'] ?? node['Relation Name'] ?? '')} ${number(node, 'Actual Rows')} + ${number(node, 'Rows Removed by Filter')} x ${number(node, 'Actual Loops')}`,
    )
    .join('; ');
}

const LOOKS: [string, () => Filters][] = [
  ['nothing', () => ({})],
  ['nothing, the oldest first', () => ({ sort_order: 'asc' })],
  ['a later page', () => ({ page: 5 })],
  ['a coin that has few', () => ({ coin_name: 'CNYT' })],
  ['a coin that nearly all have', () => ({ coin_name: 'USDP' })],
  ['what is open', () => ({ phase: 'open' })],
  ['what is open in a coin', () => ({ phase: 'open', coin_name: 'USDP' })],
  ['a kind that few are left of', () => ({ kind: 'chain_deposit' })],
  ['a kind', () => ({ kind: 'refund' })],
  ['a time', () => ({ time_to: new Date(Date.now() - 3_600_000).toISOString() })],
  ['an owner', () => ({ owner_id: shop.merchant_id })],
  ['an owner and what is open', () => ({ owner_id: shop.merchant_id, phase: 'open' })],
  ['a payment’s number', () => ({ number: 'PO77' })],
  ['a transfer’s number', () => ({ number: 'TR77' })],
  ['a refund’s number', () => ({ number: 'RF77' })],
  ['a recharge’s number', () => ({ number: 'RC77' })],
  ['the merchant’s own number', () => ({ number: 'X-77' })],
  ['a TXID', () => ({ number: 'c'.padStart(64, '0') })],
  ['an address of one', () => ({ number: `TOwn7${'x'.repeat(20)}` })],
  ['a deposit’s address', () => ({ number: `TA1000${'y'.repeat(20)}` })],
];

it.skipIf(onCluster).each(LOOKS)('with statistics of empty tables follows indexes by %s', (_, filters) => look(filters()));

it.skipIf(onCluster)('follows indexes with statistics of full tables, and after a cursor', async () => {
  await app.sql('vacuum analyze');
  await watch.reconnect();
  for (const [, filters] of LOOKS) await look(filters());
  const { next_cursor } = dataOf(await support.call(everyOrderQuery, {}));
  await look({ cursor: next_cursor ?? '' });
});

it.skipIf(onCluster)('keeps its plans, which do for other filters as well', async () => {
  await watch.reconnect();
  for (let time = 0; time < 8; time += 1) await support.call(everyOrderQuery, {});
  for (const [, filters] of LOOKS) await look(filters());
});

it.skipIf(onCluster)('finds the newest of an address that many orders name', async () => {
  const { list, total, total_is_exact } = dataOf(await support.call(everyOrderQuery, { number: 'TSharedAddressOfManyOrders' }));
  expect(list[0]?.number).toBe('RC2');
  expect({ total, total_is_exact }).toEqual({ total: 1_000, total_is_exact: true });
});
