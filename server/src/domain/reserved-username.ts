import type { Tx } from '../platform/database/tx.ts';
import type { Secrets } from '../platform/security/secrets.ts';

/** How the login name of a closed account is kept: known again, and read by nobody. */
export function reservedUsername(secrets: Secrets, username: string): Buffer {
  return secrets.mac('reserved-username', username);
}

/** Whether somebody had this name who has closed their account. In a transaction of the system. */
export async function isReserved(tx: Tx, secrets: Secrets, username: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from reserved_username where username_mac = $1', [reservedUsername(secrets, username)]);
  return rowCount !== 0;
}
