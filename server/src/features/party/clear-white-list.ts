import type { ParsedInputOf } from '@purser/contract/call';
import type { partyWhiteListClear } from '@purser/contract/features/party';
import { postMerchantNotice } from '../../domain/merchant-notice.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

/** Clears the white list of a merchant whom it shuts out. It holds from the commit on, as the list is read with every request. */
export function clearWhiteList(
  platform: Platform,
  input: ParsedInputOf<typeof partyWhiteListClear>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { merchant_id, reason } = input;
  let cleared: readonly string[] = [];
  return confirmedWrite<null>(platform, input, context, {
    whose: merchant_id,
    act: async (tx) => {
      const merchant = await tx
        .selectFrom('merchant')
        .select('merchant_id')
        .where('merchant_id', '=', BigInt(merchant_id))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!merchant) throw refuse('not_found');
      const { rows } = await tx.query<{ ip: string }>('delete from login_ip_white where merchant_id = $1 returning ip', [merchant_id]);
      if (rows.length === 0) return new Answer('already_done', null);
      cleared = rows.map(({ ip }) => ip).sort();
      await postMerchantNotice(tx, platform, merchant_id, { kind: 'white_list_cleared' });
      return null;
    },
    audit: () => ({ action: 'party.clear_white_list', details: { cleared, reason } }),
    tells: ['white_list'],
  });
}
