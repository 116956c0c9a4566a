import type { LoginIdentity } from '@purser/contract/sign-in';
import type { OutputOf } from '@purser/contract/call';
import type { walletOverview } from '@purser/contract/features/wallet';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';

export interface SigningIn {
  readonly user_id: bigint;
  readonly nick: string;
  readonly password_hash: string;
  readonly status: 'normal' | 'suspended';
  /** They have signed in from this address before. */
  readonly known_address: boolean;
}

/** Whose identity this is. Before a session there is no scope yet, so this is the system's question. */
export async function findByIdentity(db: Database, kind: LoginIdentity, identity: string, ip: string): Promise<SigningIn | undefined> {
  const { rows } = await db.system.query<SigningIn>(
    `select user_id, nick, password_hash, status,
       exists (select from known_address where owner_id = user_id and known_address.ip >>= $3::inet) as known_address
     from wallet_user where user_id = login_owner($1, $2)`,
    [`user_${kind}`, identity, ip],
  );
  return rows[0];
}

export interface WalletUser {
  readonly nick: string;
  readonly kind: OutputOf<typeof walletOverview>['kind'];
  readonly markets: readonly string[];
  readonly password_hash: string;
  readonly has_payment_password: boolean;
}

/** Within the user's own scope. */
export async function findUser(tx: Tx, userId: number): Promise<WalletUser | undefined> {
  const { rows } = await tx.query<WalletUser>(
    `select nick, kind, markets, password_hash, payment_password_hash is not null as has_payment_password
     from wallet_user where user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** Sets the payment password, and gives all attempts at it back. */
export async function storePaymentPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await tx
    .updateTable('wallet_user')
    .set({ payment_password_hash: hash, payment_password_failures: 0, payment_password_lockouts: 0, payment_password_locked_until: null })
    .where('user_id', '=', BigInt(userId))
    .execute();
}

/** Names of the merchants that a user dealt with: theirs to see, though not within their scope. */
export async function merchantNames(db: Database, merchantIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (merchantIds.length === 0) return new Map();
  const { rows } = await db.system.query<{ merchant_id: bigint; name: string }>(
    'select merchant_id, name from merchant where merchant_id = any($1::bigint[])',
    [[...new Set(merchantIds)]],
  );
  return new Map(rows.map(({ merchant_id, name }) => [Number(merchant_id), name]));
}
