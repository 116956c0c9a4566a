import { randomInt } from 'node:crypto';
import { sql } from './database.ts';
import { MERCHANT } from './demo.ts';

/** Has an order of the demo's merchant there that is older than webhook deliveries are kept, while something is looked at. */
export async function withOldOrder(look: (serialNumber: string) => Promise<void>): Promise<void> {
  const serialNumber = `PO${String(randomInt(1e8)).padStart(8, '0')}OLD`;
  await sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, create_time, expire_time)
     select merchant_id, $2, $2, $2, 'USDP', 100, 1, 99, 'expired', now() - interval '91 days', now() - interval '91 days' from merchant where username = $1`,
    [MERCHANT.username, serialNumber],
  );
  await look(serialNumber).finally(() => sql('delete from payment_order where serial_number = $1', [serialNumber]));
}
