import { reviewDetail } from '@purser/contract/features/review';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let auditor: TestStaff;
let shop: TestMerchant;
let other: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  auditor = await makeStaff(app, 'auditor');
  [shop, other] = [await makeMerchant(app), await makeMerchant(app)];
  for (const { merchant_id } of [shop, other])
    await app.sql(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp)
       values ($1, 'WU1', 'user_withdrawal', 'approved', 'manual', 'USDP', 100, 0, 0, 100, 0), ($1, 'WU2', 'user_withdrawal', 'approved', 'manual', 'USDP', 100, 0, 0, 100, 0)`,
      [merchant_id],
    );
});
afterAll(() => app.close());

let minute = 0;
/** Each a minute after the one before. */
async function delivery(subject: string, event: string, state: 'pending' | 'delivered', address: string): Promise<void> {
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, subject, payload, address, state, attempts, next_attempt_at, give_up_at,
       created_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), $2, $3, '{"secret": 1}', $4, $5::text, 1, case when $5 = 'pending' then now() end, now(),
       '2026-01-01'::timestamptz + make_interval(mins => $6))`,
    [shop.merchant_id, event, subject, address, state, (minute += 1)],
  );
}

const deliveries = async ({ merchant_id }: TestMerchant, serial_number: string) =>
  dataOf(await auditor.call(reviewDetail, { owner_id: merchant_id, serial_number })).deliveries;

it('shows how the merchant’s system was told of an order, and of its address only the host', async () => {
  await delivery('WU1', 'withdrawal.created', 'delivered', 'https://shop.example/hook?secret=abc');
  await delivery('WU1#again', 'withdrawal.created', 'pending', 'https://shop.example/hook?secret=abc');
  await delivery('WU2', 'withdrawal.approved', 'delivered', 'https://shop.example/hook');
  const told = await deliveries(shop, 'WU1');
  expect(told.map(({ event_type, state, host }) => [event_type, state, host])).toEqual([
    ['withdrawal.created', 'delivered', 'shop.example'],
    ['withdrawal.created', 'pending', 'shop.example'],
  ]);
  expect(JSON.stringify(told)).not.toContain('secret');
  expect(await deliveries(shop, 'WU2')).toHaveLength(1);
  expect(await deliveries(other, 'WU1')).toEqual([]);
});
