import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import { readSignInPolicy } from '../../platform/security/sign-in-policy.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type AccessKeyRow = Omit<Selectable<Schema['access_key']>, 'merchant_id' | 'secret' | 'changed_at'>;

const COLUMNS = ['access_key', 'ip_permission', 'created_at', 'last_used_at'] as const;

export function listKeys(tx: Tx, merchantId: number): Promise<AccessKeyRow[]> {
  return tx.selectFrom('access_key').select(COLUMNS).where('merchant_id', '=', BigInt(merchantId)).orderBy('created_at').execute();
}

/** Whether the merchant's identity is verified as far as the policy asks before they have a key. */
export async function kycCompleted(tx: Tx, merchantId: number): Promise<boolean> {
  const { key_needs_identity } = await readSignInPolicy(tx);
  if (!key_needs_identity) return true;
  const merchant = await tx
    .selectFrom('merchant')
    .select('authentication_status')
    .where('merchant_id', '=', BigInt(merchantId))
    .executeTakeFirstOrThrow();
  return merchant.authentication_status === 'approved';
}

export function insertKey(
  tx: Tx,
  key: { merchantId: number; accessKey: string; sealedSecret: Buffer; permittedIps: readonly string[] },
): Promise<AccessKeyRow> {
  return tx
    .insertInto('access_key')
    .values({
      merchant_id: key.merchantId,
      access_key: key.accessKey,
      secret: key.sealedSecret,
      ip_permission: [...key.permittedIps],
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export function updateKey(
  tx: Tx,
  merchantId: number,
  accessKey: string,
  permittedIps: readonly string[],
): Promise<AccessKeyRow | undefined> {
  return tx
    .updateTable('access_key')
    .set({ ip_permission: [...permittedIps], changed_at: sql`now()` })
    .where('merchant_id', '=', BigInt(merchantId))
    .where('access_key', '=', accessKey)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function deleteKey(tx: Tx, merchantId: number, accessKey: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('access_key')
    .where('merchant_id', '=', BigInt(merchantId))
    .where('access_key', '=', accessKey)
    .returning('access_key')
    .executeTakeFirst();
  return deleted !== undefined;
}
