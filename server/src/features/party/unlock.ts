import type { ParsedInputOf } from '@purser/contract/call';
import type { partyUnlock } from '@purser/contract/features/party';
import { postNotice } from '../../domain/notice.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Party } from '../../platform/security/sessions.ts';
import { forgetSlips } from '../../platform/security/sign-in-limits.ts';

/** Lets a party try again at once that entered wrong passwords or codes. */
export function unlockParty(
  platform: Platform,
  { owner_id, reason, google_code }: ParsedInputOf<typeof partyUnlock>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  return confirmedWrite<null>(platform, { google_code }, context, {
    whose: owner_id,
    // What was entered wrong is counted by the system.
    acrossOwners: true,
    act: async (tx) => {
      const party = await giveAttemptsBack(tx, owner_id);
      if (!party) throw refuse('not_found');
      await forgetSlips(tx, `${party} ${owner_id}`);
      if (party === 'user') await postNotice(tx, platform, owner_id, { kind: 'account_unlocked' });
      return null;
    },
    audit: () => ({ action: 'party.unlock', details: { reason } }),
  });
}

/** Gives a wallet user's attempts at the payment password back. Answers what the party is; undefined when there is none. */
async function giveAttemptsBack(tx: Tx, ownerId: number): Promise<Party | undefined> {
  const user = await tx
    .updateTable('wallet_user')
    .set({ payment_password_failures: 0, payment_password_lockouts: 0, payment_password_locked_until: null })
    .where('user_id', '=', BigInt(ownerId))
    .executeTakeFirst();
  if (user.numUpdatedRows === 1n) return 'user';
  const merchant = await tx.selectFrom('merchant').select('merchant_id').where('merchant_id', '=', BigInt(ownerId)).executeTakeFirst();
  return merchant && 'merchant';
}
