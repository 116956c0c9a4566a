import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { Wallet } from '../wallet/service.ts';
import { ownData } from './own-data.ts';

const ENTRIES = 100_000;
const AT_ONCE = 100;

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  user = await makeUser(app);
  await app.sql(`update ledger.account set version = $2 where owner_id = $1 and purpose = 'main'`, [user.user_id, ENTRIES]);
  await app.sql(
    `insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, available_before,
       available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, begins_run)
     select $1, 'USDP', 'main', v, v, $1, gen_random_uuid(), 'payment', 'PO' || md5(v::text), v, v + 1, 0, 0, 0, 0, 0,
       '2026-03-01T02:00:00Z'::timestamptz + v * interval '1 second', v = 1
     from generate_series(1, $2::bigint) as v`,
    [user.user_id, ENTRIES],
  );
});
afterAll(() => app.close());

it('reads a hundred thousand entries a page at a time, no faster than they are taken', async () => {
  const wallet = new Wallet(app.platform);
  const pages: number[] = [];
  const archive = await ownData(
    app.platform,
    {
      records: async (ownerId, cursor) => {
        const page = await wallet.records({ page: 1, page_size: AT_ONCE, sort_order: 'desc', cursor }, { ownerId, language: 'en' });
        pages.push(page.list.length);
        return page;
      },
      identities: async () => [],
    },
    user.user_id,
  );
  await archive.next();
  await eventually(() => expect(pages.length).toBeGreaterThan(0));
  // Nobody takes more: what is read ahead fits the buffers on the way.
  await stillness(() => pages.length);
  expect(pages.length).toBeLessThan(ENTRIES / AT_ONCE / 4);
  let most = 0;
  const before = process.memoryUsage().heapUsed;
  for await (const _chunk of archive) most = Math.max(most, process.memoryUsage().heapUsed - before);
  expect(pages).toHaveLength(ENTRIES / AT_ONCE);
  expect(new Set(pages)).toEqual(new Set([AT_ONCE]));
  // What all of them come to as objects and text is some hundred megabytes.
  expect(most).toBeLessThan(100 * 1024 * 1024);
}, 120_000);

/** Waits until a number has not grown in a while. */
async function stillness(count: () => number): Promise<void> {
  for (let last = -1; last !== count();) {
    last = count();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
