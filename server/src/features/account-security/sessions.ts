import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { merchantSessionEnd, merchantSessionEndOthers, merchantSessionList } from '@purser/contract/features/account-security';
import { openSessions } from '../../domain/open-sessions.ts';
import { keyedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { endOtherSessions, endSession } from '../../platform/security/sessions.ts';

type Ended = OutputOf<typeof merchantSessionEndOthers>;

export async function ownSessions(
  { db }: Platform,
  { merchantId, session }: MerchantContext,
): Promise<OutputOf<typeof merchantSessionList>> {
  return { list: await db.scoped(merchantId, (tx) => openSessions(tx, session)) };
}

export function endOwnSession(
  platform: Platform,
  { session_id }: ParsedInputOf<typeof merchantSessionEnd>,
  context: MerchantContext,
): Promise<null | Answer<null>> {
  return keyedWrite<null>(platform, context, {
    act: async (tx) => {
      if (!(await endSession(tx, context.merchantId, session_id, context.session))) throw refuse('not_found');
      return null;
    },
    audit: () => ({ action: 'session.end', details: { session_id } }),
  });
}

export function endOtherOwnSessions(platform: Platform, context: MerchantContext): Promise<Ended | Answer<Ended>> {
  return keyedWrite<Ended>(platform, context, {
    act: async (tx) => ({ ended: await endOtherSessions(tx, context.session) }),
    audit: ({ ended }) => ({ action: 'session.end_others', details: { ended } }),
  });
}
