import { verifyLedger } from '@purser/ledger/verify';
import type pg from 'pg';
import type { Promises } from './promises.ts';
import type { ReceivedEvents } from './receiver.ts';

/** Everything that was promised and does not hold. Empty: the system kept its word. */
export async function brokenPromises(owner: pg.Pool, ledgerKey: Buffer, promises: Promises, received: ReceivedEvents): Promise<string[]> {
  return [
    ...(await lostOrders(owner, promises)),
    ...(await wrongKeys(owner, promises)),
    ...(await wrongMoney(owner)),
    ...(await stuckOrders(owner)),
    ...(await missingWebhooks(owner, received)),
    ...(await ledgerBreaks(owner, ledgerKey)),
  ];
}

async function lostOrders(owner: pg.Pool, { created, paid, closed, late }: Promises): Promise<string[]> {
  const { rows } = await owner.query<{ serial_number: string; order_id: string; status: string; payer_id: string | null }>(
    'select serial_number, order_id, status, payer_id from payment_order',
  );
  const orders = new Map(rows.map((row) => [row.serial_number, row]));
  return [
    ...[...created]
      .filter(([serial, { orderId }]) => orders.get(serial)?.order_id !== orderId)
      .map(([serial]) => `created order ${serial} is lost`),
    ...[...paid]
      .filter(([serial, payer]) => Number(orders.get(serial)?.payer_id) !== payer)
      .map(([serial]) => `paid order ${serial} is lost or another's`),
    ...[...closed]
      .filter((serial) => orders.get(serial)?.status !== 'cancelled')
      .map((serial) => `closed order ${serial} is not cancelled`),
    ...[...late]
      .filter((serial) => orders.get(serial)?.status === 'paid')
      .map((serial) => `order ${serial} was refused as expired and was paid all the same`),
  ];
}

/** Each idempotency key has exactly one effect, the one that was acknowledged, and keeps the answer that was given. */
async function wrongKeys(owner: pg.Pool, { created, transfers }: Promises): Promise<string[]> {
  const keys = await owner.query<{ id: string; serial_number: string | null }>(
    `select owner_id || ' ' || key as id, answer ->> 'serial_number' as serial_number from idempotency_key`,
  );
  const keptSerial = new Map(keys.rows.map(({ id, serial_number }) => [id, serial_number]));
  const made = await owner.query<{ remark: string; serial_numbers: string[] }>(
    `select remark, array_agg(serial_number) as serial_numbers from merchant_transfer where transfer_type = 'transfer' group by remark`,
  );
  const madeUnder = new Map(made.rows.map(({ remark, serial_numbers }) => [remark, serial_numbers]));
  return [
    ...[...created]
      .filter(([serial, { key, merchantId }]) => keptSerial.get(`${merchantId} ${key}`) !== serial)
      .map(([serial, { key }]) => `the key ${key} does not keep the order ${serial} that was its answer`),
    ...[...transfers].flatMap(([key, { merchantId, told }]) => {
      const effects = madeUnder.get(key) ?? [];
      const problems: string[] = [];
      if (effects.join() !== ('serialNumber' in told ? told.serialNumber : '')) {
        problems.push(`the key ${key} made the transfers [${effects.join(', ')}], and its merchant was told ${JSON.stringify(told)}`);
      }
      if ('serialNumber' in told && keptSerial.get(`${merchantId} ${key}`) !== told.serialNumber) {
        problems.push(`the key ${key} does not keep the transfer ${told.serialNumber} that was its answer`);
      }
      return problems;
    }),
    ...[...madeUnder.keys()]
      .filter((key) => !transfers.has(key))
      .map((key) => `a transfer was made under the key ${key}, which nobody used`),
  ];
}

/** Each paid order has exactly its one posting, of the right amount, and no other order or transfer has any. */
async function wrongMoney(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>(`
    with made as (
      select serial_number, count(*) as postings from ledger.posting
      -- First halves alone make nothing; that each has its second half, or was turned back, is for the ledger's own verification.
      where type in ('payment', 'transfer') and note -> 'second_half' is null group by serial_number
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
    union all
    select 'payer ' || payer_id || ' paid ' || coalesce(moved.change::text, 'nothing') || ' for order ' || payment_order.serial_number
    from payment_order left join (
      select owner_id, serial_number, sum(available_after - available_before) as change
      from ledger.entry where type = 'payment' group by owner_id, serial_number
    ) moved on moved.owner_id = payer_id and moved.serial_number = payment_order.serial_number
    where status = 'paid' and moved.change is distinct from -amount
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

async function ledgerBreaks(owner: pg.Pool, ledgerKey: Buffer): Promise<string[]> {
  const client = await owner.connect();
  try {
    const { breaks } = await verifyLedger(client, ledgerKey);
    return breaks.map(({ check, where, found }) => `ledger: ${check}: ${where}: ${found}`);
  } finally {
    client.release();
  }
}
