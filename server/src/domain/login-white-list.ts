import type { Queryable } from '@purser/ledger/accounts';
import type { Database } from '../platform/database/database.ts';

/** Whether a merchant may log in from an address: its white list, if it has one, holds it. Requests are checked with their session. */
export function ipMayLogIn({ system }: Pick<Database, 'system'>, merchantId: bigint, ip: string): Promise<boolean> {
  return whiteListAllows(system, Number(merchantId), ip);
}

/** A change of the list that is thought of; entries are in their usual form. */
interface Change {
  readonly adds?: string | undefined;
  readonly deletes?: string | undefined;
}

/** Whether the white list lets an address in, as a transaction sees it, or as it would be after a change. */
export async function whiteListAllows(db: Queryable, merchantId: number, ip: string, { adds, deletes }: Change = {}): Promise<boolean> {
  const { rows } = await db.query<{ allows: boolean }>(
    `select count(*) = 0 or bool_or($2::inet <<= ip) as allows from (
       select ip from login_ip_white where merchant_id = $1 and ip is distinct from $4::inet
       union all select $3::inet where $3::inet is not null
     ) as entry`,
    [merchantId, ip, adds, deletes],
  );
  return rows[0]?.allows === true;
}
