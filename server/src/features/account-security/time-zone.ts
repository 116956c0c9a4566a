import type { ParsedInputOf } from '@purser/contract/call';
import type { timeZoneUpdate } from '@purser/contract/features/account-security';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

/** Names the merchant's time zone, or leaves it to each browser. What is withdrawn meanwhile waits for the merchant's row, which is held. */
export function changeTimeZone(
  platform: Platform,
  input: ParsedInputOf<typeof timeZoneUpdate>,
  context: MerchantContext,
): Promise<null | Answer<null>> {
  const { time_zone } = input;
  return confirmedWrite<null>(platform, input, context, {
    prepare: async () => {
      if (time_zone !== null) await checkTimeZone(platform.db, time_zone);
      return undefined;
    },
    act: async (tx) => {
      await tx.updateTable('merchant').set({ time_zone }).where('merchant_id', '=', BigInt(context.merchantId)).execute();
      return null;
    },
    audit: () => ({ action: 'time_zone.change', details: { time_zone } }),
    tells: ['reviews'],
  });
}
