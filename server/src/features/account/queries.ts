import type { OutputOf } from '@purser/contract/call';
import type { accountDetail } from '@purser/contract/features/account';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

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

type Failures = NonNullable<OutputOf<typeof accountDetail>['own']>['sign_in_failures'];

/** Failed sign-ins and codes that the merchant has not seen, with the latest one's address. */
export async function unseenFailures(db: Kysely<Schema>, merchantId: number): Promise<Failures> {
  const [latest, ...rest] = await db
    .selectFrom('sign_in_failure')
    .select(['unseen', 'address', 'last_at'])
    .where('owner_id', '=', BigInt(merchantId))
    .where('unseen', '>', 0)
    .orderBy('last_at', 'desc')
    .execute();
  if (!latest) return null;
  const count = rest.reduce((sum, { unseen }) => sum + unseen, latest.unseen);
  return { count, address: latest.address, time: latest.last_at.toISOString() };
}

export async function eventsSeen(db: Kysely<Schema>, merchantId: number): Promise<null> {
  await db
    .updateTable('merchant')
    .set({ events_seen_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .execute();
  return null;
}

export async function failuresSeen(db: Kysely<Schema>, merchantId: number): Promise<null> {
  await db.updateTable('sign_in_failure').set({ unseen: 0 }).where('owner_id', '=', BigInt(merchantId)).where('unseen', '>', 0).execute();
  return null;
}
