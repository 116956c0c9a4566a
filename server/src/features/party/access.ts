import type { ParsedInputOf } from '@purser/contract/call';
import type { partyDecideIdentity, partySuspend } from '@purser/contract/features/party';
import { settleSubmissions, tellOfIdentity } from '../../domain/identity-decision.ts';
import { postNotice } from '../../domain/notice.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeStatus, decideIdentity } from '../../platform/security/party-access.ts';

type Done = Promise<null | Answer<null>>;

/** Wallet users are told by mail. */
export function suspendParty(platform: Platform, input: ParsedInputOf<typeof partySuspend>, context: StaffContext): Done {
  const { owner_id, reason } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: owner_id,
    act: async (tx) => {
      await refuseClosed(tx, owner_id);
      const party = await changeStatus(tx, owner_id, 'suspended');
      if (!party) throw refuse('not_found');
      if (party === 'user') await postNotice(tx, platform, owner_id, { kind: 'account_suspended' });
      return null;
    },
    audit: () => ({ action: 'party.suspend', details: { reason } }),
  });
}

export function restoreParty(platform: Platform, input: ParsedInputOf<typeof partySuspend>, context: StaffContext): Done {
  const { owner_id, reason } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: owner_id,
    act: async (tx) => {
      await refuseClosed(tx, owner_id);
      if (!(await changeStatus(tx, owner_id, 'normal'))) throw refuse('not_found');
      return null;
    },
    audit: () => ({ action: 'party.reinstate', details: { reason } }),
  });
}

/** Who has closed their account is not suspended, and does not come back. */
async function refuseClosed(tx: Tx, ownerId: number): Promise<void> {
  const user = await tx.selectFrom('wallet_user').select('closed_at').where('user_id', '=', BigInt(ownerId)).executeTakeFirst();
  if (user?.closed_at != null) throw refuse('account_closed');
}

/** Decides past what was handed in, or without it. What waits is decided with it; what somebody has decided since it was looked at is not decided again. */
export function decideMerchantIdentity(platform: Platform, input: ParsedInputOf<typeof partyDecideIdentity>, context: StaffContext): Done {
  const { merchant_id, authentication_status, decision, reason } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: merchant_id,
    act: async (tx) => {
      const whose = { party: 'merchant', ownerId: merchant_id } as const;
      const merchant = await tx
        .selectFrom('merchant')
        .select('authentication_status as status')
        .where('merchant_id', '=', BigInt(merchant_id))
        .forNoKeyUpdate()
        .executeTakeFirst();
      const isDecided = merchant?.status === 'approved' || merchant?.status === 'rejected';
      if (isDecided && merchant.status !== authentication_status) throw refuse('identity_decided');
      if (!(await decideIdentity(tx, whose, decision, { withdraws: true }))) throw refuse('not_found');
      const decided = { ...whose, decision: decision === 'approved' ? 'approve' : 'reject', reason, staffId: context.staffId } as const;
      await settleSubmissions(tx, decided);
      await tellOfIdentity(tx, platform, decided);
      return null;
    },
    audit: () => ({ action: decision === 'approved' ? 'party.approve_identity' : 'party.withdraw_identity', details: { reason } }),
  });
}
