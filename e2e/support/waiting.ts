import { sql } from './database.ts';

/** A recharge that waits for staff, put straight into the table: it moves nothing until it is approved. */
export async function recharge(owner: number, number: string, amount: number, time: string): Promise<void> {
  await sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin, other_amount, network,
       address, txid, create_time)
     values ($1, $2, 'usdt_recharge', 'pending_review', 'manual', 'USDT', $3::bigint, 0, $3::bigint, 0, 'USDT', $3::bigint, 'TRC20',
       'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', $2, $4)`,
    [owner, number, amount, time],
  );
}
