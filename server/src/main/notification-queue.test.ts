import { checkoutAuthorise, checkoutPay } from '@purser/contract/features/checkout';
import { transferAdd } from '@purser/contract/features/transfer';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../quick-start/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { fillNotificationQueue, SMALL_NOTIFICATION_QUEUE } from '../platform/testing/notification-queue.ts';
import { fund, googleCode, makeMerchant, makeUser } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/** A server of its own, whose queue of notifications holds half a megabyte and not eight gigabytes. */
let folder: string;
let server: EmbeddedPostgres;
let app: TestApp;
const clients: pg.Client[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-queue-'));
  await chmod(folder, 0o711);
  server = await startEmbeddedPostgres({ dataFolder: folder, durable: false, settings: SMALL_NOTIFICATION_QUEUE });
  await migrate(server.url);
  app = await createTestApp({ routes: allRoutes, settings: { databaseUrl: server.url } });
}, 60_000);
afterAll(async () => {
  for (const client of clients) await client.end();
  await app.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  clients.push(client);
  return client;
}

it('money moves and is told although a listener that never reads has filled the queue of notifications', async () => {
  const [merchant, recipient, payer] = [await makeMerchant(app), await makeMerchant(app), await makeUser(app)];
  await fund(app, payer.user_id, 'USDP', '100.00');
  await fund(app, merchant.merchant_id, 'USDP', '100.00');
  const frozen = await connect();
  for (const channel of ['purser_changed', 'other']) await frozen.query(`listen ${channel}`);
  await frozen.query('begin');
  await frozen.query('select 1');
  expect(await fillNotificationQueue(await connect(), 'purser_changed')).toMatchObject({ code: '54000' });

  const heard: string[] = [];
  const order = await makeOrder(app, merchant.merchant_id, { amount: '10.00' });
  app.platform.hub.onMerchant(recipient.merchant_id, (topics) => heard.push(topics.join()));
  app.platform.hub.onOrder(order.token, () => heard.push('order'));
  const transfer = { coin_name: 'USDP', receipt_merchant_id: recipient.merchant_id, amount: '5.00' } as const;
  expect(
    await app.call(transferAdd, { ...transfer, google_code: await googleCode(app, merchant) }, { token: merchant.token }),
  ).toMatchObject({ msg: 'ok' });
  const asPayer = { payerToken: payer.token };
  const { data } = await app.call(checkoutAuthorise, { token: order.token, payment_password: payer.payment_password }, asPayer);
  expect(await app.call(checkoutPay, { token: order.token, payment_grant: data.payment_grant }, asPayer)).toMatchObject({ msg: 'ok' });
  await eventually(() => expect(heard.toSorted()).toEqual(['order', 'transfers,balances']));

  const ready = await app.fastify.inject({ method: 'GET', url: '/ready' });
  expect([ready.statusCode, ready.body]).toEqual([
    200,
    expect.stringMatching(/^ready; the database's notification queue is \d+ % full(;|$)/),
  ]);
  const metrics = await app.fastify.inject({ method: 'GET', url: '/metrics' });
  expect(Number(/^purser_notification_queue_usage (\S+)$/m.exec(metrics.body)?.[1])).toBeGreaterThan(0.5);
});
