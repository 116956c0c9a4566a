import { randomBytes } from 'node:crypto';
import type { Queryable } from '@purser/ledger/accounts';
import type { Tx } from '../platform/database/tx.ts';
import { chosenPassword } from '../platform/security/passwords.ts';
import { readSignInPolicy } from '../platform/security/sign-in-policy.ts';
import { tokenHash } from '../platform/security/token-hash.ts';

/** A new one-time link's token, which stands behind the # of its address, and what the database keeps of it. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** Where a member of staff sets password and authenticator. A browser sends nothing of what stands behind the #. */
export function setUpUrl(operatorUrl: string, token: string): string {
  return `${operatorUrl}/operator/set-up#${token}`;
}

/** Refuses a password that staff may not choose with password_unfit. */
export async function fitPassword(db: Queryable, password: string): Promise<string> {
  const { staff_password_minimum } = await readSignInPolicy(db);
  return chosenPassword(password, staff_password_minimum);
}

/** Ends the links that a member made and nobody has used, also those to merchants: whoever acts in their name may know them, and would come back by one. */
export async function endLinksMadeBy(tx: Tx, staffId: number): Promise<void> {
  for (const table of ['staff_invitation', 'merchant_set_up_link'] as const)
    await tx.deleteFrom(table).where('made_by', '=', BigInt(staffId)).where('used_at', 'is', null).execute();
}
