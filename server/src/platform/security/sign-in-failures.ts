import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { audit } from '../proof/audit.ts';
import { addressHolder } from '../http/client-address.ts';
import type { Platform } from '../platform.ts';

/** Addresses remembered of an account; those beyond count together. */
const MOST_FAILURE_ADDRESSES = 50;

interface Failure {
  readonly ownerId: number;
  readonly party: 'merchant' | 'user' | 'staff';
  /** `code`: a wrong code, or none, after the right password. `code_of_act`: within a session, to confirm something. */
  readonly kind: 'password' | 'code' | 'code_of_act';
  readonly ip: string;
  /** Whose of a merchant's team it was, as the audit log names them; its number unless given. */
  readonly actor?: string;
  /** The account must wait now. */
  readonly locked: boolean;
}

/**
 * Writes a failed sign-in or code down, for its owner to see at the next sign-in. The audit log gets the first one from each
 * address and every lock of the second factor, so that nobody can make it grow without end; how many there were is counted here.
 */
export async function noteFailure(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  { ownerId, party, kind, ip, actor = String(ownerId), locked }: Failure,
): Promise<void> {
  // Not of the owner's own connections: those may all be held by requests that wait for this.
  await db.systemTransaction(async (tx) => {
    // One after the other: the number of an account's rows is counted before one is added.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('sign_in_failure', $1))`, [ownerId]);
    const { rows } = await tx.query<{ failures: number }>(
      `insert into sign_in_failure (owner_id, kind, address, locks)
       select $1, $2, case
         when exists (select from sign_in_failure where owner_id = $1 and kind = $2 and address = $3)
           or (select count(*) from sign_in_failure where owner_id = $1) < ${MOST_FAILURE_ADDRESSES}
         then $3 else 'other' end, $4::int
       on conflict (owner_id, kind, address) do update set
         failures = sign_in_failure.failures + 1, unseen = sign_in_failure.unseen + 1,
         locks = sign_in_failure.locks + excluded.locks, last_at = excluded.last_at
       returning failures`,
      [ownerId, kind, addressHolder(ip), Number(locked)],
    );
    const [row] = rows;
    if (row?.failures !== 1 && !locked) return;
    const details = { kind, failures: row?.failures ?? 1, ...(locked && { locked: true }) };
    // What concerns staff stands in the provider's log.
    const whose = party === 'staff' ? { ownerId: PROVIDER_OWNER_ID, actorKind: 'operator' as const } : { ownerId, actorKind: party };
    await audit(tx, secrets, { ...whose, actor, action: 'sign_in.fail', details, ip });
  });
}

/** Writes a wrong password down, without making the answer wait: how long it took would tell that there is such an account. */
export function noteWrongPassword(
  platform: Pick<Platform, 'db' | 'secrets' | 'log'>,
  party: Failure['party'],
  ownerId: bigint,
  ip: string,
  actor = String(ownerId),
): void {
  noteFailure(platform, { ownerId: Number(ownerId), party, actor, kind: 'password', ip, locked: false }).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'a failed sign-in could not be written down');
  });
}

/** Failed sign-ins and codes that an account's owner has not seen, with the latest one's address; null when there are none. */
export async function unseenFailures(
  db: Kysely<Schema>,
  ownerId: number,
): Promise<{ readonly count: number; readonly address: string; readonly time: string } | null> {
  const [latest, ...rest] = await db
    .selectFrom('sign_in_failure')
    .select(['unseen', 'address', 'last_at'])
    .where('owner_id', '=', BigInt(ownerId))
    .where('unseen', '>', 0)
    .orderBy('last_at', 'desc')
    .execute();
  if (!latest) return null;
  const count = rest.reduce((sum, { unseen }) => sum + unseen, latest.unseen);
  return { count, address: latest.address, time: latest.last_at.toISOString() };
}

/** The owner has seen them: they are told no more. */
export async function failuresSeen(db: Kysely<Schema>, ownerId: number): Promise<null> {
  await db.updateTable('sign_in_failure').set({ unseen: 0 }).where('owner_id', '=', BigInt(ownerId)).where('unseen', '>', 0).execute();
  return null;
}
