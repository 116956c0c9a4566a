import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/schema.ts';

/** The badge says "99+" beyond 99, so that counting further is of no use. */
const MOST_UNREAD = 100;

export function merchantOf(db: Kysely<Schema>, merchantId: number) {
  return db.selectFrom('merchant').selectAll().where('merchant_id', '=', BigInt(merchantId)).executeTakeFirst();
}

/** Payments and incoming transfers since the merchant last looked. */
export async function countUnread(db: Kysely<Schema>, merchantId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ unread: bigint }>`
    select count(*) as unread from (
      (select 1 from payment_order where merchant_id = ${merchantId} and paid_time > ${since} limit ${MOST_UNREAD})
      union all
      (select 1 from merchant_transfer
       where merchant_id = ${merchantId} and create_time > ${since} and transfer_type = 'receive' limit ${MOST_UNREAD})
    ) as event`.execute(db);
  return Math.min(MOST_UNREAD, Number(rows[0]?.unread ?? 0n));
}
