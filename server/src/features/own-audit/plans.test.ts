import type { InputOf } from '@purser/contract/call';
import { ownAuditQuery } from '@purser/contract/features/own-audit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { ownAuditRoutes } from './routes.ts';

const ENTRIES = 1_000_000;
/** A page of a kind is merged from a short range for each of its acts. */
const MOST_VISITED = 1_000;

let app: TestApp;
let merchant: TestMerchant;
let watch: PlanWatch;

beforeAll(async () => {
  app = await createTestApp({ routes: ownAuditRoutes, connections: 1 });
  merchant = await makeMerchant(app);
  // Of one merchant a million, of others as many as matter to the statistics; one act in a thousand is a change of the password.
  await app.sql(
    `insert into audit_log (owner_id, sequence, actor_kind, actor, action, details, ip, created_at, previous_hash, hash)
     select $1, n, case n % 50 when 0 then 'operator' else 'merchant' end, '',
       case when n % 50 = 0 then 'identity.view' when n % 1000 = 1 then 'password.change' when n % 3 = 0 then 'login' else 'transfer.confirm' end,
       '{}', null, now() - make_interval(secs => $2::int - n), '', ''
     from generate_series(1, $2::int) as n`,
    [merchant.merchant_id, ENTRIES],
  );
  await app.sql(
    `insert into audit_log (owner_id, sequence, actor_kind, actor, action, details, created_at, previous_hash, hash)
     select 20000000 + n % 1000, n, 'merchant', '', 'login', '{}', now(), '', '' from generate_series(1, 20000) as n`,
  );
  watch = await PlanWatch.start(app);
}, 300_000);
afterAll(async () => {
  watch?.stop();
  await app.close();
});

/** What each ask visits of the log. */
async function excessive(): Promise<string[]> {
  const found: string[] = [];
  const { token } = merchant;
  const { next_cursor, list } = dataOf(await app.call(ownAuditQuery, { page_size: 20 }, { token }));
  const at = { time_from: list[10]?.create_time };
  const ofKind = dataOf(await app.call(ownAuditQuery, { page_size: 20, act_kind: 'login' }, { token })).next_cursor ?? '';
  const asks: InputOf<typeof ownAuditQuery>[] = [
    {},
    { page: 10 },
    { cursor: next_cursor ?? '' },
    { sort_order: 'asc' },
    { act_kind: 'password' },
    { act_kind: 'login' },
    { act_kind: 'login', cursor: ofKind },
    { act_kind: 'account' },
    { entry_number: '500000' },
    at,
  ];
  for (const ask of asks) {
    const seen = await watch.during(async () => dataOf(await app.call(ownAuditQuery, { page_size: 20, ...ask }, { token })));
    for (const { text, visited, scanned, plan } of seen.filter((one) => /audit_log/.test(one.text))) {
      // Rows are counted up to a bound.
      const most = /limit \$8/.test(text) && /"Actual Rows": (9\d{3}|10\d{3})/.test(plan) ? 12_000 : MOST_VISITED;
      if (visited > most || scanned.includes('audit_log'))
        found.push(`${JSON.stringify(ask)}: ${visited} rows, reads ${scanned.join(', ')}\n${text}`);
    }
  }
  return found;
}

it.skipIf(onCluster)(
  'a page of a million entries is found under each filter without reading them, with statistics or with none',
  async () => {
    expect(await excessive()).toEqual([]);
    await app.sql('analyze audit_log');
    await watch.reconnect();
    expect(await excessive()).toEqual([]);
  },
  120_000,
);
