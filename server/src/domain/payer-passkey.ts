import { timingSafeEqual } from 'node:crypto';
import type { PasskeyAssertion } from '@purser/contract/passkey';
import { sql, type Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { Platform } from '../platform/platform.ts';
import {
  type Asserted,
  type ChallengeFor,
  type Credential,
  type MadePasskey,
  ofPayers,
  readAssertion,
  useChallenge,
} from '../platform/security/passkeys.ts';
import type { Session } from '../platform/security/sessions.ts';

const MOST_PASSKEYS = 20;
const OWNER_BYTES = 6;
const MAC_BYTES = 26;

/** What authenticators know a wallet user by: the id, as in every token, and a MAC, so that nobody makes up the handle of another. */
export function payerHandle(secrets: Platform['secrets'], userId: number): Buffer {
  const owner = Buffer.alloc(OWNER_BYTES);
  owner.writeUIntBE(userId, 0, OWNER_BYTES);
  return Buffer.concat([owner, secrets.mac('passkey-user', String(userId)).subarray(0, MAC_BYTES)]);
}

/** Whom a handle names; undefined for one that is none of ours. */
export function userOfHandle(secrets: Platform['secrets'], text: string): number | undefined {
  const handle = Buffer.from(text, 'base64url');
  if (handle.length !== OWNER_BYTES + MAC_BYTES) return undefined;
  const userId = handle.readUIntBE(0, OWNER_BYTES);
  return timingSafeEqual(handle, payerHandle(secrets, userId)) ? userId : undefined;
}

/** What a challenge within a payer's session names the session by. */
export function sessionMark({ tokenHash }: Pick<Session, 'tokenHash'>): string {
  return tokenHash.toString('base64url');
}

/** What a browser must know of a user's passkeys. */
export function payerCredentials(db: Kysely<Schema>, userId: number): Promise<Pick<Credential, 'credential_id' | 'transports'>[]> {
  return db
    .selectFrom('payer_passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', BigInt(userId))
    .orderBy('passkey_id')
    .execute();
}

/** Checks a user's answer to a challenge; undefined for another user's passkey, and when anything else is wrong. Nothing is used up yet. */
export async function checkPayerPasskey(
  platform: Pick<Platform, 'settings' | 'secrets' | 'clock'>,
  db: Kysely<Schema>,
  userId: number,
  whatFor: ChallengeFor,
  assertion: PasskeyAssertion,
): Promise<Asserted | undefined> {
  const kept = await db
    .selectFrom('payer_passkey')
    .select(['credential_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', BigInt(userId))
    .where('credential_id', '=', Buffer.from(assertion.id, 'base64url'))
    .executeTakeFirst();
  return kept && readAssertion(ofPayers(platform), whatFor, assertion, kept);
}

/**
 * Takes a right answer in the transaction of what it is for. False when it was taken before, when the passkey was used elsewhere meanwhile, or
 * was removed.
 */
export async function takePayerPasskey(tx: Tx, userId: number, asserted: Asserted): Promise<boolean> {
  if (!(await useChallenge(tx, asserted))) return false;
  const { credentialId, counter } = asserted;
  const used = await tx
    .updateTable('payer_passkey')
    .set({ counter, last_used_at: sql`now()` })
    .where('user_id', '=', BigInt(userId))
    .where('credential_id', '=', credentialId)
    .where((where) => where.or([where('counter', '<', counter), where('counter', '=', 0n)]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Refuses one passkey too many with passkeys_full. */
export async function refuseFullPasskeys(tx: Tx, userId: number): Promise<void> {
  if ((await payerCredentials(tx, userId)).length >= MOST_PASSKEYS) throw refuse('passkeys_full', { most: MOST_PASSKEYS });
}

/** Keeps a new passkey of a user, whose row is locked. Refuses with new_passkey_refused when it was used before, passkey_taken or passkeys_full. */
export async function keepPayerPasskey(tx: Tx, userId: number, made: MadePasskey & Asserted): Promise<string> {
  const { name, credential_id, public_key, counter, transports, synced } = made;
  if ((await payerCredentials(tx, userId)).some((own) => own.credential_id.equals(credential_id))) throw refuse('passkey_taken');
  await refuseFullPasskeys(tx, userId);
  if (!(await useChallenge(tx, made))) throw refuse('new_passkey_refused');
  const passkey_id = uuidv7();
  await tx
    .insertInto('payer_passkey')
    .values({ user_id: BigInt(userId), passkey_id, name, credential_id, public_key, counter, transports: [...transports], synced })
    .execute();
  return passkey_id;
}
