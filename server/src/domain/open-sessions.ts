import type { openSession } from '@purser/contract/open-session';
import { FIRST_MEMBER } from '@purser/contract/member';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../platform/database/tx.ts';
import type { Session } from '../platform/security/sessions.ts';

/** A session that still lets somebody in, as its owner sees it. */
export type OpenSession = z.output<typeof openSession>;

interface SessionRow extends Pick<OpenSession, 'session_id' | 'ip' | 'user_agent' | 'current'> {
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

export function shownSession({ created_at, last_seen_at, expires_at, ...session }: SessionRow): OpenSession {
  return {
    ...session,
    create_time: created_at.toISOString(),
    last_seen_time: last_seen_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}

/** A party's sessions, of a merchant's team those of the member who asks, that still let somebody in, the newest first. Within its own scope. */
export async function openSessions(
  tx: Tx,
  { ownerId, tokenHash, party, member }: Pick<Session, 'ownerId' | 'tokenHash' | 'party' | 'member'>,
): Promise<OpenSession[]> {
  const rows = await tx
    .selectFrom('session')
    .innerJoin('sign_in_policy as policy', (join) => join.on('policy.only_row', '=', true))
    .select(['session_id', 'ip', 'user_agent', 'session.created_at', 'last_seen_at', 'expires_at'])
    .select(sql<boolean>`token_hash = ${tokenHash}`.as('current'))
    .where('owner_id', '=', BigInt(ownerId))
    .where('member_id', '=', member?.memberId ?? FIRST_MEMBER)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('session.created_at', '>', sql<Date>`now() - make_interval(mins => ${sql.ref(`${party}_absolute_min`)})`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(mins => ${sql.ref(`${party}_idle_min`)})`)
    .orderBy('session.created_at', 'desc')
    .orderBy('session_id')
    .execute();
  return rows.map(shownSession);
}
