import type { Queryable } from '@purser/ledger/accounts';

export async function nameOfMerchant(db: Queryable, merchantId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select name from merchant where merchant_id = $1', [merchantId]);
  if (!rows[0]) throw new Error(`merchant ${merchantId} has no row`);
  return rows[0].name;
}
