import { randomBytes } from 'node:crypto';
import type { StaffRole } from '@purser/contract/staff';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../database/database.ts';
import type { Tx } from '../database/tx.ts';
import { tokenHash } from './token-hash.ts';

const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;
/** Being seen is noted at most once in this time, so that reading does not mean writing. */
const SEEN_NOTED_EVERY_S = 60;
/** Sessions of one member at a time; one more ends the oldest. */
const MOST_SESSIONS = 20;

/** Sessions `s` that have not ended, of active members. */
const LIVE_SESSIONS = `staff_session s join staff using (staff_id) join sign_in_policy policy on policy.only_row
        where staff.status = 'active' and s.expires_at > now()
          and s.created_at > now() - make_interval(mins => policy.staff_absolute_min)
          and s.last_seen_at > now() - make_interval(mins => policy.staff_idle_min)`;

/** A session of an active member of staff, as its token finds it. */
export interface StaffSession {
  readonly sessionId: string;
  readonly staffId: number;
  readonly role: StaffRole;
  readonly expiresAt: Date;
}

/**
 * Sessions of the provider's staff: 256 random bits, stored hashed. Every request looks its session up together with the member's status and
 * role, so that the end of a session, a suspension and another role hold at the next request, on every node.
 */
export class StaffSessions {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Opens a session in the transaction of the sign-in, and forgets those that ran out. */
  async open(
    tx: Tx,
    staffId: number,
    from: { readonly ip: string; readonly userAgent: string },
  ): Promise<{ token: string; expiresAt: Date }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const { rows: policies } = await tx.query<{ longest_min: number }>(
      'select staff_absolute_min as longest_min from sign_in_policy where only_row',
    );
    const { rows } = await tx.query<{ expires_at: Date }>(
      `insert into staff_session (staff_id, session_id, token_hash, ip, user_agent, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6)) returning expires_at`,
      [staffId, uuidv7(), tokenHash(token), from.ip, from.userAgent.slice(0, 256), policies[0]?.longest_min],
    );
    await tx.query(
      `delete from staff_session where expires_at < now() or staff_id = $1 and session_id in (
         select session_id from staff_session where staff_id = $1 order by session_id desc offset ${MOST_SESSIONS})`,
      [staffId],
    );
    return { token, expiresAt: rows[0]?.expires_at as Date };
  }

  /** The live session of a token, or undefined. Being found keeps it alive. */
  async find(token: string): Promise<StaffSession | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { rows } = await this.#db.system.query<FoundSession>({
      name: 'find-staff-session',
      text: `
        select s.session_id, s.staff_id, s.expires_at, staff.role,
          s.last_seen_at < now() - make_interval(secs => ${SEEN_NOTED_EVERY_S}) as to_be_noted
        from ${LIVE_SESSIONS} and s.token_hash = $1`,
      values: [tokenHash(token)],
    });
    const [row] = rows;
    if (!row) return undefined;
    const staffId = Number(row.staff_id);
    if (row.to_be_noted) await this.#noteSeen(staffId, row.session_id);
    return { sessionId: row.session_id, staffId, role: row.role, expiresAt: row.expires_at };
  }

  /** The role in which a session that was found before goes on; undefined once it has ended. Asking does not keep it alive. */
  async roleIn({ staffId, sessionId }: Pick<StaffSession, 'staffId' | 'sessionId'>): Promise<StaffRole | undefined> {
    const { rows } = await this.#db.system.query<{ role: StaffRole }>({
      name: 'role-in-staff-session',
      text: `select staff.role from ${LIVE_SESSIONS} and s.staff_id = $1 and s.session_id = $2`,
      values: [staffId, sessionId],
    });
    return rows[0]?.role;
  }

  async end({ staffId, sessionId }: Pick<StaffSession, 'staffId' | 'sessionId'>): Promise<void> {
    await this.#db.system.query('delete from staff_session where staff_id = $1 and session_id = $2', [staffId, sessionId]);
  }

  async #noteSeen(staffId: number, sessionId: string): Promise<void> {
    await this.#db.system.query('update staff_session set last_seen_at = now() where staff_id = $1 and session_id = $2', [
      staffId,
      sessionId,
    ]);
  }
}

interface FoundSession {
  readonly session_id: string;
  readonly staff_id: bigint;
  readonly expires_at: Date;
  readonly role: StaffRole;
  readonly to_be_noted: boolean;
}
