import type pg from 'pg';

/** Orders under review, most of them of one merchant, over a year. */
export interface Loaded {
  readonly merchantId: number;
  readonly orders: number;
  /** Wallet users who were given something, numbered from FIRST_USER; the first of them has orders of their own. */
  readonly users: number;
  readonly from: Date;
  readonly to: Date;
}

const MERCHANT = 10_000_001;
export const FIRST_USER = 50_000_001;
/** A user is given so many of each kind, however many there are in all. */
const OF_A_USER = 10;
const OTHERS = 200;
const YEAR_S = 365 * 86_400;

/** How a table is filled: without its indexes, say, where it is large. */
type Filling = (table: string, fill: () => Promise<unknown>) => Promise<unknown>;

/**
 * Fills the tables directly and set by set: of orders under review a fifth of each kind, nine tenths of one merchant, the rest of two hundred others. Most are over; a few in a
 * thousand wait. None is in the states, coins and networks that a filter looks for in vain.
 */
export async function loadReviewOrders(
  client: Pick<pg.Client, 'query'>,
  orders: number,
  filling: Filling = (_, fill) => fill(),
): Promise<Loaded> {
  const to = new Date();
  const users = Math.max(1, Math.round(orders / 5 / OF_A_USER));
  const from = new Date(to.getTime() - YEAR_S * 1_000);
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 1`);
  await client.query(
    `insert into merchant (merchant_id, name, username, password_hash, authentication_status, markets, recharge_configuration)
     select $1::bigint + n, 'Merchant ' || n, 'merchant-' || n, '-', 'approved', '{USD,CNY}', '{1,2}' from generate_series(0, ${OTHERS}) as n`,
    [MERCHANT],
  );
  await client.query(
    `insert into wallet_user (user_id, nick, username, password_hash, markets)
     select ${FIRST_USER} + n, 'User ' || n, 'user-' || n, '-', '{USD}' from generate_series(0, ${users - 1}) as n`,
  );
  await client.query(
    `insert into ledger.account (owner_id, coin, purpose)
     select merchant_id, coin, 'main' from merchant cross join unnest(array['USDP', 'CNYT', 'USDT']) as coin`,
  );
  await filling('review_order', async () => {
    await client.query(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, order_id, payee_id, payee_nick, external_account, balance_type,
         coin, amount, fee, settlement, fee_bp, other_coin, other_amount, rate, network, address, txid, destination, create_time, update_time)
       select $1::bigint + case when n % 10 < 9 then 0 else 1 + n / 10 % ${OTHERS} end, 'X' || n, kind,
         case when n / 5 % 500 = 3 then (array['pending_review', 'appeal', 'pending_review', 'pending_review', 'pending_review'])[1 + n % 5]
           when n / 5 % 50 = 4 then (array['rejected', 'cancelled', 'rejected', 'approved', 'approved'])[1 + n % 5]
           else (array['approved', 'completed', 'approved', 'settled', 'paid_out'])[1 + n % 5] end,
         case when n % 5 = 1 then 'automatic' else 'manual' end, case n % 5 when 0 then 'M' || n else '' end,
         case when n % 5 < 2 then ${FIRST_USER} + n / 5 % ${users} end, case when n % 5 < 2 then 'User' else '' end,
         case n % 5 when 0 then 'account-' || n / 5 % ${users} else '' end, case n % 5 when 1 then 'pending' else '' end,
         'USDP', 100 + n % 100000, 1, 99 + n % 100000, 50, case when n % 5 > 1 then 'USDT' end, case when n % 5 > 1 then 100 end, 1,
         case when n % 5 in (2, 3) then 'TRC20' end, '', case n % 5 when 2 then 'tx' || n else '' end,
         case n % 5 when 4 then '{"payment_method_id": "", "market": "USD", "holder_name": "", "bank_name": "", "bank_code": "", "account_number": ""}'::jsonb end,
         at, at + interval '1 hour'
       from generate_series(0, $2::bigint - 1) as n
       cross join lateral (select (array['user_withdrawal', 'adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'])[1 + n % 5] as kind,
         $3::timestamptz + n::float8 / $2::bigint * interval '${YEAR_S} seconds' as at) as made`,
      [MERCHANT, orders, from],
    );
    await fillWallet(client, { orders: Math.ceil(orders / 5), from });
  });
  await fillRefunds(client, { orders: Math.ceil(orders / 5), from, users }, filling);
  await fillBank(client, { orders: Math.ceil(orders / 5), from }, filling);
  return { merchantId: MERCHANT, orders, users, from, to };
}

/** Recharges and withdrawals of the first wallet user, one for every fifth order of the others; all are over. */
async function fillWallet(client: Pick<pg.Client, 'query'>, { orders, from }: { orders: number; from: Date }): Promise<void> {
  await client.query(
    `insert into ledger.account (owner_id, coin, purpose) values (${FIRST_USER}, 'USDP', 'main'), (${FIRST_USER}, 'USDT', 'main')`,
  );
  await client.query(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin, other_amount, rate,
       network, txid, create_time, update_time)
     select ${FIRST_USER}, 'W' || n, (array['usdt_recharge', 'usdt_withdrawal'])[1 + n % 2], (array['approved', 'settled'])[1 + n % 2], 'manual', 'USDP',
       100 + n % 100000, 1, 99 + n % 100000, 50, 'USDT', 100, 1, 'TRC20', case n % 2 when 0 then 'wx' || n else '' end, at, at
     from generate_series(0, $1::bigint - 1) as n
     cross join lateral (select $2::timestamptz + n::float8 / $1::bigint * interval '${YEAR_S} seconds' as at) as made`,
    [orders, from],
  );
}

/** Bank accounts of the merchant and of users, all verified, and withdrawals in bank files, all paid: as many as refunds. */
async function fillBank(
  client: Pick<pg.Client, 'query'>,
  { orders, from }: { orders: number; from: Date },
  filling: Filling,
): Promise<void> {
  const owner = `case when n % 10 < 5 then ${MERCHANT} else ${FIRST_USER} end`;
  await filling('payment_method', () =>
    client.query(
      `insert into payment_method (owner_id, payment_method_id, party, market, holder_name, bank_name, sealed_number, number_mac, shown_number, verified_version)
     select ${owner}, (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, case when n % 10 < 5 then 'merchant' else 'user' end, 'USD', '', '', '', int8send(n), '', 1
     from generate_series(0, $1::bigint - 1) as n`,
      [orders],
    ),
  );
  await client.query(`insert into staff (username, name, role, password_hash) values ('files', 'Files', 'finance', '-')`);
  await client.query(
    `insert into bank_file (file_no, market, status, order_count, total, sealed_xml, xml_hash, sealed_csv, csv_hash, made_by, created_at, paid_at)
     select 'F' || n, 'USD', 'paid', 1, 1, '', '', '', '', (select min(staff_id) from staff), $1::timestamptz, $1 from generate_series(0, 99) as n`,
    [from],
  );
  await filling('bank_file_order', () =>
    client.query(
      `insert into bank_file_order (owner_id, serial_number, file_no, market, amount, holder_name, bank_name, shown_number, status, created_at)
     select ${owner}, 'X' || n, 'F' || n % 100, 'USD', 100, '', '', '', 'paid', $2::timestamptz + n::float8 / $1::bigint * interval '${YEAR_S} seconds'
     from generate_series(0, $1::bigint - 1) as n`,
      [orders, from],
    ),
  );
}

/** A paid order and its refund for every fifth order under review, all of the one merchant. */
async function fillRefunds(
  client: Pick<pg.Client, 'query'>,
  { orders, from, users }: { orders: number; from: Date; users: number },
  filling: Filling,
): Promise<void> {
  const at = `$3::timestamptz + n::float8 / $2::bigint * interval '${YEAR_S} seconds'`;
  const payer = `${FIRST_USER} + n % ${users}`;
  await filling('payment_order', () =>
    client.query(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, expire_time,
         paid_time, create_time, refunded)
       select $1::bigint, 'P' || n, 'P' || n, 'P' || n, 'USDP', 1000000, 10, 999990, 'paid', ${payer}, ${at}, ${at}, ${at}, 100 + n % 100000
       from generate_series(0, $2::bigint - 1) as n`,
      [MERCHANT, orders, from],
    ),
  );
  await filling('refund', () =>
    client.query(
      `insert into refund (merchant_id, serial_number, refund_id, order_serial_number, order_id, payer_id, payer_nick, coin, amount, to_reward, refund_from,
         create_time)
       select $1::bigint, 'B' || n, 'R' || n, 'P' || n, 'P' || n, ${payer}, 'User', 'USDP', 100 + n % 100000, 0, 'api', ${at}
       from generate_series(0, $2::bigint - 1) as n`,
      [MERCHANT, orders, from],
    ),
  );
}
