import type { OutputOf } from '@purser/contract/call';
import type { accountSecurity } from '@purser/contract/features/account-security';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** Where the merchant is told of changes to the account; null when nowhere. */
export async function noticeOf(tx: Tx, merchantId: number): Promise<OutputOf<typeof accountSecurity>['notice']> {
  const { notice_mail: mail, notice_language: language } = await tx
    .selectFrom('merchant')
    .select(['notice_mail', 'notice_language'])
    .where('merchant_id', '=', BigInt(merchantId))
    .executeTakeFirstOrThrow();
  return mail === null || language === null ? null : { mail, language };
}

export async function usernameOf(db: Kysely<Schema>, merchantId: number): Promise<string> {
  const merchant = await db
    .selectFrom('merchant')
    .select('username')
    .where('merchant_id', '=', BigInt(merchantId))
    .executeTakeFirstOrThrow();
  return merchant.username;
}

export async function passwordHashOf(db: Kysely<Schema>, merchantId: number): Promise<string | null | undefined> {
  const merchant = await db.selectFrom('merchant').select('password_hash').where('merchant_id', '=', BigInt(merchantId)).executeTakeFirst();
  return merchant?.password_hash;
}

/** Puts another password in the place of one; false when that was replaced meanwhile. */
export async function replacePassword(
  tx: Tx,
  merchantId: number,
  { password_hash, replaces }: { readonly password_hash: string; readonly replaces: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable('merchant')
    .set({ password_hash })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('password_hash', '=', replaces)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}
