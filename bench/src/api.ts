import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSerialNumber } from '@purser/contract/serial';
import pg from 'pg';
import { pino } from 'pino';
import { newOrderToken } from '../../server/src/domain/order-token.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { Platform } from '../../server/src/platform/platform.ts';
import { type LoadMerchant, type LoadUser, makeParties } from '../../server/src/platform/testing/load-parties.ts';
import { Programs } from '../../server/src/platform/testing/programs.ts';
import { payRequest, type ReadyRequest } from './requests.ts';

/** A running api on a database of its own, whose merchants and payers have plenty of money. */
export interface RunningApi {
  readonly owner: pg.Pool;
  readonly platform: Platform;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** Every api's address, where several run; `baseUrl` is the first one's. */
  readonly addresses: readonly string[];
  /** Stops all apis but the first few in the middle of what they do, and lets those go on. */
  only(apis: number): void;
  readonly merchants: readonly LoadMerchant[];
  readonly users: readonly LoadUser[];
}

export function withApi<Result>(work: (api: RunningApi) => Promise<Result>): Promise<Result> {
  return withApis(1, 16, work);
}

/** Several apis on one database, with as many merchants. */
export async function withApis<Result>(apis: number, merchants: number, work: (api: RunningApi) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-bench-'));
  await chmod(folder, 0o711);
  const masterKey = randomBytes(32);
  // Each api has some thirty connections.
  const databaseSettings = { max_connections: String(50 + 30 * apis) };
  const programs = await Programs.start({ dataFolder: folder, masterKey, webhookPort: 9, apis, databaseSettings });
  const { baseUrl, databaseUrl } = programs;
  const settings = { databaseUrl, masterKey, publicUrl: baseUrl, demo: false, dataFolder: folder, trustedProxies: [], webhookAllow: [] };
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const platform = new Platform(settings, pino({ level: 'silent' }));
  try {
    await migrate(databaseUrl);
    const parties = await makeParties(platform, owner, { merchants, users: 256, webhook: undefined });
    await programs.startPrograms([...programs.apis.keys()]);
    const only = (running: number) =>
      [...programs.apis.keys()].forEach((name, i) => (i < running ? programs.thaw(name) : programs.freeze(name)));
    return await work({ only, owner, platform, baseUrl, databaseUrl, addresses: [...programs.apis.values()], ...parties });
  } finally {
    await platform.close();
    await owner.end();
    await programs.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes orders of 12.34 USDP each, and answers their tokens. */
export async function makeOrders({ owner, merchants }: Pick<RunningApi, 'owner' | 'merchants'>, count: number): Promise<string[]> {
  const orders = Array.from({ length: count }, (_, index) => {
    const { merchantId } = merchants[index % merchants.length] as LoadMerchant;
    return { merchantId, serial: newSerialNumber('payment'), orderId: randomUUID(), token: newOrderToken(merchantId) };
  });
  await owner.query(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, expire_time)
     select merchant_id, serial_number, order_id, token, 'USDP', 1234, 13, 1221, now() + interval '1 hour'
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as wanted (merchant_id, serial_number, order_id, token)`,
    [orders.map((o) => o.merchantId), orders.map((o) => o.serial), orders.map((o) => o.orderId), orders.map((o) => o.token)],
  );
  return orders.map(({ token }) => token);
}

/** Payments of orders made for it just now, each by some payer. */
export async function payments(
  api: Pick<RunningApi, 'owner' | 'platform' | 'merchants' | 'users'>,
  count: number,
): Promise<ReadyRequest[]> {
  const { platform, users } = api;
  const tokens = await makeOrders(api, count);
  return tokens.map((token, index) => payRequest(platform.secrets, users[index % users.length] as LoadUser, token));
}
