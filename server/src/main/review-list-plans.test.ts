import type { Call } from '@purser/contract/call';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { signIn } from '../platform/testing/parties.ts';
import { PlanWatch } from '../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { FIRST_USER, type Loaded, loadReviewOrders } from './testing/review-list-data.ts';
import { REVIEW_LISTS } from './testing/review-lists.ts';

/** Rows that a statement may visit: a page, merged from a short range for each state, kind and coin, or looked for with each merchant in turn. */
const MOST_VISITED = 1_600;
const ORDERS = 120_000;
/** Tables that are small, or small here. */
const SMALL = new Set('coin market merchant wallet_user review_bound staff staff_session network account bank_file'.split(' '));

let app: TestApp;
let staff: TestStaff;
let token: string;
let payerToken: string;
let loaded: Loaded;
let watch: PlanWatch;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, connections: 1 });
  staff = await makeStaff(app, 'admin');
  loaded = await loadReviewOrders({ query: (async (text: string, values?: unknown[]) => app.sql(text, values)) as never }, ORDERS);
  token = await signIn(app, 'merchant', loaded.merchantId);
  payerToken = await signIn(app, 'user', FIRST_USER);
  await vi.waitFor(vacuumed, { timeout: 60_000, interval: 500 });
  watch = await PlanWatch.start(app);
}, 120_000);
afterAll(async () => {
  watch?.stop();
  await app.close();
});

/** Vacuums the tables as the database itself does; it takes no effect while a transaction is open that began before the rows were written. */
async function vacuumed(): Promise<void> {
  await app.sql('vacuum analyze review_order, refund, payment_order, payment_method, bank_file_order, merchant, ledger.account');
  const [left] = await app.sql(
    `select from pg_class where relname in ('review_order', 'refund', 'payment_method', 'bank_file_order') and relallvisible < 0.9 * relpages`,
  );
  expect(left).toBeUndefined();
}

/** Who asks for a list. */
function as({ caller }: Call): object {
  if (caller === 'staff') return { staffToken: staff.token };
  return caller === 'payer' ? { payerToken } : { token };
}

/** What a page costs more than it shows, under each filter and sort of every list. */
async function excessive(): Promise<string[]> {
  const found: string[] = [];
  for (const [call, asks] of REVIEW_LISTS) {
    for (const [name, ask] of Object.entries(asks)) {
      const input = { page_size: 20, ...ask(loaded) };
      const seen = await watch.during(async () => dataOf(await app.call(call, input, as(call))));
      for (const { text, visited, scanned, plan } of seen.filter((one) =>
        /review_order|usdt_recharge|quick_recharge|refund|payment_method|bank_file/.test(one.text),
      )) {
        const whole = scanned.filter((table) => !SMALL.has(table));
        // Totals are counted up to their bound, and by an index alone: each row fetched would be a page of its own among many.
        const isCounted = /as counted/.test(text);
        if (isCounted && /"Node Type": "(Index|Bitmap Heap) Scan"/.test(plan) && !/from "bank_file"/.test(text))
          found.push(`${call.path} by ${name}: fetches what it counts`);
        if (whole.length === 0 && (visited < MOST_VISITED || isCounted)) continue;
        const long = process.env['PURSER_TEST_PLANS'] === '1' ? `\n${plan}` : '';
        found.push(`${call.path} by ${name}: ${visited} rows, reads ${whole.join(', ') || 'no table'} whole${long}`);
      }
    }
  }
  return found;
}

it('a page of each list is found under each filter and sort without reading the list', async () => {
  expect(await excessive()).toEqual([]);
}, 60_000);
