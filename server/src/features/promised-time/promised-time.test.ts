import { readFile } from 'node:fs/promises';
import { overviewQuery, WAITING_KINDS, type WaitingKind } from '@purser/contract/features/overview';
import { promisedTimeChange, promisedTimeQuery } from '@purser/contract/features/promised-time';
import { PROMISE_BOUNDS, type Promises, USUAL_PROMISES } from '@purser/contract/promised-time';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let admin: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  admin = await makeStaff(app, 'admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from promised_time');
  await app.sql('insert into promised_time default values');
});

const present = async () => dataOf(await admin.call(promisedTimeQuery, {}));
const change = async (wanted: Partial<Promises & { revision: number }>, by = admin) =>
  by.call(promisedTimeChange, { ...(await present()), ...wanted, google_code: await by.code() });

it('promises the usual times until an admin sets others, which is noted', async () => {
  expect(await present()).toEqual({ ...USUAL_PROMISES, revision: 1 });
  expect(dataOf(await change({ usdt_recharges: 6, payouts: 12 }))).toMatchObject({
    usdt_recharges: 6,
    payouts: 12,
    identities: 24,
    revision: 2,
  });
  expect(await present()).toMatchObject({ usdt_recharges: 6, payouts: 12, identities: 24, revision: 2 });
  const [entry] = await app.sql<{ details: object }>(
    `select details from audit_log where owner_id = $1 and action = 'promised_time.change' order by sequence desc limit 1`,
    [PROVIDER_OWNER_ID],
  );
  expect(entry?.details).toMatchObject({ usdt_recharges: { from: 24, to: 6 }, payouts: { from: 24, to: 12 } });
  expect(entry?.details).not.toHaveProperty('identities');
});

it('refuses what is out of bounds, what somebody else has changed meanwhile, and who only looks', async () => {
  const [least, most] = PROMISE_BOUNDS;
  for (const usdt_recharges of [least - 1, most + 1, 1.5]) expect(await change({ usdt_recharges })).toMatchObject({ msg: 'invalid_input' });
  expect(await change({ usdt_recharges: 5 })).toMatchObject({ code: 200 });
  expect(await change({ usdt_recharges: 6, revision: 1 })).toMatchObject({ msg: 'promised_time_changed' });
  const auditor = await makeStaff(app, 'auditor');
  expect(await auditor.call(promisedTimeQuery, {})).toMatchObject({ code: 200 });
  expect(await change({ usdt_recharges: 7 }, auditor)).toMatchObject({ msg: 'staff_not_allowed' });
  expect(await present()).toMatchObject({ usdt_recharges: 5, revision: 2 });
});

it('keeps what another version has set out of what is promised here', async () => {
  await app.sql(`update promised_time set hours = '{"usdt_recharges": 9, "another": 3}'`);
  expect(await present()).toMatchObject({ usdt_recharges: 9, identities: USUAL_PROMISES.identities });
  await app.sql(`update promised_time set hours = '{"usdt_recharges": 9999}'`);
  expect(await present()).toMatchObject(USUAL_PROMISES);
});

it('carries over to each kind of order what was promised of all of them', async () => {
  const migration = await readFile(new URL('../../../migrations/0152_promises_by_kind_of_order.sql', import.meta.url), 'utf8');
  const carried = async (hours: object) => {
    await app.sql('update promised_time set hours = $1', [JSON.stringify(hours)]);
    await app.sql(migration);
    return (await app.sql<{ hours: object }>('select hours from promised_time'))[0]?.hours;
  };
  const each = { appeals: 6, usdt_recharges: 6, usdt_withdrawals: 6, fiat_withdrawals: 6 };
  expect(await carried({ reviews: 6, payouts: 12 })).toEqual({ ...each, payouts: 12 });
  expect(await carried({ payouts: 12 })).toEqual({ payouts: 12 });
  expect(await carried({})).toEqual({});
});

it('is of each kind of order its own', async () => {
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time)
       select 10000001, kind || status, kind, status, 'manual', 'USDP', 100, 0, 100, 0, now() - interval '6 hours'
       from (values ('adjustment', 'appeal'), ('adjustment', 'completed'), ('usdt_recharge', 'pending_review'), ('usdt_recharge', 'approved'),
         ('usdt_withdrawal', 'pending_review'), ('fiat_withdrawal', 'pending_review'), ('fiat_withdrawal', 'rejected'), ('user_withdrawal', 'pending_review')) as made (kind, status)`,
  );
  await change({ appeals: 7, usdt_recharges: 5, usdt_withdrawals: 6, fiat_withdrawals: 48 });
  const { waiting } = dataOf(await admin.call(overviewQuery, {}));
  const told = (kind: WaitingKind) => waiting?.find((one) => one.kind === kind);
  const count = { count: 1, is_exact: true };
  expect(told('appeals')).toMatchObject({ waiting: count, promised_h: 7, is_broken: false });
  expect(told('usdt_recharges')).toMatchObject({ waiting: count, promised_h: 5, is_broken: true });
  expect(told('usdt_withdrawals')).toMatchObject({ waiting: count, promised_h: 6, is_broken: true });
  expect(told('fiat_withdrawals')).toMatchObject({ waiting: count, promised_h: 48, is_broken: false });
  await app.sql(`delete from review_order where owner_id = 10000001`);
});

it('is shown with what waits, and said to be broken once the oldest has waited for longer', async () => {
  const waiting = async (hours: number) => {
    await app.sql('truncate message');
    await app.sql(
      `insert into message (owner_id, message_id, kind, channel, recipient, language, state, expire_time, create_time)
       values (1, gen_random_uuid(), 'test', 'mail', 'a@example.com', 'en', 'given_up', now(), now() - make_interval(hours => $1, mins => 5))`,
      [hours],
    );
    const { waiting: all } = dataOf(await admin.call(overviewQuery, {}));
    expect(all?.map(({ kind }) => kind)).toEqual(WAITING_KINDS);
    return all?.find(({ kind }) => kind === 'failed_messages');
  };
  await change({ failed_messages: 3 });
  expect(await waiting(2)).toMatchObject({ promised_h: 3, is_broken: false });
  expect(await waiting(3)).toMatchObject({ promised_h: 3, is_broken: true });
  await app.sql('truncate message');
  const { waiting: none } = dataOf(await admin.call(overviewQuery, {}));
  expect(none?.some(({ is_broken, waiting: { count } }) => is_broken && count === 0)).toBe(false);
});
