import { adjustmentRelease, adjustmentTakeBack, walletAdjustmentAppeal } from '@purser/contract/features/adjustment';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECONCILE_CHECKS } from '../../platform/proof/reconcile.ts';
import { verifyAll } from '../../platform/proof/verify-all.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { adjustmentRoutes } from './routes.ts';
import { adjust } from './testing/adjust.ts';

/** What the verification of all data says of adjustments, and of what somebody changed in them. */

let app: TestApp;
let reader: pg.Client;
/** Serial numbers by how they stand. */
const made: Record<string, string> = {};

beforeAll(async () => {
  app = await createTestApp({ routes: adjustmentRoutes });
  reader = new pg.Client({ connectionString: app.ownerUrl });
  await reader.connect();
  const [merchant, user] = [await makeMerchant(app), await makeUser(app)];
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  await app.sql(`update coin set adjustment_fee_bp = 100 where code = 'USDP'`);
  for (const name of ['paid', 'appeal', 'released', 'takenBack']) made[name] = (await adjust(app, merchant, user)).serial_number;
  made['available'] = (await adjust(app, merchant, user, { balance_type: 'available' })).serial_number;
  const by = { token: merchant.token };
  const input = async (name: string) => ({ serial_number: made[name] ?? '', google_code: await googleCode(app, merchant) });
  dataOf(await app.call(adjustmentRelease, await input('released'), by));
  dataOf(await app.call(adjustmentTakeBack, await input('takenBack'), by));
  const appeal = { serial_number: made['appeal'] ?? '', reason: 'Mine' };
  dataOf(await app.call(walletAdjustmentAppeal, appeal, { payerToken: user.token }));
});
afterAll(async () => {
  await reader.end();
  await app.close();
});

async function checksThatFind(change: string, name: string): Promise<string[]> {
  const before = await app.sql('select * from review_order where serial_number = $1', [made[name]]);
  await app.sql(`update review_order set ${change} where serial_number = $1`, [made[name]]);
  try {
    const { breaks } = await verifyAll(reader, app.platform.secrets);
    return breaks.map(({ check }) => check);
  } finally {
    const row = before[0] ?? {};
    await app.sql(
      `update review_order set status = $2, amount = $3, settlement = $4, fee = $5, payee_id = $6, balance_type = $7, kind = $8 where serial_number = $1`,
      [made[name], row['status'], row['amount'], row['settlement'], row['fee'], row['payee_id'], row['balance_type'], row['kind']],
    );
  }
}

it('finds nothing where nothing was changed', async () => {
  expect(await checksThatFind('note = note', 'paid')).toEqual([]);
});

it.each([
  ['one that waits is said to be completed', 'paid', `status = 'completed'`],
  ['one that waits is said to be cancelled', 'paid', `status = 'cancelled'`],
  ['one in appeal is said to be completed', 'appeal', `status = 'completed'`],
  ['one that was taken back is said to wait', 'takenBack', `status = 'paid'`],
  ['one that was released is said to be cancelled', 'released', `status = 'cancelled'`],
  ['one that was released is said to have been available at once', 'released', `balance_type = 'available'`],
  ['its amount is changed', 'available', 'amount = amount + 1, settlement = settlement + 1'],
  ['its fee is changed', 'released', 'fee = fee - 1, settlement = settlement + 1'],
  ['it is said to be for somebody else', 'paid', 'payee_id = payee_id + 1'],
])('finds that %s', async (_, name, change) => {
  expect(await checksThatFind(change, name)).toContain(RECONCILE_CHECKS.userAdjustment);
});

it('finds postings of an adjustment that is none', async () => {
  expect(await checksThatFind(`kind = 'fiat_withdrawal'`, 'available')).toContain(RECONCILE_CHECKS.adjustment);
});
