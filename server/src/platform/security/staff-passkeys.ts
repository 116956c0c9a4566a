import type { PasskeyAssertion } from '@purser/contract/passkey';
import { sql, type Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Schema } from '../database/schema.ts';
import type { Tx } from '../database/tx.ts';
import { refuse } from '../http/refusal.ts';
import {
  type Asserted,
  type ChallengeFor,
  type Credential,
  type MadePasskey,
  ofOperators,
  readAssertion,
  useChallenge,
} from './passkeys.ts';
import type { Platform } from '../platform.ts';

const MOST_PASSKEYS = 20;
const USER_HANDLE_BYTES = 32;

/** What authenticators know a member by. */
export function staffHandle(secrets: Platform['secrets'], username: string): Buffer {
  return secrets.mac('passkey-account', username).subarray(0, USER_HANDLE_BYTES);
}

/** What a browser must know of a member's passkeys. */
export function credentialsOf(db: Kysely<Schema>, staffId: number | bigint): Promise<Pick<Credential, 'credential_id' | 'transports'>[]> {
  return db
    .selectFrom('staff_passkey')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', BigInt(staffId))
    .orderBy('passkey_id')
    .execute();
}

/** Checks a member's answer to a challenge; undefined for another member's passkey, and when anything else is wrong. Nothing is used up yet. */
export async function checkPasskey(
  platform: Pick<Platform, 'operatorUrl' | 'secrets' | 'clock'>,
  db: Kysely<Schema>,
  staffId: number | bigint,
  whatFor: ChallengeFor,
  assertion: PasskeyAssertion,
): Promise<Asserted | undefined> {
  const kept = await db
    .selectFrom('staff_passkey')
    .select(['credential_id', 'public_key', 'counter', 'transports'])
    .where('staff_id', '=', BigInt(staffId))
    .where('credential_id', '=', Buffer.from(assertion.id, 'base64url'))
    .executeTakeFirst();
  return kept && readAssertion(ofOperators(platform), whatFor, assertion, kept);
}

/**
 * Takes a right answer in the transaction of what it is for. False when it was taken before, when the passkey was used elsewhere meanwhile, or
 * was removed.
 */
export async function takePasskey(tx: Tx, staffId: number | bigint, asserted: Asserted): Promise<boolean> {
  if (!(await useChallenge(tx, asserted))) return false;
  const { credentialId, counter } = asserted;
  const used = await tx
    .updateTable('staff_passkey')
    .set({ counter, last_used_at: sql`now()` })
    .where('staff_id', '=', BigInt(staffId))
    .where('credential_id', '=', credentialId)
    .where((where) => where.or([where('counter', '<', counter), where('counter', '=', 0n)]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Refuses a new passkey that is somebody's already, or one too many, with passkey_taken or passkeys_full. */
export async function refuseUnfitPasskey(tx: Tx, staffId: number | bigint, { credential_id }: MadePasskey): Promise<void> {
  const taken = await tx.selectFrom('staff_passkey').select('staff_id').where('credential_id', '=', credential_id).executeTakeFirst();
  if (taken) throw refuse('passkey_taken');
  if ((await credentialsOf(tx, staffId)).length >= MOST_PASSKEYS) throw refuse('passkeys_full', { most: MOST_PASSKEYS });
}

/** Keeps a new passkey of a member, whose row is locked or new. Refuses with new_passkey_refused when it was used before, or passkey_taken. */
export async function keepPasskey(tx: Tx, staffId: number | bigint, made: MadePasskey & Asserted): Promise<string> {
  if (!(await useChallenge(tx, made))) throw refuse('new_passkey_refused');
  const { name, credential_id, public_key, counter, transports, synced } = made;
  const passkey_id = uuidv7();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_passkey')
    .values({ staff_id: BigInt(staffId), passkey_id, name, credential_id, public_key, counter, transports: [...transports], synced })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw refuse('passkey_taken');
  return passkey_id;
}
