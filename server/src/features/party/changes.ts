import type { ParsedInputOf } from '@purser/contract/call';
import type {
  partyAccessKeyRevoke,
  partyKindSet,
  partyRechargeConfigurationSet,
  partySessionEnd,
} from '@purser/contract/features/party-detail';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSession } from '../../platform/security/sessions.ts';
import { announce } from '../../platform/streams/hub.ts';

type Done = Promise<null | Answer<null>>;

export function setKind(platform: Platform, input: ParsedInputOf<typeof partyKindSet>, context: StaffContext): Done {
  const { user_id, kind, reason } = input;
  let before: string;
  return confirmedWrite<null>(platform, input, context, {
    whose: user_id,
    act: async (tx) => {
      const which = BigInt(user_id);
      const user = await tx.selectFrom('wallet_user').select('kind').where('user_id', '=', which).forNoKeyUpdate().executeTakeFirst();
      if (!user) throw refuse('not_found');
      if (user.kind === kind) return new Answer('already_done', null);
      before = user.kind;
      await tx.updateTable('wallet_user').set({ kind }).where('user_id', '=', which).execute();
      return null;
    },
    audit: () => ({ action: 'party.set_kind', details: { before, after: kind, reason } }),
  });
}

export function setRechargeConfiguration(
  platform: Platform,
  input: ParsedInputOf<typeof partyRechargeConfigurationSet>,
  context: StaffContext,
): Done {
  const { merchant_id, reason } = input;
  const after = [...new Set<number>(input.recharge_configuration)].sort();
  let before: readonly number[];
  return confirmedWrite<null>(platform, input, context, {
    whose: merchant_id,
    act: async (tx) => {
      const which = BigInt(merchant_id);
      const merchant = await tx
        .selectFrom('merchant')
        .select('recharge_configuration')
        .where('merchant_id', '=', which)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!merchant) throw refuse('not_found');
      before = merchant.recharge_configuration;
      if (before.join() === after.join()) return new Answer('already_done', null);
      await tx.updateTable('merchant').set({ recharge_configuration: after }).where('merchant_id', '=', which).execute();
      return null;
    },
    audit: () => ({ action: 'party.set_recharge_configuration', details: { before, after, reason } }),
    // The console reads the account again at any topic.
    tells: ['coins'],
  });
}

/** Ends one session; its streams end within a second, in every process. */
export function endPartySession(platform: Platform, input: ParsedInputOf<typeof partySessionEnd>, context: StaffContext): Done {
  const { owner_id, session_id, reason } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: owner_id,
    act: async (tx) => {
      if (!(await endSession(tx, owner_id, session_id))) throw refuse('not_found');
      return null;
    },
    audit: () => ({ action: 'party.end_session', details: { session_id, reason } }),
  });
}

export function revokeAccessKey(platform: Platform, input: ParsedInputOf<typeof partyAccessKeyRevoke>, context: StaffContext): Done {
  const { merchant_id, access_key, reason } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: merchant_id,
    act: async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('access_key')
        .where('merchant_id', '=', BigInt(merchant_id))
        .where('access_key', '=', access_key)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw refuse('not_found');
      await announce(tx, { merchants: [[merchant_id, ['access_key']]] });
      return null;
    },
    audit: () => ({ action: 'party.revoke_access_key', details: { access_key, reason } }),
  });
}
