/**
 * Purser's open API in TypeScript, with the SDK `@purser/client`, which Purser itself serves: it is on no registry. Node 24 runs this as it is, in a
 * project of any kind: `.mts` is a module everywhere.
 *
 *   npm install https://pay.example.com/sdk/purser-client-0.1.0-HASH.tgz
 *   export PURSER=https://pay.example.com
 *   export PURSER_ACCESS_KEY=pk_...  PURSER_SECRET=sk_...  PURSER_WEBHOOK_SECRET=whsec_...
 *   node purser.mts order A-1001 USDP 12.50
 *   node purser.mts webhook "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$WEBHOOK_SIGNATURE" < body
 */
import { Purser, PurserError, verifyWebhook, WebhookError } from '@purser/client';

/** Creates an order, then asks for it. The amount is a decimal text, never a number. */
async function order(order_id: string, coin_name: string, amount: string): Promise<void> {
  // The SDK signs, and repeats a call that got no answer, under the same idempotency key.
  const purser = new Purser({
    baseUrl: env('PURSER'),
    accessKey: env('PURSER_ACCESS_KEY'),
    secret: env('PURSER_SECRET'),
    timeoutMs: 10_000,
    maxRetries: 2,
  });
  const made = await purser.orders.create({ order_id, coin_name, amount }, { idempotencyKey: `create-${order_id}` });
  console.log(`Pay here: ${made.payment_url}`);
  const now = await purser.orders.query({ order_id });
  console.log(`Order ${now.order_id}: ${now.amount} ${now.coin_name}, ${now.order_status}`);
}

/** Checks a webhook's three headers and its raw body: the bytes as they came, not JSON read and written again. */
async function webhook(id: string, timestamp: string, signature: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  // It compares in constant time, and refuses what is more than 300 s old or ahead.
  const event = verifyWebhook(Buffer.concat(chunks), headers, env('PURSER_WEBHOOK_SECRET'), { toleranceSeconds: 300 });
  console.log(`Genuine: ${event.id} ${event.type}`);
}

function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function told(error: unknown): string {
  if (error instanceof WebhookError) return `Refused: ${error.message}`;
  if (!(error instanceof PurserError)) return String(error);
  // Without an answer the code is 0, and the name says what happened: network_failure, timeout.
  if (error.code === 0) return `No answer of Purser: ${error.name}`;
  return `Purser refused: ${error.code} ${error.name}\n${error.detail}\ndata: ${JSON.stringify(error.data)}\nrequest_id: ${error.requestId}`;
}

const [, , what, one = '', two = '', three = ''] = process.argv;
try {
  if (what === 'order') await order(one, two, three);
  else if (what === 'webhook') await webhook(one, two, three);
  else throw new Error('Usage: node purser.mts order ORDER_ID COIN AMOUNT | node purser.mts webhook ID TIMESTAMP SIGNATURE < body');
} catch (error) {
  console.error(told(error));
  process.exitCode = 1;
}
