import { FIRST_MEMBER } from '@purser/contract/member';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { Member } from '../../platform/security/sessions.ts';

export function merchantOf(db: Kysely<Schema>, merchantId: number) {
  return db.selectFrom('merchant').selectAll().where('merchant_id', '=', BigInt(merchantId)).executeTakeFirst();
}

/** Who of a merchant's team asks, and when they last logged in, where that does not stand with the merchant itself. */
export async function memberOf(db: Kysely<Schema>, merchantId: number, { memberId, role }: Member) {
  const { name, login_ip, login_at } = await db
    .selectFrom('merchant_member')
    .select(['name', 'login_ip', 'login_at'])
    .where('merchant_id', '=', BigInt(merchantId))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { shown: { member_id: memberId, name, role }, isOfTeam: memberId !== FIRST_MEMBER, login_ip, login_at };
}

export async function eventsSeen(db: Kysely<Schema>, merchantId: number): Promise<null> {
  await db
    .updateTable('merchant')
    .set({ events_seen_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .execute();
  return null;
}
