import type { Tx } from '../../platform/database/tx.ts';

export async function countEntries(tx: Tx, merchantId: number): Promise<number> {
  const { rows } = await tx.query<{ entries: bigint }>('select count(*) as entries from login_ip_white where merchant_id = $1', [
    merchantId,
  ]);
  return Number(rows[0]?.entries ?? 0n);
}

export async function hasEntry(tx: Tx, merchantId: number, ip: string): Promise<boolean> {
  return (await tx.query('select from login_ip_white where merchant_id = $1 and ip = $2::inet', [merchantId, ip])).rowCount === 1;
}

export function insertEntry(tx: Tx, merchantId: number, { ip, remark }: { readonly ip: string; readonly remark: string }) {
  return tx
    .insertInto('login_ip_white')
    .values({ merchant_id: BigInt(merchantId), ip, remark })
    .returning(['ip', 'remark', 'entry_id', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** Answers whether there was one. */
export async function deleteEntry(tx: Tx, merchantId: number, ip: string): Promise<boolean> {
  return (await tx.query('delete from login_ip_white where merchant_id = $1 and ip = $2::inet', [merchantId, ip])).rowCount === 1;
}

/**
 * Ends the sessions that were opened from addresses which the list does not hold, in a minute: until then their next request is refused and
 * told why. None if the list is empty, and never the session that changes the list.
 */
export async function cutSessionsShort(tx: Tx, merchantId: number, except: Buffer): Promise<void> {
  await tx.query(
    `update session set expires_at = least(expires_at, now() + interval '1 minute')
     where owner_id = $1 and token_hash <> $2
       and exists (select from login_ip_white where merchant_id = $1)
       and not exists (select from login_ip_white where merchant_id = $1 and session.ip::inet <<= login_ip_white.ip)`,
    [merchantId, except],
  );
}
