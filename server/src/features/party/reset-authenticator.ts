import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { partyResetAuthenticator } from '@purser/contract/features/party';
import { FIRST_MEMBER } from '@purser/contract/member';
import { z } from 'zod';
import { approvalKind, enterApproval } from '../../domain/approval.ts';
import { dropLinks } from '../../domain/member-links.ts';
import { dropRecoveryCodes } from '../../domain/recovery-code.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSessions } from '../../platform/security/sessions.ts';

type Entered = OutputOf<typeof partyResetAuthenticator>;

/**
 * Takes a merchant's authenticator off, and with it the recovery codes and the password, which may be what was stolen; the sessions end, those of
 * its team too, and the links to its team that were made with that login. The merchant chooses both anew by a one-time link that staff make then. A login
 * that was chosen since it was entered is left alone.
 */
export const authenticatorReset = approvalKind({
  kind: 'party.reset_authenticator',
  permission: 'party.change',
  content: z.strictObject({
    name: z.string(),
    username: z.string(),
    /** When the login that is taken off was chosen; what was entered before this was kept does not say. */
    set_up: z.string().nullable().optional(),
  }),
  describe: ({ name, username }, ownerId) => ({ merchant_id: String(ownerId), name, username }),
  apply: async (tx, { ownerId, content: { set_up } }) => {
    const merchant = await lockMerchant(tx, ownerId);
    if (set_up !== undefined && set_up !== merchant.set_up) throw refuse('terms_changed');
    await tx
      .updateTable('merchant')
      .set({ totp_secret: null, totp_pending_secret: null, set_up_at: null })
      .where('merchant_id', '=', BigInt(ownerId))
      .execute();
    await dropRecoveryCodes(tx, { merchantId: ownerId, memberId: FIRST_MEMBER });
    // By one that was made with what was stolen its maker would come back.
    await dropLinks(tx, 'made_by', { merchantId: ownerId, memberId: FIRST_MEMBER });
    await endSessions(tx, ownerId);
  },
});

export function enterAuthenticatorReset(
  platform: Platform,
  input: ParsedInputOf<typeof partyResetAuthenticator>,
  context: StaffContext,
): Promise<Entered | Answer<Entered>> {
  const { merchant_id: ownerId, reason } = input;
  return confirmedWrite<Entered>(platform, input, context, {
    whose: ownerId,
    act: async (tx) => {
      const content = await lockMerchant(tx, ownerId);
      return enterApproval(tx, context, authenticatorReset, { ownerId, content, reason });
    },
    audit: ({ approval_id }) => ({ action: 'approval.enter', details: { approval_id, kind: authenticatorReset.kind, reason } }),
  });
}

/** A merchant and when its login was chosen, as they stay until the transaction is over. */
async function lockMerchant(tx: Tx, ownerId: number) {
  const merchant = await tx
    .selectFrom('merchant')
    .select(['name', 'username', 'set_up_at'])
    .where('merchant_id', '=', BigInt(ownerId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!merchant) throw refuse('not_found');
  const { set_up_at, ...called } = merchant;
  return { ...called, set_up: set_up_at?.toISOString() ?? null };
}
