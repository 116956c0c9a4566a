import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { partyResetAuthenticator } from '@purser/contract/features/party';
import { FIRST_MEMBER } from '@purser/contract/member';
import { z } from 'zod';
import { approvalKind, enterApproval } from '../../domain/approval.ts';
import { dropRecoveryCodes } from '../../domain/recovery-code.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSessions } from '../../platform/security/sessions.ts';

type Entered = OutputOf<typeof partyResetAuthenticator>;

/**
 * Takes a merchant's authenticator off, and with it the recovery codes and the password, which may be what was stolen; the sessions end, those of
 * its team too. The merchant chooses both anew by a one-time link that staff make then.
 */
export const authenticatorReset = approvalKind({
  kind: 'party.reset_authenticator',
  permission: 'party.change',
  content: z.strictObject({ name: z.string(), username: z.string() }),
  describe: ({ name, username }, ownerId) => ({ merchant_id: String(ownerId), name, username }),
  apply: async (tx, { ownerId }) => {
    const reset = await tx
      .updateTable('merchant')
      .set({ totp_secret: null, totp_pending_secret: null, set_up_at: null })
      .where('merchant_id', '=', BigInt(ownerId))
      .executeTakeFirst();
    if (reset.numUpdatedRows !== 1n) throw refuse('not_found');
    await dropRecoveryCodes(tx, { merchantId: ownerId, memberId: FIRST_MEMBER });
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
      const merchant = await tx
        .selectFrom('merchant')
        .select(['name', 'username'])
        .where('merchant_id', '=', BigInt(ownerId))
        .executeTakeFirst();
      if (!merchant) throw refuse('not_found');
      return enterApproval(tx, context, authenticatorReset, { ownerId, content: merchant, reason });
    },
    audit: ({ approval_id }) => ({ action: 'approval.enter', details: { approval_id, kind: authenticatorReset.kind, reason } }),
  });
}
