import { audit, type AuditEntry } from '../proof/audit.ts';
import type { Tx } from '../database/tx.ts';
import { announce } from '../streams/hub.ts';
import type { Platform } from '../platform.ts';
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

/** The party is no longer who it said it was: what was given on the strength of it, the access keys, is gone. */
export async function withdrawIdentity(platform: Standing, whose: Whose, by: By): Promise<void> {
  await change(platform, whose, by, 'party.withdraw_identity', async (tx) => {
    if (whose.party === 'merchant') {
      await tx
        .updateTable('merchant')
        .set({ authentication_status: 'rejected' })
        .where('merchant_id', '=', BigInt(whose.ownerId))
        .execute();
      await endKeys(tx, whose.ownerId);
    } else {
      await tx.updateTable('wallet_user').set({ authentication_status: 'rejected' }).where('user_id', '=', BigInt(whose.ownerId)).execute();
    }
  });
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
  });
}

async function change(
  { db, secrets }: Standing,
  { ownerId }: Whose,
  by: By,
  action: string,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.systemTransaction(async (tx) => {
    await work(tx);
    await endSessions(tx, ownerId);
    await audit(tx, secrets, { ...by, ownerId, action, details: {} });
  });
}

async function setStatus(tx: Tx, { party, ownerId }: Whose, status: 'normal' | 'suspended'): Promise<void> {
  if (party === 'merchant') await tx.updateTable('merchant').set({ status }).where('merchant_id', '=', BigInt(ownerId)).execute();
  else await tx.updateTable('wallet_user').set({ status }).where('user_id', '=', BigInt(ownerId)).execute();
}

async function endKeys(tx: Tx, merchantId: number): Promise<void> {
  await tx.deleteFrom('access_key').where('merchant_id', '=', BigInt(merchantId)).execute();
  await announce(tx, { merchants: [[merchantId, ['access_key']]] });
}
