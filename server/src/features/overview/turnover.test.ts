import { overviewQuery } from '@purser/contract/features/overview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { overviewRoutes } from './routes.ts';
import { countTurnover } from './turnover.ts';

let app: TestApp;
let admin: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: overviewRoutes });
  admin = await makeStaff(app, 'admin');
});
afterAll(() => app.close());

/** Chosen so that it is noon or so now. */
const TIME_ZONE = `Etc/GMT${new Date().getUTCHours() >= 12 ? '+' : '-'}${Math.abs(new Date().getUTCHours() - 12)}`;

it('adds up what was approved of each kind, and adjustments that users have, with their fees', async () => {
  const { merchant_id } = await makeMerchant(app);
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp, create_time, audit_time)
     select $1, 'N' || row_number() over (), kind, status, 'manual', 'USDP', amount, 2, 1, amount - 3, 0, now() - made,
       clock_timestamp() - decided
     from (values ('user_withdrawal', 'approved', 1000, interval '9 days', interval '10 minutes'),
       ('user_withdrawal', 'approved', 500, interval '1 day', interval '20 minutes'),
       ('user_withdrawal', 'rejected', 500, interval '1 day', interval '20 minutes'),
       ('user_withdrawal', 'pending_review', 500, interval '20 minutes', null),
       ('usdt_withdrawal', 'approved', 100, interval '20 minutes', interval '10 minutes'),
       ('usdt_withdrawal', 'settled', 100, interval '20 minutes', interval '10 minutes'),
       ('usdt_withdrawal', 'cancelled', 100, interval '20 minutes', interval '10 minutes'),
       ('fiat_withdrawal', 'paid_out', 700, interval '2 days', interval '24 hours 10 minutes'),
       ('usdt_recharge', 'approved', 900, interval '1 hour', interval '10 minutes'),
       ('adjustment', 'completed', 300, interval '10 minutes', null), ('adjustment', 'paid', 200, interval '10 minutes', null),
       ('adjustment', 'completed', 170, interval '6 days', interval '10 minutes'), ('adjustment', 'completed', 30, interval '9 days', interval '1 day 10 minutes'),
       ('adjustment', 'appeal', 200, interval '10 minutes', null),
       ('adjustment', 'cancelled', 200, interval '10 minutes', interval '5 minutes')) as made (kind, status, amount, made, decided)`,
    [merchant_id],
  );
  await countTurnover(app.platform.db, 60_000);
  const { turnover } = dataOf(await admin.call(overviewQuery, { time_zone: TIME_ZONE }));
  const told = (turnover?.coins ?? []).flatMap(({ kinds }) =>
    kinds.map(({ kind, today, yesterday }) => [kind, ...[today, yesterday].map((of) => `${of.count} ${of.amount} ${of.fees}`)]),
  );
  expect(told).toEqual([
    ['user_withdrawal', '2 15.00 0.06', '0 0.00 0.00'],
    ['usdt_withdrawal', '2 2.00 0.06', '0 0.00 0.00'],
    ['fiat_withdrawal', '0 0.00 0.00', '1 7.00 0.03'],
    ['usdt_recharge', '1 9.00 0.03', '0 0.00 0.00'],
    ['adjustment', '2 4.70 0.06', '1 0.30 0.03'],
  ]);
});
