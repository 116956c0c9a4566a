import { partyMerchantQuery, partyUserQuery } from '@purser/contract/features/party';
import type { ListCall } from '@purser/contract/list-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { partyRoutes } from './routes.ts';

/** Parties beside those that are looked for. */
const PARTIES = 20_000;
/** What a search may read of them: pages of an index, and the rows that it finds. */
const MOST_VISITED = 2_000;

let app: TestApp;
let support: TestStaff;
let auditor: TestStaff;
let watch: PlanWatch;

beforeAll(async () => {
  app = await createTestApp({ routes: partyRoutes });
  [support, auditor] = [await makeStaff(app, 'support'), await makeStaff(app, 'auditor')];
  const name = `(array['Nguyễn Văn', 'Trần Thị', '王', '李', 'Smith', 'Garcia'])[1 + n % 6] || ' ' || md5(n::text)`;
  await app.sql(
    `insert into merchant (name, username, password_hash, created_at)
     select ${name}, 'shop-' || n, '-', now() - n * interval '1 minute' from generate_series(1, ${PARTIES}) as n`,
  );
  await app.sql(
    `insert into wallet_user (nick, username, phone, email, password_hash, created_at)
     select ${name}, 'payer-' || n, '+8490' || lpad(n::text, 7, '0'), md5('mail' || n) || '@example.com', '-', now() - n * interval '1 minute'
     from generate_series(1, ${PARTIES}) as n`,
  );
  await app.sql(
    `insert into merchant (name, username, password_hash, created_at) values ('Tiệm Hoa Quỳnh 茶馆', 'quynh', '-', '2020-01-01')`,
  );
  await app.sql(
    `insert into wallet_user (nick, username, phone, email, password_hash, created_at)
     values ('Đặng Quỳnh 赵敏', 'quynh', '+15550001234', 'Quynh.Flowers@Mail.example', '-', '2020-01-01')`,
  );
  await app.sql('vacuum analyze merchant');
  await app.sql('vacuum analyze wallet_user');
  watch = await PlanWatch.start(app);
}, 300_000);
afterAll(async () => {
  watch?.stop();
  await app.close();
});

/** What a list answers, and what was read for it. */
async function look(call: ListCall, filters: Readonly<Record<string, unknown>>, member = support) {
  let found: { total: number; list: readonly unknown[] } | undefined;
  const seen = await watch.during(async () => {
    found = dataOf(await member.call(call, filters)) as never;
  });
  const lists = seen.filter(({ text }) => /party_(merchant|user)/.test(text));
  expect(lists).not.toEqual([]);
  return { ...found, lists };
}

describe.skipIf(onCluster).each([
  ['merchants', partyMerchantQuery],
  ['wallet users', partyUserQuery],
] as const)('among many %s', (_, call) => {
  it.each([
    ['quynh'],
    ['ỳNH'],
    ['QUỲNH'],
    ['q'],
    ['qu'],
    [call === partyMerchantQuery ? '茶馆' : '赵敏'],
    [call === partyMerchantQuery ? '馆' : '敏'],
  ])(
    'one is found by %s, by way of an index',
    async (part) => {
      const { total, lists } = await look(call, { part });
      expect(total).toBe(1);
      for (const { visited, scanned, plan } of lists) {
        expect(scanned, plan).toEqual([]);
        expect(visited, plan).toBeLessThan(MOST_VISITED);
      }
    },
    60_000,
  );

  it.each([[{}], [{ status: 'suspended' }], [{ part: 'zzzzzz' }], [{ username: 'quynh' }]])(
    'no table is read whole for %o',
    async (filters) => {
      for (const { scanned, plan } of (await look(call, filters)).lists) expect(scanned, plan).toEqual([]);
    },
    60_000,
  );

  it('the first page of what many have in common is read and no more', async () => {
    for (const part of ['nguyen', '王', 'example'].slice(0, call === partyMerchantQuery ? 2 : 3)) {
      const { list, lists } = await look(call, { part });
      expect(list, part).toHaveLength(20);
      const page = lists.find(({ text }) => !/as counted|"counted"/.test(text));
      expect(page?.scanned).toEqual([]);
    }
  }, 60_000);
});

it.skipIf(onCluster).each([['0001234'], ['+1 (555) 000-1234'], ['flowers@mail'], ['QUYNH.F']])(
  'a wallet user is found by %s, by who sees it whole',
  async (part) => {
    const { total, lists } = await look(partyUserQuery, { part });
    expect(total).toBeGreaterThan(0);
    for (const { visited, scanned, plan } of lists) {
      expect(scanned, plan).toEqual([]);
      expect(visited, plan).toBeLessThan(MOST_VISITED);
    }
    expect((await look(partyUserQuery, { part: 'flowers@mail' }, auditor)).total).toBe(0);
  },
);

it.skipIf(onCluster).each([[{ email: 'quynh.FLOWERS@mail.example' }], [{ phone: '+15550001234' }]])(
  'a wallet user is found by %o, by way of an index',
  async (filters) => {
    const { total, lists } = await look(partyUserQuery, filters);
    expect(total).toBe(1);
    for (const { visited, plan } of lists) expect(visited, plan).toBeLessThan(MOST_VISITED);
  },
);
