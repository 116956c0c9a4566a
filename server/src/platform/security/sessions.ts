import { FIRST_MEMBER, type MemberRole } from '@purser/contract/member';
import { randomBytes, randomUUID } from 'node:crypto';
import { coalesce } from '../commands/coalesce.ts';
import { askedRows } from '../database/asked-rows.ts';
import type { Database } from '../database/database.ts';
import { announce } from '../streams/hub.ts';
import type { Tx } from '../database/tx.ts';
import { tokenHash } from './token-hash.ts';

export type Party = 'merchant' | 'user';

/** Sessions of one owner, or of one member of a merchant's team, at a time; one more ends the oldest. */
const MOST_SESSIONS = 50;

/** Of what a browser says it is, so many characters are kept. */
export const LONGEST_USER_AGENT = 256;

const OWNER_BYTES = 6;
const SECRET_BYTES = 32;
const TOKEN = new RegExp(`^[\\w-]{${Math.ceil(((OWNER_BYTES + SECRET_BYTES) * 8) / 6)}}$`);
/** Being seen is noted at most once in this time, so that reading does not mean writing. */
const SEEN_NOTED_EVERY_S = 60;

/** Whoever of a merchant's team has logged in, as they are at the request. */
export interface Member {
  readonly memberId: number;
  readonly username: string;
  readonly role: MemberRole;
}

export interface Session {
  readonly ownerId: number;
  readonly party: Party;
  readonly tokenHash: Buffer;
  readonly ownerStatus: 'normal' | 'suspended';
  /** The address that it was opened from. */
  readonly ip: string;
  /** A merchant's white list holds the address that asks, or there is none; of a wallet user always true. */
  readonly ipIsAllowed: boolean;
  /** Undefined of a wallet user, and of a merchant without a team. */
  readonly member: Member | undefined;
}

interface TokenKey {
  readonly ownerId: number;
  readonly hash: Buffer;
  /** The address that asks, in its normal form; of a wallet user nobody minds. */
  readonly ip: string | undefined;
}

/** A session that was just opened, with the token that its holder shows. */
export interface OpenedSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Opaque tokens: the owner's id and 256 random bits. Only their hash is stored, and every request looks it up
 * (coalesced with the requests beside it), so that a logout, ban, password change or another white list
 * holds at once, in every process.
 */
export class Sessions {
  readonly #db: Database;
  readonly #find: (key: TokenKey) => Promise<Session | undefined>;
  readonly #look: (key: TokenKey) => Promise<Session | undefined>;

  constructor(db: Database) {
    this.#db = db;
    this.#find = coalesce({ name: 'sessions', underWay: db.underWay }, (keys) => this.#findMany(keys, 'noted'));
    this.#look = coalesce({ name: 'sessions', underWay: db.underWay }, (keys) => this.#findMany(keys, 'unnoted'));
  }

  /** Opens a session by itself, where nothing else has to hold with it. */
  open(...opened: Opened): Promise<OpenedSession> {
    return this.#db.systemTransaction((tx) => openSession(tx, ...opened));
  }

  /** The live session of a token, or undefined. Being found keeps it alive, unless it was asked for from an address that is not allowed. */
  find(party: 'user', token: string): Promise<Session | undefined>;
  find(party: 'merchant', token: string, ip: string): Promise<Session | undefined>;
  async find(party: Party, token: string, ip?: string): Promise<Session | undefined> {
    const key = keyOf(token, ip);
    const session = key && (await this.#find(key));
    return session?.party === party ? session : undefined;
  }

  /** Whether a token still lets its owner in, from an address. Asking does not keep the session alive: for streams, which ask by themselves. */
  async holds(party: Party, token: string, ip: string): Promise<boolean> {
    const key = keyOf(token, ip);
    return letsIn(party, key && (await this.#look(key)));
  }

  /** A session that was found before as it is now; undefined once it lets its owner in no more. Asking does not keep it alive either. */
  async findAgain(
    { party, ownerId, tokenHash: hash }: Pick<Session, 'party' | 'ownerId' | 'tokenHash'>,
    ip: string,
  ): Promise<Session | undefined> {
    const found = await this.#look({ ownerId, hash, ip });
    return letsIn(party, found) ? found : undefined;
  }

  async end({ ownerId, tokenHash }: Session): Promise<void> {
    await this.#db.systemTransaction(async (tx) => {
      await tx.query('delete from session where owner_id = $1 and token_hash = $2', [ownerId, tokenHash]);
      await announce(tx, { ended: [ownerId] });
    });
  }

  async #findMany(keys: readonly TokenKey[], sight: 'noted' | 'unnoted'): Promise<(Session | undefined)[]> {
    const { rows } = await this.#db.system.query<FoundSession>({
      name: 'find-sessions',
      text: `
        select asked.position, session.party, session.ip, coalesce(merchant.status, wallet_user.status) as owner_status, coalesce(white_list.allows, true) as allows,
               member.member_id, member.username, member.role,
               session.last_seen_at < now() - make_interval(secs => ${SEEN_NOTED_EVERY_S}) as to_be_noted
        from ${askedRows('bigint', 'bytea', 'inet')} as asked (owner_id, token_hash, ip, position)
        -- Grouped by its key, each look-up is a step down the primary key, whatever the planner believes of the table's size.
        cross join lateral (
          select * from session where session.owner_id = asked.owner_id and session.token_hash = asked.token_hash group by owner_id, token_hash
        ) as session
        left join lateral (select status from merchant where merchant_id = session.owner_id group by merchant_id) as merchant on session.party = 'merchant'
        left join lateral (select status from wallet_user where user_id = session.owner_id group by user_id) as wallet_user on session.party = 'user'
        -- A merchant without a team has no row, and is its owner.
        left join lateral (
          select member_id, username, role, status, set_up_at from merchant_member
          where session.party = 'merchant' and merchant_id = session.owner_id and merchant_member.member_id = session.member_id and removed_at is null
          group by merchant_id, member_id
        ) as member on true
        left join lateral (
          select bool_or(asked.ip <<= login_ip_white.ip) as allows from login_ip_white
          where merchant_id = session.owner_id and session.party = 'merchant' group by merchant_id
        ) as white_list on true
        -- Read where it counts: a policy that makes sessions shorter ends those that are open.
        cross join lateral (
          select
            make_interval(mins => case session.party when 'merchant' then merchant_idle_min else user_idle_min end) as idle,
            make_interval(mins => case session.party when 'merchant' then merchant_absolute_min else user_absolute_min end) as absolute
          from sign_in_policy where only_row
        ) as policy
        where session.expires_at > now() and session.created_at > now() - policy.absolute and session.last_seen_at > now() - policy.idle
          -- Nobody comes in by what they had before they were set up anew.
          and coalesce(
            member.status = 'normal' and (member.member_id = ${FIRST_MEMBER} or session.created_at >= member.set_up_at),
            session.member_id = ${FIRST_MEMBER})`,
      values: [keys.map(({ ownerId }) => ownerId), keys.map(({ hash }) => hash), keys.map(({ ip }) => ip)],
    });
    const found: (Session | undefined)[] = keys.map(() => undefined);
    const seen: TokenKey[] = [];
    for (const row of rows) {
      const index = Number(row.position) - 1;
      const key = keys[index] as TokenKey;
      const { party, owner_status: ownerStatus, ip, allows: ipIsAllowed } = row;
      const { member_id: memberId, username, role } = row;
      const member = memberId === null ? undefined : { memberId, username, role };
      found[index] = { ownerId: key.ownerId, party, tokenHash: key.hash, ownerStatus, ip, ipIsAllowed, member };
      if (row.to_be_noted && ipIsAllowed) seen.push(key);
    }
    if (sight === 'noted' && seen.length > 0) await this.#noteSeen(seen);
    return found;
  }

  async #noteSeen(keys: readonly TokenKey[]): Promise<void> {
    if (await this.#db.isDistributed()) {
      // One by one, so that none waits while it holds another.
      for (const { ownerId, hash } of keys)
        await this.#db.system.query('update session set last_seen_at = now() where owner_id = $1 and token_hash = $2', [ownerId, hash]);
      return;
    }
    // Another process that notes the same session now does it for us; waiting for it could be waiting for each other.
    await this.#db.system.query(
      `with seen as (
         select owner_id, token_hash from session
         join unnest($1::bigint[], $2::bytea[]) as asked (owner_id, token_hash) using (owner_id, token_hash)
         for no key update of session skip locked
       )
       update session set last_seen_at = now() from seen
       where session.owner_id = seen.owner_id and session.token_hash = seen.token_hash`,
      [keys.map(({ ownerId }) => ownerId), keys.map(({ hash }) => hash)],
    );
  }
}

/** Whether a session of a party lets its owner in. */
function letsIn(party: Party, session: Session | undefined): session is Session {
  return session?.party === party && session.ownerStatus === 'normal' && session.ipIsAllowed;
}

type FoundSession = FoundRow & (MemberRow | { readonly member_id: null; readonly username: null; readonly role: null });

interface MemberRow extends Omit<Member, 'memberId'> {
  readonly member_id: number;
}

interface FoundRow {
  readonly position: bigint;
  readonly party: Party;
  readonly ip: string;
  readonly owner_status: 'normal' | 'suspended';
  readonly allows: boolean;
  readonly to_be_noted: boolean;
}

/** What a token is looked up by; undefined for a text that cannot be one. */
function keyOf(token: string, ip: string | undefined): TokenKey | undefined {
  if (!TOKEN.test(token)) return undefined;
  return { ownerId: Buffer.from(token, 'base64url').readUIntBE(0, OWNER_BYTES), hash: tokenHash(token), ip };
}

/**
 * @param sessionId by which the session is known to whoever may end it
 * @param memberId whose of a merchant's team it is
 */
type Opened = [
  party: Party,
  ownerId: number,
  from: { readonly ip: string; readonly userAgent: string },
  sessionId?: string,
  memberId?: number,
];

/**
 * Opens a session in the transaction of the sign-in, which holds the row that this was proven by: whatever ends the sessions together with a change of
 * that row comes before it and is seen, or after it and ends this one too.
 */
export async function openSession(
  tx: Tx,
  ...[party, ownerId, from, sessionId = randomUUID(), memberId = FIRST_MEMBER]: Opened
): Promise<OpenedSession> {
  const owner = Buffer.alloc(OWNER_BYTES);
  owner.writeUIntBE(ownerId, 0, OWNER_BYTES);
  const token = Buffer.concat([owner, randomBytes(SECRET_BYTES)]).toString('base64url');
  const { rows } = await tx.query<{ expires_at: Date }>(
    `insert into session (owner_id, token_hash, party, ip, user_agent, session_id, member_id, expires_at)
     select $1, $2, $3::text, $4, $5, $6, $7,
       now() + make_interval(mins => case $3::text when 'merchant' then merchant_absolute_min else user_absolute_min end)
     from sign_in_policy where only_row
     returning expires_at`,
    [ownerId, tokenHash(token), party, from.ip, from.userAgent.slice(0, LONGEST_USER_AGENT), sessionId, memberId],
  );
  const { rowCount } = await tx.query(
    `delete from session where owner_id = $1 and token_hash in (
       select token_hash from session where owner_id = $1 and member_id = $2 order by created_at desc, token_hash offset ${MOST_SESSIONS})`,
    [ownerId, memberId],
  );
  if (rowCount) await announce(tx, { ended: [ownerId] });
  return { token, expiresAt: rows[0]?.expires_at as Date };
}

/** Ends one session of an owner, in the transaction of what ends it. Answers whether there was one. */
export async function endSession(
  tx: Tx,
  ownerId: number,
  sessionId: string,
  { member }: Partial<Pick<Session, 'member'>> = {},
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from session where owner_id = $1 and session_id = $2 and member_id = coalesce($3, member_id)',
    [ownerId, sessionId, member?.memberId],
  );
  await announce(tx, { ended: [ownerId] });
  return rowCount === 1;
}

/** Ends every session of an owner, of a team those of the member, but the one that asks, in the transaction of what ends them. Answers how many there were. */
export async function endOtherSessions(
  tx: Tx,
  { ownerId, tokenHash, member }: Pick<Session, 'ownerId' | 'tokenHash' | 'member'>,
): Promise<number> {
  const { rowCount } = await tx.query(
    'delete from session where owner_id = $1 and token_hash <> $2 and member_id = coalesce($3, member_id)',
    [ownerId, tokenHash, member?.memberId],
  );
  await announce(tx, { ended: [ownerId] });
  return rowCount ?? 0;
}

/** Ends every session of a member of a merchant's team, in the transaction of what ends them. */
export async function endMemberSessions(tx: Tx, merchantId: number, memberId: number): Promise<void> {
  await tx.query('delete from session where owner_id = $1 and member_id = $2', [merchantId, memberId]);
  await announce(tx, { ended: [merchantId] });
}

/** Ends every session of an owner, in the transaction of what ends them; their streams end soon after it has committed. */
export async function endSessions(tx: Tx, ownerId: number): Promise<void> {
  await tx.query('delete from session where owner_id = $1', [ownerId]);
  await announce(tx, { ended: [ownerId] });
}
