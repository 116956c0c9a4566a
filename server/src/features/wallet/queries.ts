import type { Language } from '@purser/contract/language';
import type { AddressKind, LoginIdentity } from '@purser/contract/sign-in';
import type { OutputOf } from '@purser/contract/call';
import type { walletOverview } from '@purser/contract/features/wallet';
import type { Queryable } from '@purser/ledger/accounts';
import { HELD_UNTIL } from '../../domain/payment-password.ts';
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
  // Also of nobody something is asked: how long it takes tells nothing.
  return findById(db, (await ownerOf(db.system, kind, identity)) ?? NOBODY, ip);
}

const NOBODY = 0;

async function ownerOf(db: Queryable, kind: LoginIdentity, identity: string): Promise<number | undefined> {
  const { rows } = await db.query<{ owner: bigint | null }>('select login_owner($1, $2) as owner', [`user_${kind}`, identity]);
  return rows[0]?.owner == null ? undefined : Number(rows[0].owner);
}

/** Who signs in, once something has told who it is. */
export async function findById(db: Database, userId: number, ip: string): Promise<SigningIn | undefined> {
  const { rows } = await db.system.query<SigningIn>(
    `select user_id, nick, password_hash, status,
       exists (select from known_address where owner_id = user_id and known_address.ip >>= $2::inet) as known_address
     from wallet_user where user_id = $1`,
    [userId, ip],
  );
  return rows[0];
}

export interface WalletUser {
  readonly nick: string;
  readonly kind: OutputOf<typeof walletOverview>['kind'];
  readonly markets: readonly string[];
  readonly password_hash: string;
  readonly has_payment_password: boolean;
  /** When the payment password may be changed, and in how many hours; null and 0 when it may be now. */
  readonly held_until: Date | null;
  readonly held_h: number;
}

/** Within the user's own scope. */
export async function findUser(tx: Tx, userId: number): Promise<WalletUser | undefined> {
  const { rows } = await tx.query<WalletUser>(
    `select nick, kind, markets, password_hash, payment_password_hash is not null as has_payment_password,
       ${HELD_UNTIL} as held_until, coalesce(ceil(extract(epoch from ${HELD_UNTIL} - now()) / 3600), 0)::int as held_h
     from wallet_user where user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** False when the user has it already. */
export async function addMarket(tx: Tx, userId: number, market: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update wallet_user set markets = markets || $2::text where user_id = $1 and not $2 = any (markets)',
    [userId, market],
  );
  return rowCount === 1;
}

/** Sets the payment password, and gives all attempts at it back. */
export async function storePaymentPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await tx
    .updateTable('wallet_user')
    .set({ payment_password_hash: hash, payment_password_failures: 0, payment_password_lockouts: 0, payment_password_locked_until: null })
    .where('user_id', '=', BigInt(userId))
    .execute();
}

/** Whom an entry concerns besides the user, and what was paid by it: theirs to see, though not within their scope. */
export interface OtherSide {
  readonly merchant_name: string;
  /** Null where no order was paid. */
  readonly order_token: string | null;
  readonly description: string | null;
}

/** The other sides of entries with merchants, by the entry's serial number. */
export async function otherSides(
  db: Database,
  entries: readonly { readonly counterparty: number | null; readonly serial_number: string }[],
): Promise<ReadonlyMap<string, OtherSide>> {
  const { rows } = await db.system.query<OtherSide & { serial_number: string }>(
    `select asked.serial_number, merchant.name as merchant_name, paid.token as order_token, paid.description
     from unnest($1::bigint[], $2::text[]) as asked (merchant_id, serial_number)
     cross join lateral (select merchant_id, name from merchant where merchant.merchant_id = asked.merchant_id group by merchant_id) as merchant
     left join lateral (
       select token, description from payment_order
       where payment_order.merchant_id = merchant.merchant_id and payment_order.serial_number = asked.serial_number
       group by merchant_id, serial_number
     ) as paid on true`,
    [entries.map(({ counterparty }) => counterparty), entries.map(({ serial_number }) => serial_number)],
  );
  return new Map(rows.map(({ serial_number, ...side }) => [serial_number, side]));
}

interface Registered {
  readonly kind: AddressKind;
  readonly identity: string;
  /** In lower case. */
  readonly username: string;
  readonly nick: string;
  readonly passwordHash: string;
  readonly markets: readonly string[];
  readonly language: Language;
}

/**
 * Makes a wallet user who signs in by an address and a username, or answers which of the two is somebody's already. In a transaction of the
 * system, which is then to be undone.
 */
export async function registerUser(
  tx: Tx,
  { kind, identity, username, nick, passwordHash, markets, language }: Registered,
): Promise<{ readonly userId: number } | { readonly taken: 'address' | 'username' }> {
  const { rows } = await tx.query<{ registered: bigint | null; taken: 'address' | 'username' | null }>(
    'select registered, taken from register_wallet_user($1, $2, $3, $4, $5, $6, $7)',
    [`user_${kind}`, identity, username, nick, passwordHash, markets, language],
  );
  const { registered = null, taken = null } = rows[0] ?? {};
  if (taken !== null) return { taken };
  return { userId: Number(registered) };
}

/** Keeps the language in which a user has proved that they read what is sent to them: what they are told of the account is in it from then on. */
export async function keepLanguage(tx: Tx, userId: number, language: Language): Promise<void> {
  await tx.query('update wallet_user set language = $2 where user_id = $1 and language is distinct from $2', [userId, language]);
}

/** Stores a login password that a code was given for. Undefined when nobody who may sign in has this address. */
export async function storeNewPassword(tx: Tx, kind: AddressKind, identity: string, passwordHash: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ user_id: bigint }>(
    `update wallet_user set password_hash = $2, login_password_reset_at = now() where user_id = $1 and status = 'normal' returning user_id`,
    [(await ownerOf(tx, kind, identity)) ?? NOBODY, passwordHash],
  );
  return rows[0] && Number(rows[0].user_id);
}
