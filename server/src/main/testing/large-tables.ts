import type { TestApp } from '../../platform/testing/app.ts';
import { multiply } from './multiply.ts';

const ROWS = 100_000;
/** How many others there are beside the merchant. */
export const OTHERS = { merchants: 5_000, parties: ROWS / 10, accounts: ROWS };

const far = (base: number): string => `${base} + n % ${OTHERS.merchants}`;
const orders = (state: string, mark: string): string =>
  `'serial_number', '${mark}' || n, 'order_id', '${mark}' || n, 'token', '${mark}' || n, 'status', '${state}', 'expire_time', now() + interval '1 day'`;
/** A nonce and a change are forgotten after minutes; their copies stay for as long as a slow machine may need. */
const KEPT = `'forget_at', now() + interval '1 day'`;
const delivery = (mark: string): string => `'delivery_id', md5('${mark}' || n)::uuid, 'subject', '${mark}' || n`;

/** Fills every table that grows with business; what has a merchant is nearly all one's own, half of its orders unpaid. */
export async function fillWithOwn(app: TestApp, merchantId: number): Promise<void> {
  const own = `merchant_id = ${merchantId}`;
  const parts: (readonly [table: string, row: string, changes: string, rows?: number])[][] = [
    [
      ['payment_order', `${own} and status = 'paid'`, orders('paid', 'p')],
      ['webhook_delivery', `${own} and state = 'delivered'`, delivery('d')],
      ['webhook_attempt', own, `'delivery_id', md5('d' || n)::uuid`],
      ['merchant_transfer', own, `'serial_number', 'm' || n`],
      ['refund', own, `'serial_number', 'm' || n, 'refund_id', 'm' || n`, ROWS / 2],
      ['idempotency_key', `owner_id = ${merchantId}`, `'key', 'm' || n`],
      ['api_nonce', own, `'nonce', 'm' || n, ${KEPT}`],
    ],
    [
      ['review_order', `kind = 'adjustment'`, `'serial_number', 'm' || n, 'owner_id', ${merchantId}`, ROWS / 2],
      ['payment_order', `${own} and status = 'created'`, orders('created', 'u'), ROWS / 2],
      ['ledger.account', 'owner_id > 1', `'owner_id', 30000000 + n, 'version', 0`, OTHERS.accounts],
      ['ledger.posting', `owner_id = ${merchantId}`, `'posting_id', md5('m' || n)::uuid`],
      ['ledger.entry', 'owner_id > 100', `'owner_id', 70000000 + n, 'serial_number', 'm' || n`],
      ['session', 'true', `'owner_id', ${far(20_000_000)}, 'token_hash', '\\x' || md5('m' || n)`],
      ['change', 'true', `'note', '{}', ${KEPT}`],
      ['merchant', own, `'merchant_id', nextval('merchant_id_seq'), 'username', 'm' || n`, OTHERS.parties],
      ['access_key', own, `'access_key', 'm' || n`, ROWS / 10],
      [
        'wallet_user',
        'true',
        `'user_id', nextval('user_id_seq'), 'username', 'm' || n, 'closed_at', now(), 'status', 'suspended'`,
        OTHERS.parties,
      ],
    ],
  ];
  // Two at a time: most of it is the upkeep of indexes.
  await Promise.all(
    parts.map(async (part) => {
      for (const [table, row, changes, rows = ROWS] of part) await multiply(app, table, row, changes, rows);
    }),
  );
}

/**
 * Gives 5,000 others what waits, after statistics were taken of a time when nothing did.
 *
 * @param analyze takes them
 */
export async function fillWithOthers(app: TestApp, merchantId: number, analyze: () => Promise<unknown>): Promise<void> {
  await app.sql(`delete from payment_order where order_id ~ '^u[0-9]'`);
  await app.sql(`update payment_order set status = 'expired' where status in ('created', 'scanned')`);
  await app.sql(`update webhook_delivery set state = 'failed', next_attempt_at = null where state = 'pending'`);
  await analyze();
  const own = `merchant_id = ${merchantId}`;
  const theirs = `'merchant_id', ${far(20_000_000)}`;
  const waits = `'state', 'pending', 'next_attempt_at', now() + interval '1 hour'`;
  await Promise.all([
    multiply(app, 'payment_order', `${own} and status = 'expired'`, `${orders('created', 'o')}, ${theirs}`, ROWS / 2),
    (async () => {
      await multiply(app, 'webhook_delivery', `${own} and state = 'delivered'`, `${delivery('o')}, ${waits}, ${theirs}`, ROWS / 2);
      const review = `'serial_number', 'o' || n, 'status', 'paid', 'owner_id', ${far(20_000_000)}, 'create_time', now()`;
      await multiply(app, 'review_order', `kind = 'adjustment'`, review, ROWS / 4);
    })(),
  ]);
}
