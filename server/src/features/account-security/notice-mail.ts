import type { ParsedInputOf } from '@purser/contract/call';
import type { noticeMailCode, noticeMailUpdate } from '@purser/contract/features/account-security';
import { postMerchantNotice } from '../../domain/merchant-notice.ts';
import { type Proof, refuseWrongCode, sendCode, takeCode } from '../../domain/verification-code.ts';
import { confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';

/** Guesses at codes that were mailed for a merchant, whichever address they were sent to. */
const MAILED_CODE: ThrottleRule = { scope: 'notice-mail', most: 5, rememberedS: 15 * 60 };

function proofOf(mail: string): Proof {
  return { purpose: 'change', channel: 'mail', to: mail };
}

export function sendNoticeCode(
  platform: Platform,
  { mail }: ParsedInputOf<typeof noticeMailCode>,
  context: MerchantContext,
): Promise<null | Answer<null>> {
  const { merchantId, language, ip } = context;
  return keyedWrite<null>(platform, context, {
    act: async () => {
      await sendCode(platform, { ...proofOf(mail), ownerId: merchantId, language, ip });
      return null;
    },
  });
}

export function changeNoticeMail(
  platform: Platform,
  input: ParsedInputOf<typeof noticeMailUpdate>,
  context: MerchantContext,
): Promise<null | Answer<null>> {
  const { merchantId } = context;
  const { mail, code, language } = input;
  return confirmedWrite<null>(platform, input, context, {
    // The system alone sees codes that were sent.
    acrossOwners: true,
    prepare: () =>
      platform.throttle.attempt([[MAILED_CODE, `merchant ${merchantId}`]], ['verification_code_wrong'], async () => {
        await refuseWrongCode(platform, proofOf(mail), code);
        return undefined;
      }),
    act: async (tx) => {
      await takeCode(tx, platform, proofOf(mail), code);
      // The address before it is told: it may be its reader who did not want this.
      await postMerchantNotice(tx, platform, merchantId, { kind: 'notice_mail_changed', address: mail });
      await tx
        .updateTable('merchant')
        .set({ notice_mail: mail, notice_language: language })
        .where('merchant_id', '=', BigInt(merchantId))
        .execute();
      return null;
    },
    audit: () => ({ action: 'notice_mail.change', details: { mail, language } }),
  });
}
