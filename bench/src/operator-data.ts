import type pg from 'pg';

export const MERCHANTS = 100_000;
/** Beginnings of names; the rest is a number. */
export const NAMES = [
  'Lotus Tea House',
  'Harbour Street Books',
  'Nguyễn Thị Minh Khai',
  'Trần Văn Bình',
  '王小明',
  '陳大文',
  'Alice Anderson',
  'Mekong Logistics',
  'Golden Dragon Games',
  'Saigon Sound',
] as const;
const ORDERS = 200_000;

/**
 * Fills the tables that the operator console's first pages read, directly and set by set: parties with accounts, two days of paid orders,
 * messages, approvals, and webhooks that wait.
 */
export async function loadOperatorData(client: pg.Client, users: number): Promise<void> {
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '256MB'`);
  const name = `($2::text[])[1 + n % cardinality($2::text[])] || ' ' || n`;
  const identity = `(array['approved', 'approved', 'approved', 'approved', 'not_authenticated', 'not_authenticated', 'rejected', 'pending'])[1 + n % 8]`;
  const status = `case n % 100 when 0 then 'suspended' else 'normal' end`;
  await withoutIndexes(client, 'merchant', async () => {
    await client.query(
      `insert into merchant (name, username, password_hash, authentication_status, status, markets, created_at)
       select ${name}, 'merchant-' || n, '-', ${identity}, ${status}, '{USD}', now() - n * interval '5 minutes' from generate_series(0, $1 - 1) as n`,
      [MERCHANTS, NAMES],
    );
  });
  await withoutIndexes(client, 'wallet_user', async () => {
    await client.query(
      `insert into wallet_user (nick, username, phone, email, kind, password_hash, authentication_status, status, markets, created_at)
       select ${name}, 'user-' || n, '+8490' || lpad(n::text, 7, '0'), 'user' || n || '@example.com',
         case n % 50 when 0 then 'agent' when 1 then 'advanced' else 'ordinary' end, '-', ${identity}, ${status}, '{USD}', now() - n * interval '30 seconds'
       from generate_series(0, $1 - 1) as n`,
      [users, NAMES],
    );
  });
  await client.query(
    `insert into ledger.account (owner_id, coin, purpose) select merchant_id, 'USDP', 'main' from merchant union all select user_id, 'USDP', 'main' from wallet_user`,
  );
  await withoutIndexes(client, 'payment_order', async () => {
    await client.query(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, expire_time, paid_time)
       select 10000001 + n % $2, 'P' || n, 'P' || n, 'P' || n, (array['USDP', 'CNYT', 'VNDT', 'USDT'])[1 + n % 4], 1000, 10, 990, 'paid', 50000001, now(),
         now() - n * interval '48 hours' / $1
       from generate_series(1, $1::int) as n`,
      [ORDERS, MERCHANTS],
    );
  });
  await client.query(
    `insert into message (owner_id, message_id, kind, channel, recipient, language, state, expire_time, create_time)
     select 50000001 + n, gen_random_uuid(), 'test', 'mail', 'user' || n || '@example.com', 'en',
       case n % 20 when 0 then 'given_up' when 1 then 'failed' else 'sent' end, now(), now() - n * interval '1 minute'
     from generate_series(1, 50000) as n`,
  );
  await client.query(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, state, attempts, next_attempt_at, give_up_at, created_at)
     select 10000001 + n % 300, gen_random_uuid(), gen_random_uuid(), 'order.paid', '', 'pending', n % 4, now(), now() + interval '3 days', now() - n * interval '1 second'
     from generate_series(1, 100000) as n`,
  );
}

/** Fills a table and only then makes its indexes; those of its keys stay. */
export async function withoutIndexes(client: pg.Client, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}
