import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CreateOrder, type Order, Purser } from '@purser/client';
import { demoAccessKey } from '../../server/src/demo/cast.ts';
import { Secrets } from '../../server/src/platform/security/secrets.ts';
import { sql } from './database.ts';
import { baseUrl, MERCHANT } from './demo.ts';

let client: Promise<Purser> | undefined;
let orders = 0;

/** The open API as the demo's shop uses it, with the shop's own key. */
export function shop(): Promise<Purser> {
  client ??= connect();
  return client;
}

/** The access key of the demo's shop. */
export async function shopKey(): Promise<{ accessKey: string; secret: string }> {
  const masterKey = Buffer.from(readFileSync(join(process.env['PURSER_E2E_DATA'] ?? '', 'master-key'), 'utf8'), 'base64');
  const [row] = await sql<{ merchant_id: string }>('select merchant_id from merchant where username = $1', [MERCHANT.username]);
  return demoAccessKey(new Secrets(masterKey), Number(row?.merchant_id));
}

async function connect(): Promise<Purser> {
  return new Purser({ baseUrl: baseUrl(), ...(await shopKey()) });
}

/** An order that nobody has looked at yet, and its payment page's path. */
export async function newOrder(coin: CreateOrder['coin_name'], amount: string): Promise<Order & { path: string }> {
  orders += 1;
  const order = await (
    await shop()
  ).orders.create({
    order_id: `E2E-${Date.now().toString(36)}-${orders}`,
    coin_name: coin,
    amount,
    description: 'Three maps and a compass',
    external_account: 'reader-7',
  });
  return { ...order, path: new URL(order.payment_url).pathname };
}
