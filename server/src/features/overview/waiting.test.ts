import { chainDepositQuery } from '@purser/contract/features/chain-deposit';
import { overviewQuery } from '@purser/contract/features/overview';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listRoute } from '../../platform/lists/list-routes.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { deposits } from '../chain-deposit/list.ts';
import { overviewRoutes } from './routes.ts';

let app: TestApp;
let admin: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...overviewRoutes(platform), listRoute(platform, deposits)] });
  admin = await makeStaff(app, 'admin');
});
beforeEach(() => app.sql('truncate review_order, chain_deposit cascade'));
afterAll(() => app.close());

/** The kinds of which something waits, with their numbers and the age of the oldest in hours. */
async function waitingOf() {
  const { waiting } = dataOf(await admin.call(overviewQuery, {}));
  return Object.fromEntries(
    (waiting ?? []).flatMap(({ kind, waiting: { count }, oldest_time, is_broken }) =>
      count === 0 ? [] : [[kind, { count, hours: Math.round((Date.now() - Date.parse(oldest_time ?? '')) / 3_600_000), is_broken }]],
    ),
  );
}

it('tells of appeals since they were made, however old the adjustment is', async () => {
  const { merchant_id } = await makeMerchant(app);
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time, appeal_time, appeal_reason)
     select $1, 'AD' || n, 'adjustment', 'appeal', 'manual', 'USDP', 100, 0, 100, 0, now() - interval '5 days', now() - n * interval '1 hour', 'Too little'
     from generate_series(1, 3) as n`,
    [merchant_id],
  );
  expect(await waitingOf()).toEqual({ appeals: { count: 3, hours: 3, is_broken: false } });
});

it('tells of the held deposits that wait for staff, which are those of their list: what is less than the minimum waits for more', async () => {
  const { merchant_id } = await makeMerchant(app);
  await app.sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, seen_at, deposit_id, settled_at)
     select $1, 'ERC20', sha256(reason::bytea), 0, 'held', reason, 'a', 'b', 1, 1, 1, sha256('x'), now() - age, reason, now()
     from (values ('below_minimum', interval '9 days'), ('due', interval '5 hours'), ('no_rate', interval '1 hour'), ('blocked_sender', interval '3 hours'))
       as made (reason, age)`,
    [merchant_id],
  );
  expect(await waitingOf()).toEqual({ held_deposits: { count: 2, hours: 3, is_broken: true } });
  const { list, total } = dataOf(await admin.call(chainDepositQuery, { waits_for: 'staff', sort_order: 'asc' }));
  expect([total, list.map(({ held }) => held)]).toEqual([2, ['blocked_sender', 'no_rate']]);
  await app.sql(`delete from chain_deposit where reason <> 'below_minimum'`);
  expect(await waitingOf()).toEqual({});
});
