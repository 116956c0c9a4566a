import { openOrderClose, openOrderCreate } from '@purser/contract/features/open-order';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { mayRest, untilWaiting } from '../../platform/testing/lock-waits.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { runMoneyBatch } from '../../platform/commands/money-batch.ts';
import { creations } from './create.ts';
import { openOrderRoutes } from './routes.ts';
import { createCommand } from './testing/command.ts';
import { makeKey } from './testing/key.ts';

/** What changes while a request waits is looked at when its turn comes. */

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: openOrderRoutes });
});
afterAll(() => app.close());

it('merchant_suspended: an order whose merchant was suspended while it waited for its batch', async () => {
  const other = await makeMerchant(app, { status: 'suspended' });
  const command = createCommand(app, other);
  const { db, ledgerKey } = app.platform;
  const results = await db.systemTransaction((tx) => runMoneyBatch(tx, ledgerKey, creations('http://localhost'), [command]));
  expect(results).toMatchObject([{ ok: false, refusal: { outcome: 'merchant_suspended' } }]);
});

it.skipIf(onCluster)('closing waits for a payment that holds the order, and is told that it is paid', async () => {
  const merchant = await makeMerchant(app);
  const signedWith = await makeKey(app, merchant);
  const order = dataOf(await app.call(openOrderCreate, { order_id: 'held', coin_name: 'USDP', amount: '12.50' }, { signedWith }));
  const waiting = await app.platform.db.systemTransaction(async (tx) => {
    await mayRest(tx);
    const pay = "update payment_order set status = 'paid', paid_time = now(), payer_id = 50000001 where serial_number = $1";
    await tx.query(pay, [order.serial_number]);
    const closing = app.call(openOrderClose, { order_id: 'held' }, { signedWith });
    await untilWaiting(app);
    return { closing };
  });
  expect(await waiting.closing).toMatchObject({ msg: 'order_already_paid' });
});
