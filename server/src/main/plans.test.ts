import { checkoutView } from '@purser/contract/features/checkout';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { loginLogList } from '@purser/contract/features/login-record';
import { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import { orderExport, orderQuery } from '@purser/contract/features/order';
import { transferExport, transferQuery } from '@purser/contract/features/transfer';
import { webhookDeliveryQuery, webhookEndpointQuery } from '@purser/contract/features/webhook';
import { walletRecordQuery } from '@purser/contract/features/wallet';
import { loginIpWhiteList } from '@purser/contract/features/white-list';
import { type ListCall, TOTAL_COUNTED_UP_TO } from '@purser/contract/list-call';
import { createHash, randomBytes } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payments } from '../features/checkout/pay.ts';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { expireDueOrders } from '../features/open-order/jobs.ts';
import { transfers } from '../features/transfer/batch.ts';
import { withdraw } from '../features/user-withdrawal/testing/rounds.ts';
import { runMoneyBatch } from '../platform/commands/money-batch.ts';
import { WebhookDispatcher } from '../features/webhook/dispatcher.ts';
import { TestEndpoint } from '../features/webhook/testing/endpoint.ts';
import { PLANS_KEPT_MS } from '../platform/database/connections.ts';
import { forgetExpired } from '../platform/commands/forget.ts';
import { claimKeys, findReplay, settleKeys, UNKEYED, write } from '../platform/commands/idempotency.ts';
import { PORTION_ROWS } from '../platform/lists/portions.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { type Execution, PlanWatch } from '../platform/testing/plan-watch.ts';
import { allRoutes } from './features.ts';
import { exportedRows } from './testing/exported-rows.ts';
import { linkLookedAt } from './testing/link-looked-at.ts';
import { keepStatistics, multiply } from './testing/multiply.ts';
import { refundPaid } from './testing/refund-paid.ts';
import { reviewTogether } from './testing/review-together.ts';
import { giveEndpoint } from '../platform/testing/webhook-endpoint.ts';

/** How many commands go through each batch, and how many rows the tables have beside them. */
const BATCH = 32;
const ROWS = 20_000;
/** A step down a key, a lock and an update with every index visit some rows each; a table has thousands of times as many. */
const ROWS_PER_COMMAND = 16;
const PAGES_PER_COMMAND = 150;
/** A table that is small may be read through for each command. */
const ROWS_OF_SMALL_TABLES = 500;

/** Statements whose work is not proportional to a batch, with the reason; the text is a part of the statement's. */
const EXCEPTIONS: readonly { readonly part: RegExp; readonly rows: number; readonly scans: readonly string[] }[] = [
  // A list counts what it found, up to a bound.
  { part: /as counted|"counted"/, rows: 2 * TOTAL_COUNTED_UP_TO, scans: [] },
  // The rollup looks at every account for what waits; an index on what changes with every posting would cost each posting more.
  { part: /rolled_up_to_version/, rows: 2 * ROWS, scans: ['account', 'rollup'] },
];

/** Small tables are read whole; of one-off jobs there are those that wait. */
const SMALL = new Set(
  '_private_jobs coin face_limit face_setting fee_slot payment_link_progress promised_time sign_in_policy system_setting program scope_key server_key schema_migration'.split(
    ' ',
  ),
);

let app: TestApp;
let watch: PlanWatch;
let endpoint: TestEndpoint;
let dispatcher: WebhookDispatcher;
let shop: TestMerchant;
let partner: TestMerchant;
let payers: TestUser[];
let signedWith: { access_key: string; secret: string };
let round = 0;

beforeAll(async () => {
  app = await createTestApp({
    routes: allRoutes,
    settings: { webhookAllow: [{ network: '127.0.0.0/8', port: undefined }] },
    connections: 1,
  });
  endpoint = await TestEndpoint.start();
  dispatcher = new WebhookDispatcher(app.platform);
  [shop, partner] = [await makeMerchant(app), await makeMerchant(app)];
  payers = await Promise.all(Array.from({ length: 4 }, () => makeUser(app)));
  for (const { user_id } of payers) await fund(app, user_id, 'USDP', '100000.00');
  await fund(app, shop.merchant_id, 'USDP', '100000.00');
  const secret = randomBytes(24).toString('base64url');
  signedWith = { access_key: `pk_${shop.merchant_id.toString(36)}_${randomBytes(10).toString('hex')}`, secret };
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    shop.merchant_id,
    signedWith.access_key,
    app.platform.secrets.seal('access-key', secret),
  ]);
  await giveEndpoint(app, shop.merchant_id, { address: endpoint.address });
  await keepStatistics(app);
  watch = await PlanWatch.start(app);
}, 120_000);
afterAll(async () => {
  watch.stop();
  await dispatcher.stop();
  await endpoint.stop();
  await app.close();
});

/** Everything that runs often, with batches of a size. */
async function everything(size: number): Promise<void> {
  round += 1;
  await createAndClose(size);
  await giveKeysUp(size);
  await writeUnderKey();
  await deliver(true);
  await pay(size);
  await deliver(true);
  await refundPaid(app, shop.merchant_id, size, `R${round}`);
  await deliver(true);
  await transfer(size);
  await reviewTogether(app, shop, payers, size);
  await withdraw(app, { shop, user: payers[3] as TestUser, signedWith, mark: `W${round}`, size, deliver: () => deliver(true) });
  await linkLookedAt(app, shop, payers, () => deliver(true));
  await app.sql(
    `update payment_order set expire_time = now() - interval '1 second'
     where (merchant_id, serial_number) in (
       select merchant_id, serial_number from payment_order where merchant_id = $1 and status = 'created' and order_id like $2 limit $3)`,
    [shop.merchant_id, `R${round}-%`, size],
  );
  await expireDueOrders(app.platform);
  await deliver(true);
  await deliver(false);
  await forgetExpired(app.platform.db);
  await app.platform.db.system.query('select ledger.roll_up(200, 50000, 1)');
  await look();
}

async function createAndClose(size: number): Promise<void> {
  const wish = (n: number) => ({ order_id: `R${round}-${n}`, coin_name: 'USDP' as const, amount: '1.50' });
  const create = (n: number, idempotencyKey: string) => app.call(openOrderCreate, wish(n), { signedWith, idempotencyKey });
  const all = (key: string) => Promise.all(Array.from({ length: size }, (_, n) => create(n, `${key}${round}-${n}`)));
  await all('a');
  // The same again is answered from the keys; the same order under another key is refused, and stays so under its key.
  await all('a');
  await all('b');
  await app.call(openOrderQuery, { order_id: `R${round}-0` }, { signedWith });
  await app.call(openOrderClose, { order_id: `R${round}-0` }, { signedWith });
}

/** A write that is no command of a batch, asked for twice. */
async function writeUnderKey(): Promise<void> {
  const keyed = { idempotencyKey: `w${round}`, requestHash: randomBytes(64) };
  await write(app.platform.db, shop.merchant_id, keyed, async () => ({}));
  await findReplay(app.platform.db, shop.merchant_id, keyed);
}

/** What no answer is kept of: commands that were set aside, or came too late. */
async function giveKeysUp(size: number): Promise<void> {
  const claims = Array.from({ length: size }, (_, n) => ({
    ownerId: shop.merchant_id,
    key: `c${round}-${n}`,
    requestHash: Buffer.alloc(32, n),
  }));
  await app.platform.db.systemTransaction(async (client) => {
    await claimKeys(client, claims);
    await settleKeys(client, claims, Array(size).fill(undefined));
  });
}

async function pay(size: number): Promise<void> {
  const orders = await Promise.all(Array.from({ length: size }, () => makeOrder(app, shop.merchant_id, { amount: '1.00' })));
  await app.call(checkoutView, { token: orders[0]?.token ?? '' });
  const commands = orders.map(({ merchant_id, token }, index) => {
    const payer = payers[index % payers.length] as TestUser;
    const tokenHash = createHash('sha256').update(payer.token).digest();
    return {
      merchantId: merchant_id,
      token,
      userId: payer.user_id,
      tokenHash,
      useReward: false,
      grantedUntil: new Date(Date.now() + 60_000),
      ...UNKEYED,
      deadline: new Date(Date.now() + 60_000),
    };
  });
  const { db, ledgerKey } = app.platform;
  const results = await db.systemTransaction((tx) => runMoneyBatch(tx, ledgerKey, payments('http://localhost:8080', db.coins), commands));
  expect(results.filter(({ ok }) => ok)).toHaveLength(size);
}

async function transfer(size: number): Promise<void> {
  const commands = Array.from({ length: size }, (_, n) => ({
    from: shop.merchant_id,
    to: partner.merchant_id,
    coin: 'USDP' as const,
    amount: '2.00',
    remark: '',
    idempotencyKey: `t${round}-${n}`,
    requestHash: Buffer.alloc(32, n),
    deadline: new Date(Date.now() + 60_000),
  }));
  const { db, ledgerKey } = app.platform;
  const results = await db.systemTransaction((tx) => runMoneyBatch(tx, ledgerKey, transfers, commands));
  expect(results.filter(({ ok }) => ok)).toHaveLength(size);
  // What comes too late gives its key back.
  const late = commands.map((command) => ({ ...command, idempotencyKey: `late-${command.idempotencyKey}`, deadline: new Date(0) }));
  const refused = await db.systemTransaction((tx) => runMoneyBatch(tx, ledgerKey, transfers, late));
  expect(refused.filter(({ ok }) => ok)).toEqual([]);
}

/** Lets the worker deliver what is due. One order's first event is refused at first, so that its later ones wait. */
async function deliver(isDown: boolean): Promise<void> {
  const first = `"R${round}-1"`;
  endpoint.answer = ({ body, type }, response) =>
    response.writeHead(isDown && type === 'order.created' && body.includes(first) ? 500 : 204).end();
  await app.sql(
    "update webhook_delivery set next_attempt_at = now() where state = 'pending' and event_type = 'order.created' and merchant_id = $1 and subject not like 'u%'",
    [shop.merchant_id],
  );
  await dispatcher.look();
  await dispatcher.idle();
}

/** Every list: a page, a later one, the one after a cursor, and what has an index of its own. */
async function look(): Promise<void> {
  const [token, payerToken, payment_id] = [shop.token, payers[0]?.token, payers[0]?.user_id];
  for (const page of [1, 5]) {
    for (const list of [orderQuery, transferQuery, webhookDeliveryQuery, assetFlowQuery, loginLogList, loginIpWhiteList])
      await app.call<ListCall>(list, { page, page_size: 20 }, { token });
    await app.call(walletRecordQuery, { page, page_size: 20 }, { payerToken });
  }
  await app.call(webhookEndpointQuery, {}, { token });
  await app.call(webhookDeliveryQuery, { endpoint_id: 1, page_size: 20 }, { token });
  for (const filters of [
    { order_status: 'paid', coin_name: 'USDP' },
    { order_id: `R${round}-0` },
    { payment_id },
    { external_account: 'nobody' },
    { order_type: 'deposit' },
    { sort_by: 'update_time' },
    { sort_by: 'amount' },
    { sort_by: 'amount', coin_name: 'CNYT' },
  ] as const) {
    await app.call(orderQuery, { page_size: 20, ...filters }, { token });
  }
  await app.call(transferQuery, { page_size: 20, sort_by: 'transfer_amount' }, { token });
  for (const list of [orderQuery, transferQuery, webhookDeliveryQuery, assetFlowQuery]) {
    const { next_cursor } = dataOf(await app.call<ListCall>(list, { page_size: 2 }, { token })) as { next_cursor: string };
    expect(next_cursor, list.path).not.toBeNull();
    await app.call<ListCall>(list, { page_size: 10, cursor: next_cursor }, { token });
  }
}

/** Does something slow while the application's connections stay as they are: a pool closes those that nobody uses. */
async function keepingConnections(work: () => Promise<void>): Promise<void> {
  const { db } = app.platform;
  const use = () => Promise.all([db.system.query('select 1'), db.scoped(1, async () => undefined)]);
  const used = setInterval(() => void use().catch(() => undefined), 1_000);
  try {
    await work();
  } finally {
    clearInterval(used);
  }
}

const orderNames = (mark: string): string =>
  `'serial_number', '${mark}' || n, 'order_id', '${mark}' || n, 'token', '${mark}' || n, 'expire_time', now() + interval '1 day'`;

async function fill(mark: string): Promise<void> {
  const own = `merchant_id = ${shop.merchant_id}`;
  const far = (base: number) => `${base} + n % 5000`;
  const orders = orderNames(mark);
  await multiply(app, 'payment_order', `${own} and status = 'paid'`, `${orders}, 'merchant_id', ${far(20_000_000)}`, ROWS / 2);
  await multiply(app, 'payment_order', `${own} and status = 'paid'`, orderNames(`${mark}o`), ROWS / 4);
  await multiply(app, 'merchant_transfer', own, `'serial_number', '${mark}' || n`, ROWS / 2);
  await multiply(app, 'merchant_transfer', own, `'serial_number', '${mark}' || n, 'merchant_id', ${far(20_000_000)}`, ROWS);
  const review = `'serial_number', '${mark}' || n, 'status', case n % 3 when 0 then 'paid' else 'completed' end`;
  await multiply(app, 'review_order', 'true', `${review}, 'payee_id', ${far(50_000_000)}`, ROWS / 4);
  await multiply(app, 'review_order', 'true', `${review}, 'owner_id', ${far(20_000_000)}, 'payee_id', ${far(50_000_000)}`, ROWS);
  await multiply(app, 'merchant', own, `'merchant_id', nextval('merchant_id_seq'), 'username', '${mark}' || n`, ROWS / 10);
  await multiply(app, 'wallet_user', 'true', `'user_id', nextval('user_id_seq'), 'username', '${mark}' || n`, ROWS / 10);
  await multiply(app, 'session', 'true', `'owner_id', ${far(20_000_000)}, 'token_hash', '\\x' || md5('${mark}' || n)`, ROWS);
  await multiply(app, 'access_key', own, `'access_key', '${mark}' || n`, ROWS / 10);
  await multiply(app, 'api_nonce', 'true', `'merchant_id', ${far(20_000_000)}, 'nonce', '${mark}' || n`, ROWS);
  await multiply(app, 'idempotency_key', 'true', `'owner_id', ${far(20_000_000)}, 'key', '${mark}' || n`, ROWS);
  const delivery = `'delivery_id', gen_random_uuid(), 'merchant_id', ${far(20_000_000)}`;
  await multiply(app, 'webhook_delivery', `${own} and state = 'delivered'`, delivery, ROWS);
  await multiply(app, 'ledger.account', 'owner_id > 1', `'owner_id', 30000000 + n, 'version', 0`, ROWS / 2);
  await multiply(app, 'ledger.posting', 'owner_id > 1', `'owner_id', ${far(60_000_000)}, 'posting_id', gen_random_uuid()`, ROWS);
  await multiply(app, 'ledger.entry', 'owner_id > 1', `'owner_id', 70000000 + n, 'serial_number', '${mark}' || n`, ROWS);
}

/** The executions that did more than their batch explains. */
function excessive(executions: readonly Execution[], perCommand = ROWS_PER_COMMAND): string[] {
  return executions.flatMap(({ text, name, pages, visited, scanned, reached, plan }) => {
    const exception = EXCEPTIONS.find(({ part }) => part.test(text));
    const rows = exception?.rows ?? perCommand * BATCH;
    const scans = scanned.filter((table) => !SMALL.has(table) && exception?.scans.includes(table) !== true);
    const within = visited <= rows && pages <= PAGES_PER_COMMAND * BATCH + 3 * rows && scans.length === 0;
    if (within) return [];
    const long = process.env['PURSER_TEST_PLANS'] === '1' ? `\n${plan}` : '';
    const ways = [...reached, ...scans.map((table) => `all of ${table}`)].join(', ');
    return [`${name ?? text.trim().slice(0, 80)}: ${visited} rows, ${pages} pages, by ${ways || 'nothing'}${long}`];
  });
}

/** The message names those that did more: a report keeps it, and not the difference. */
function expectWithin(executions: readonly Execution[], perCommand?: number): void {
  const found = excessive(executions, perCommand);
  expect(found, found.join('\n')).toEqual([]);
}

/** Every statement that the program names: those are the ones that it runs often. Those of staff run on connections that are not watched. */
async function namedStatements(): Promise<string[]> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const names: string[] = [];
  for await (const file of glob('{server,packages}/*/**/*.ts', { cwd: root, exclude: (path) => path.includes('node_modules') })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue;
    const source = await readFile(`${root}/${file}`, 'utf8');
    if (file.endsWith('platform/security/staff-sessions.ts')) continue;
    for (const [, name] of source.matchAll(/name: '([a-z-]+)',\s*(?:\/\/[^\n]*\s*)*text:/g)) names.push(name as string);
  }
  return [...new Set(names)].sort();
}

describe('the work of each statement follows its batch and not the size of its tables', () => {
  it('knows every statement that has a name', async () => {
    await app.sql('analyze');
    await watch.reconnect();
    // Often enough that a connection would keep a plan.
    const seen = await watch.during(async () => {
      for (let times = 0; times < 7; times += 1) await everything(4);
    });
    expect((await namedStatements()).filter((name) => !seen.some((one) => one.name === name))).toEqual([]);
  }, 120_000);

  it('on connections and with statistics of a time when the tables were almost empty', async () => {
    await keepingConnections(async () => {
      await fill('m');
      await sleep(PLANS_KEPT_MS);
    });
    expectWithin(await watch.during(() => everything(BATCH)));
  }, 120_000);

  it('with statistics of a time when no order was unpaid and no delivery pending', async () => {
    await app.sql("update payment_order set status = 'expired' where status in ('created', 'scanned')");
    await app.sql("update webhook_delivery set state = 'failed', next_attempt_at = null where state = 'pending'");
    await app.sql('analyze');
    await multiply(app, 'payment_order', "status = 'expired'", `${orderNames('u')}, 'status', 'created'`, ROWS);
    await multiply(
      app,
      'webhook_delivery',
      `merchant_id = ${shop.merchant_id} and state = 'delivered'`,
      `'delivery_id', gen_random_uuid(), 'subject', 'u' || n, 'state', 'pending', 'next_attempt_at', now() + interval '1 hour'`,
      ROWS,
    );
    expectWithin(await watch.during(() => everything(BATCH)));
  }, 120_000);

  it.each([orderExport, transferExport])(
    'reads a file in portions: $path',
    async (call) => {
      let rows = 0;
      const seen = await watch.during(async () => {
        rows = await exportedRows(app, call, shop.token);
      });
      const portions = seen.filter(({ text }) => !/as counted/.test(text));
      expect(rows).toBeGreaterThan(2 * PORTION_ROWS);
      expect(portions.length).toBeGreaterThan(rows / PORTION_ROWS);
      expectWithin(portions, (ROWS_PER_COMMAND * PORTION_ROWS) / BATCH);
    },
    60_000,
  );

  it('with statistics of large tables that are small by now', async () => {
    await app.sql('analyze');
    await app.sql("delete from payment_order where serial_number ~ '^[mu]'");
    await app.sql('delete from webhook_attempt');
    await app.sql("delete from webhook_delivery where subject like 'u%' or merchant_id between 20000000 and 20010000");
    await app.sql("delete from idempotency_key where key like 'm%'");
    await app.sql('delete from session where owner_id between 20000000 and 20010000');
    await app.sql('vacuum');
    expectWithin(await watch.during(() => everything(BATCH)), ROWS_OF_SMALL_TABLES);
  }, 120_000);

  it('reads each change once, however long another transaction stays open', async () => {
    const stop = app.platform.hub.onMerchant(shop.merchant_id, () => {});
    const other = new pg.Client({ connectionString: app.platform.settings.databaseUrl, application_name: 'other' });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select pg_current_xact_id()');
      await app.sql("insert into change (note) select '{}' from generate_series(1, 5000)");
      const reads = (await watch.during(() => sleep(2_000))).filter(({ name }) => name === 'read-changes');
      expect(reads.length).toBeGreaterThan(1);
      expect(reads.reduce((sum, { visited }) => sum + visited, 0)).toBeLessThan(2 * 5_000);
      expect(reads.at(-1)?.visited).toBeLessThan(ROWS_PER_COMMAND);
      await other.query('commit');
    } finally {
      stop();
      await other.end();
    }
  });
});
