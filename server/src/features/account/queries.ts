import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

export function merchantOf(db: Kysely<Schema>, merchantId: number) {
  return db.selectFrom('merchant').selectAll().where('merchant_id', '=', BigInt(merchantId)).executeTakeFirst();
}

export async function eventsSeen(db: Kysely<Schema>, merchantId: number): Promise<null> {
  await db
    .updateTable('merchant')
    .set({ events_seen_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .execute();
  return null;
}
