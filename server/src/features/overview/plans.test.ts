import { overviewHealth, overviewQuery } from '@purser/contract/features/overview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { type Execution, PlanWatch } from '../../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { overviewRoutes } from './routes.ts';
import { countTurnover } from './turnover.ts';

/** What the overview reads must not grow with the tables: it is asked for by everybody, again and again. */
const ROWS = 30_000;
/** What is counted is counted up to a thousand; of two days there are at most so many minutes in each of seven kinds. */
const MOST_VISITED = 4 * 1_001 + 7 * 2_880;
/** Of these there are few, whatever else grows. */
const SMALL = new Set([
  'staff',
  'staff_session',
  'staff_invitation',
  'program',
  'turnover_progress',
  'ledger_run',
  'coin',
  'market',
  'maintenance',
  'promised_time',
  'scope_key',
  'pg_database',
]);

let app: TestApp;
let admin: TestStaff;
let watch: PlanWatch;

beforeAll(async () => {
  app = await createTestApp({ routes: overviewRoutes });
  admin = await makeStaff(app, 'admin');
  const { merchant_id } = await makeMerchant(app);
  // The statistics stay those of empty tables: nobody refreshes them behind the test's back.
  await app.sql(`
    do $$
    declare
      growing regclass;
    begin
      for growing in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = false)', growing);
      end loop;
    end $$`);
  await app.sql('analyze');
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, expire_time, paid_time)
     select 20000000 + n % 500, 'P' || n, 'P' || n, 'P' || n, case n % 2 when 0 then 'USDP' else 'CNYT' end, 100, 1, 99, 'paid', 1, now(),
       now() - n * interval '10 seconds'
     from generate_series(1, ${ROWS}) as n`,
  );
  await app.sql(
    `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin, transfer_amount,
       transfer_fee, settlement_amount, create_time)
     select 20000000 + n % 500, 'T' || n, case n % 2 when 0 then 'transfer' else 'receive' end, 1, '', '', 'USDP', 100, 1, 99, now() - n * interval '10 seconds'
     from generate_series(1, ${ROWS}) as n`,
  );
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time, audit_time)
     select 20000000 + n % 500, 'R' || n, (array['user_withdrawal', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal', 'adjustment'])[1 + n % 5],
       case n % 5 when 4 then 'completed' else 'approved' end, 'automatic', 'USDP', 100, 1, 99, 0, now() - n * interval '10 seconds',
       case when n % 5 < 4 then now() - n * interval '10 seconds' end
     from generate_series(1, ${ROWS}) as n`,
  );
  // Appeals, and deposits of which nearly all wait for more.
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time, appeal_time, appeal_reason)
     select 20000000 + n % 500, 'A' || n, 'adjustment', 'appeal', 'manual', 'USDP', 100, 1, 99, 0, now() - n * interval '1 minute', now() - n * interval '1 second', 'r'
     from generate_series(1, 3000) as n`,
  );
  await app.sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, seen_at, settled_at)
     select 20000000 + n % 500, 'ERC20', sha256(n::text::bytea), 0, 'held', case n % 100 when 0 then 'no_rate' else 'below_minimum' end, 'a', 'b', 1, 1, n,
       sha256('x'), now() - n * interval '1 second', now()
     from generate_series(1, ${ROWS}) as n`,
  );
  await app.sql(
    `insert into merchant (name, username, password_hash, set_up_at, authentication_status, created_at)
     select 'm' || n, 'm' || n, '-', case n % 20 when 0 then null else now() end, case n % 10 when 0 then 'pending' else 'approved' end, now() - n * interval '1 minute' from generate_series(1, ${ROWS}) as n`,
  );
  await app.sql(
    `insert into message (owner_id, message_id, kind, channel, recipient, language, state, expire_time, create_time)
     select n, gen_random_uuid(), 'test', 'mail', n || '@example.com', 'en', (array['sent', 'sent', 'waiting', 'failed', 'given_up'])[1 + n % 5], now(), now() - n * interval '1 minute'
     from generate_series(1, ${ROWS}) as n`,
  );
  await app.sql(
    `insert into approval (approval_id, owner_id, kind, content, content_hash, reason, state, entered_by, expires_at, remark)
     select gen_random_uuid(), 1, 'k', '{}', decode(repeat('00', 32), 'hex'), 'r', case n % 50 when 0 then 'pending' else 'withdrawn' end, $1, now() + interval '1 day', ''
     from generate_series(1, ${ROWS}) as n`,
    [admin.staffId],
  );
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, state, attempts, next_attempt_at, give_up_at, created_at)
     select $1::bigint + n % 200, gen_random_uuid(), gen_random_uuid(), 'order.paid', '', state, n % 4, case state when 'pending' then now() end, now(),
       now() - n * interval '1 second'
     from (select n, case n % 3 when 0 then 'delivered' else 'pending' end as state from generate_series(1, ${ROWS}) as n) as made`,
    [merchant_id],
  );
  watch = await PlanWatch.start(app);
}, 120_000);
afterAll(async () => {
  watch.stop();
  await app.close();
});

function excessive(executions: readonly Execution[], most: number): string[] {
  return executions.flatMap(({ text, visited, scanned, plan }) => {
    const scans = scanned.filter((table) => !SMALL.has(table));
    if (visited <= most && scans.length === 0) return [];
    const long = process.env['PURSER_TEST_PLANS'] === '1' ? `\n${plan}` : '';
    return [`${text.trim().slice(0, 80)}: ${visited} rows, reads ${scans.join(', ') || 'no table'} whole${long}`];
  });
}

const look = async () => {
  expect(dataOf(await admin.call(overviewQuery, {})).failed).toEqual([]);
  dataOf(await admin.call(overviewHealth, {}));
};

it.skipIf(onCluster)(
  'counts turnover by the minute along an index, half an hour at a time',
  async () => {
    const seen = await watch.during(() => countTurnover(app.platform.db, 60_000));
    const counting = seen.filter(({ text }) => /insert into turnover_minute/.test(text));
    expect(counting.length).toBeGreaterThan(100);
    // Of half an hour there are some two hundred payments, half as many transfers and two hundred orders under review.
    expect(excessive(counting, 1_000)).toEqual([]);
  },
  120_000,
);

it.skipIf(onCluster)(
  'follows indexes, with statistics of empty tables and with those of full ones',
  async () => {
    expect(excessive(await watch.during(look), MOST_VISITED)).toEqual([]);
    await app.sql('analyze');
    await watch.reconnect();
    const seen = await watch.during(look);
    expect(seen.length).toBeGreaterThan(10);
    expect(excessive(seen, MOST_VISITED)).toEqual([]);
  },
  120_000,
);

it.skipIf(onCluster)('leaves the indexes across all owners to the overview: a statement about one owner takes that owner’s', async () => {
  const { db } = app.platform;
  const seen = await watch.during(async () => {
    await db.system.query(
      'select coin from payment_order where merchant_id = $1 and paid_time is not null order by paid_time desc limit 1',
      [20_000_001],
    );
    await db.system.query(
      "select 1 from webhook_delivery where merchant_id = $1 and state = 'pending' and attempts >= 2 limit 10",
      [20_000_001],
    );
  });
  expect(seen.filter(({ text }) => /payment_order|webhook_delivery/.test(text))).toHaveLength(2);
  for (const { plan } of seen) expect(plan).not.toMatch(/payment_order_paid|webhook_delivery_failing/);
});
