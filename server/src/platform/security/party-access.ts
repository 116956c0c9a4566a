import type { Act } from '@purser/contract/acts';
import { refuse } from '../http/refusal.ts';
import { audit, type AuditEntry } from '../proof/audit.ts';
import type { Tx } from '../database/tx.ts';
import { announce } from '../streams/hub.ts';
import type { Platform } from '../platform.ts';
import { noteRiskSign } from './risk-signs.ts';
import { endSessions, type Party } from './sessions.ts';

/** Whose access changes. */
interface Whose {
  readonly party: Party;
  readonly ownerId: number;
}

type By = Pick<AuditEntry, 'actorKind' | 'actor' | 'ip'>;
type Standing = Pick<Platform, 'db' | 'secrets'>;

/**
 * What takes a party's access away, one function for each event. Each does all of it in one transaction: sessions end at once, the
 * streams that were opened with them within a second, and what the party's keys sign is refused from then on.
 */

/** The party may do nothing more. Its access keys stay and are refused, so that reinstating it brings its systems back. */
export async function suspend(platform: Standing, whose: Whose, by: By): Promise<void> {
  await change(platform, whose, by, 'party.suspend', (tx) => setStatus(tx, whose, 'suspended'));
}

export async function reinstate(platform: Standing, whose: Whose, by: By): Promise<void> {
  await change(platform, whose, by, 'party.reinstate', (tx) => setStatus(tx, whose, 'normal'));
}

/** The party is no longer who it said it was: what was given on the strength of it, access keys or a face that confirms, is gone. */
export async function withdrawIdentity(platform: Standing, whose: Whose, by: By): Promise<void> {
  await change(
    platform,
    whose,
    by,
    'party.withdraw_identity',
    async (tx) => void (await decideIdentity(tx, whose, 'rejected', { withdraws: true })),
  );
}

/**
 * A new login password. Whoever knew the old one is out, with the keys that they may have made if `endsKeys` says so: that stops the
 * merchant's own systems as well, so it is for a password that was stolen and not for one that was merely old.
 */
export async function changePassword(
  platform: Standing,
  whose: Whose,
  by: By,
  { passwordHash, endsKeys }: { readonly passwordHash: string; readonly endsKeys: boolean },
): Promise<void> {
  await change(platform, whose, by, 'party.change_password', async (tx) => {
    if (whose.party === 'merchant') {
      await tx.updateTable('merchant').set({ password_hash: passwordHash }).where('merchant_id', '=', BigInt(whose.ownerId)).execute();
      if (endsKeys) await endKeys(tx, whose.ownerId);
    } else {
      await tx.updateTable('wallet_user').set({ password_hash: passwordHash }).where('user_id', '=', BigInt(whose.ownerId)).execute();
    }
    await noteRiskSign(tx, whose.ownerId, 'password_changed');
  });
}

async function change({ db, secrets }: Standing, { ownerId }: Whose, by: By, action: Act, work: (tx: Tx) => Promise<void>): Promise<void> {
  await db.systemTransaction(async (tx) => {
    await work(tx);
    await endSessions(tx, ownerId);
    await audit(tx, secrets, { ...by, ownerId, action, details: {} });
  });
}

/**
 * Changes a party's status within an act of staff's, and ends the sessions. Answers what the party is; undefined when there is none. Refuses with
 * `party_status_same` what somebody else has done already: the sessions since then are nobody's who is to be let out.
 */
export async function changeStatus(tx: Tx, ownerId: number, status: 'normal' | 'suspended'): Promise<Party | undefined> {
  for (const party of ['merchant', 'user'] as const) {
    const present = await lockedStatus(tx, { party, ownerId });
    if (present === undefined) continue;
    if (present === status) throw refuse('party_status_same');
    await setStatus(tx, { party, ownerId }, status);
    await endSessions(tx, ownerId);
    return party;
  }
  return undefined;
}

/**
 * Decides on a party's identity within an act of staff's. Answers whether there is such a party. A rejection that takes back what was relied on
 * (`withdraws`) ends the sessions, and a merchant's access keys or what describes a wallet user's face.
 */
export async function decideIdentity(
  tx: Tx,
  whose: Whose,
  decision: 'approved' | 'rejected',
  { withdraws }: { readonly withdraws: boolean },
): Promise<boolean> {
  const isFound = await setIdentity(tx, whose, decision);
  if (!isFound || decision === 'approved' || !withdraws) return isFound;
  await (whose.party === 'merchant' ? endKeys : eraseFace)(tx, whose.ownerId);
  await endSessions(tx, whose.ownerId);
  return isFound;
}

async function setIdentity(tx: Tx, { party, ownerId }: Whose, authentication_status: 'approved' | 'rejected'): Promise<boolean> {
  const set =
    party === 'merchant'
      ? await tx.updateTable('merchant').set({ authentication_status }).where('merchant_id', '=', BigInt(ownerId)).executeTakeFirst()
      : await tx.updateTable('wallet_user').set({ authentication_status }).where('user_id', '=', BigInt(ownerId)).executeTakeFirst();
  return set.numUpdatedRows === 1n;
}

async function lockedStatus(tx: Tx, { party, ownerId }: Whose): Promise<string | undefined> {
  const which = BigInt(ownerId);
  const row =
    party === 'merchant'
      ? await tx.selectFrom('merchant').select('status').where('merchant_id', '=', which).forNoKeyUpdate().executeTakeFirst()
      : await tx.selectFrom('wallet_user').select('status').where('user_id', '=', which).forNoKeyUpdate().executeTakeFirst();
  return row?.status;
}

async function setStatus(tx: Tx, { party, ownerId }: Whose, status: 'normal' | 'suspended'): Promise<void> {
  if (party === 'merchant') await tx.updateTable('merchant').set({ status }).where('merchant_id', '=', BigInt(ownerId)).execute();
  else await tx.updateTable('wallet_user').set({ status }).where('user_id', '=', BigInt(ownerId)).execute();
}

async function endKeys(tx: Tx, merchantId: number): Promise<void> {
  await tx.deleteFrom('access_key').where('merchant_id', '=', BigInt(merchantId)).execute();
  await announce(tx, { merchants: [[merchantId, ['access_key']]] });
}

/**
 * The face was compared with a document that is relied on no more. The agreement stays, and the attempts. Confirmations go first: one that is just ending
 * enrols what goes then.
 */
async function eraseFace(tx: Tx, userId: number): Promise<void> {
  await tx.query('delete from face_session where owner_id = $1', [userId]);
  await tx.query('update face_enrolment set model = null, document = null, selfie = null, enrolled_at = null where owner_id = $1', [
    userId,
  ]);
}
