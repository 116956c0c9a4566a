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
     from login_directory join wallet_user on user_id = owner_id
     where login_directory.kind = $1 and identity = $2`,
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

export interface RecordRow {
  readonly serial_number: string;
  readonly coin: string;
  readonly type: string;
  readonly purpose: string;
  readonly counterparty: bigint | null;
  readonly change: bigint;
  readonly available_after: bigint;
  readonly posted_at: Date;
  /** With all of the database's digits, which a Date does not hold: two entries may share a millisecond. */
  readonly posted_at_text: string;
  readonly version: bigint;
}

/** The place of a row in the list, to continue after it. */
export interface RecordPlace {
  readonly posted_at: string;
  readonly coin: string;
  readonly purpose: string;
  readonly version: string;
}

export interface RecordFilter {
  readonly userId: number;
  readonly coin: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly after: RecordPlace | undefined;
  readonly offset: number;
  readonly limit: number;
}

const RANGE = `
  ($3::timestamptz is null or posted_at >= $3::timestamptz) and ($4::timestamptz is null or posted_at < $4::timestamptz)`;
const ACCOUNTS = `
  select owner_id, coin, purpose, version from ledger.account
  where owner_id = $1 and purpose in ('main', 'reward') and ($2::text is null or coin = $2)`;

/**
 * A wallet has few accounts: each gives as many of its newest entries as the page could need, straight from its primary key,
 * and the page is merged from them.
 */
export async function findRecords(tx: Tx, filter: RecordFilter): Promise<RecordRow[]> {
  const { userId, coin, from, to, order, after, offset, limit } = filter;
  const beyond = order === 'desc' ? '<' : '>';
  const { rows } = await tx.query<RecordRow>(
    `select entry.* from (${ACCOUNTS}) account
     cross join lateral (
       select serial_number, entry.coin, type, entry.purpose, counterparty, available_after, posted_at, posted_at::text as posted_at_text, entry.version,
         available_after + frozen_after + pending_after - available_before - frozen_before - pending_before as change
       from ledger.entry
       where entry.owner_id = account.owner_id and entry.coin = account.coin and entry.purpose = account.purpose and ${RANGE}
         and ($5::timestamptz is null or (posted_at, entry.coin, entry.purpose, entry.version) ${beyond} ($5::timestamptz, $6::text, $7::text, $8::bigint))
       order by entry.version ${order}
       limit $9::int + $10::int
     ) entry
     order by posted_at ${order}, coin ${order}, purpose ${order}, version ${order}
     offset $9 limit $10`,
    [
      userId,
      coin ?? null,
      from ?? null,
      to ?? null,
      after?.posted_at ?? null,
      after?.coin ?? null,
      after?.purpose ?? null,
      after?.version ?? null,
      offset,
      limit,
    ],
  );
  return rows;
}

/** How many records the filter has, counted up to `most`. Without a time range the accounts know: their versions have no gap. */
export async function countRecords(tx: Tx, { userId, coin, from, to }: RecordFilter, most: number): Promise<number> {
  if (from === undefined && to === undefined) {
    const { rows } = await tx.query<{ total: number }>(`select coalesce(sum(version), 0)::float8 as total from (${ACCOUNTS}) account`, [
      userId,
      coin ?? null,
    ]);
    return rows[0]?.total ?? 0;
  }
  const { rows } = await tx.query<{ total: number }>(
    `select count(*)::int as total from (
       select from (${ACCOUNTS}) account
       join ledger.entry on entry.owner_id = account.owner_id and entry.coin = account.coin and entry.purpose = account.purpose
       where ${RANGE} limit $5
     ) counted`,
    [userId, coin ?? null, from ?? null, to ?? null, most + 1],
  );
  return rows[0]?.total ?? 0;
}

/** Names of the merchants that a user dealt with: theirs to see, though not within their scope. */
export async function merchantNames(db: Database, merchantIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (merchantIds.length === 0) return new Map();
  const { rows } = await db.system.query<{ merchant_id: bigint; name: string }>(
    'select merchant_id, name from merchant where merchant_id = any($1::bigint[])',
    [[...new Set(merchantIds)]],
  );
  return new Map(rows.map(({ merchant_id, name }) => [merchant_id, name]));
}
