import { verifyLedger } from '@purser/ledger/verify';
import type pg from 'pg';
import type { Promises } from './load.ts';
import type { ReceivedEvents } from './receiver.ts';

/** Everything that was promised and does not hold. Empty: the system kept its word. */
export async function brokenPromises(owner: pg.Pool, promises: Promises, received: ReceivedEvents): Promise<string[]> {
  return [
    ...promises.contradictions,
    ...(await lostOrders(owner, promises)),
    ...(await wrongMoney(owner)),
    ...(await stuckOrders(owner)),
    ...(await missingWebhooks(owner, received)),
    ...(await ledgerBreaks(owner)),
  ];
}

async function lostOrders(owner: pg.Pool, { created, paid, closed, transferred }: Promises): Promise<string[]> {
  const { rows } = await owner.query<{ serial_number: string; order_id: string; status: string; payer_id: string | null }>(
    'select serial_number, order_id, status, payer_id from payment_order',
  );
  const orders = new Map(rows.map((row) => [row.serial_number, row]));
  const transfers = await owner.query<{ serial_number: string; sides: string }>(
    'select serial_number, count(*) as sides from merchant_transfer group by serial_number',
  );
  const sides = new Map(transfers.rows.map((row) => [row.serial_number, Number(row.sides)]));
  return [
    ...[...created]
      .filter(([serial, orderId]) => orders.get(serial)?.order_id !== orderId)
      .map(([serial]) => `created order ${serial} is lost`),
    ...[...paid]
      .filter(([serial, payer]) => Number(orders.get(serial)?.payer_id) !== payer)
      .map(([serial]) => `paid order ${serial} is lost or another's`),
    ...[...closed]
      .filter((serial) => orders.get(serial)?.status !== 'cancelled')
      .map((serial) => `closed order ${serial} is not cancelled`),
    ...[...transferred].filter((serial) => sides.get(serial) !== 2).map((serial) => `transfer ${serial} is lost`),
  ];
}

/** Each paid order has exactly its one posting, of the right amount, and no other order or transfer has any. */
async function wrongMoney(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>(`
    with made as (
      select serial_number, count(*) as postings from ledger.posting where type in ('payment', 'transfer') group by serial_number
    ), wanted as (
      select serial_number from payment_order where status = 'paid'
      union all select serial_number from merchant_transfer where transfer_type = 'transfer'
    )
    select coalesce(made.serial_number, wanted.serial_number) || ' has ' || coalesce(made.postings, 0) || ' postings, and '
             || case when wanted.serial_number is null then 'should have none' else 'should have one' end as problem
    from made full join wanted using (serial_number)
    where made.postings is distinct from 1 or wanted.serial_number is null
    union all
    select 'merchant ' || merchant_id || ' was credited otherwise than its order ' || payment_order.serial_number
    from payment_order join ledger.entry on entry.owner_id = merchant_id and entry.serial_number = payment_order.serial_number
    where entry.available_after - entry.available_before <> settlement_amount
    limit 50`);
  return rows.map(({ problem }) => problem);
}

async function stuckOrders(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ serial_number: string }>(
    `select serial_number from payment_order where status in ('created', 'scanned') and expire_time < now() - interval '15 seconds' limit 50`,
  );
  return rows.map(({ serial_number }) => `order ${serial_number} is past its time and still open`);
}

/** Every event of every order was received, and in the order in which it happened. */
async function missingWebhooks(owner: pg.Pool, received: ReceivedEvents): Promise<string[]> {
  const { rows } = await owner.query<{ serial_number: string; status: string }>('select serial_number, status from payment_order');
  return rows.flatMap(({ serial_number, status }) => {
    const wanted = ['order.created', ...(status === 'created' ? [] : [`order.${status}`])];
    const got = received.typesOf(serial_number);
    return got.join() === wanted.join()
      ? []
      : [`the merchant of ${serial_number} was told ${got.join() || 'nothing'} instead of ${wanted.join()}`];
  });
}

async function ledgerBreaks(owner: pg.Pool): Promise<string[]> {
  const client = await owner.connect();
  try {
    const { breaks } = await verifyLedger(client);
    return breaks.map(({ check, where, found }) => `ledger: ${check}: ${where}: ${found}`);
  } finally {
    client.release();
  }
}
