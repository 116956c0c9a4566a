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

/**
 * Ends the links that a member made and nobody has used, also those to merchants: whoever acts in their name may know them, and would come back by one.
 * Answers, for the audit log, whom links that were still good would have let in; nothing where there were none.
 */
export async function endLinksMadeBy(tx: Tx, staffId: number): Promise<EndedLinks> {
  const made = [BigInt(staffId)];
  const invitations = await tx.query<{ username: string | null; staff_id: bigint | null; expires_at: Date }>(
    'delete from staff_invitation where made_by = $1 and used_at is null returning username, staff_id, expires_at',
    made,
  );
  const links = await tx.query<{ merchant_id: bigint; expires_at: Date }>(
    'delete from merchant_set_up_link where made_by = $1 and used_at is null returning merchant_id, expires_at',
    made,
  );
  const staff = await usernamesOf(tx, await stillGood(tx, invitations.rows));
  const merchants = (await stillGood(tx, links.rows)).map(({ merchant_id }) => Number(merchant_id));
  if (staff.length === 0 && merchants.length === 0) return {};
  return { links_ended: { staff, merchants } };
}

/** What a member has entered until now is not approved by a second person any more: with what is replaced, somebody else may have entered it. */
export async function voidEntriesOf(tx: Tx, staffId: number): Promise<void> {
  // Not when the transaction began: something may have been entered while it waited for the member.
  await tx.query('update staff set entered_void_before = clock_timestamp() where staff_id = $1', [staffId]);
}

/** What an act's entry in the audit log says of the links that ended by it. */
export interface EndedLinks {
  readonly links_ended?: { readonly staff: readonly string[]; readonly merchants: readonly number[] };
}

/** Those that were not too late yet. */
async function stillGood<Link extends { readonly expires_at: Date }>(tx: Tx, links: readonly Link[]): Promise<Link[]> {
  if (links.length === 0) return [];
  const { rows } = await tx.query<{ is_good: boolean }>(
    'select until > now() as is_good from unnest($1::timestamptz[]) with ordinality as ended (until, place) order by place',
    [links.map(({ expires_at }) => expires_at)],
  );
  return links.filter((_, place) => rows[place]?.is_good);
}

interface Invited {
  readonly username: string | null;
  readonly staff_id: bigint | null;
}

/** Whom links are for: a newcomer by the name that the link gives, whoever was reset by their own. */
async function usernamesOf(tx: Tx, invited: readonly Invited[]): Promise<string[]> {
  const named = invited.flatMap(({ username }) => username ?? []);
  const reset = invited.flatMap(({ staff_id }) => staff_id ?? []);
  if (reset.length === 0) return named.toSorted();
  const { rows } = await tx.query<{ username: string }>('select username from staff where staff_id = any($1::bigint[])', [reset]);
  return [...named, ...rows.map(({ username }) => username)].toSorted();
}
