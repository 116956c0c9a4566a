import type { OutputOf } from '@purser/contract/call';
import type { accountSecurity } from '@purser/contract/features/account-security';
import type { Tx } from '../../platform/database/tx.ts';

/** Where the merchant is told of changes to the account; null when nowhere. */
export async function noticeOf(tx: Tx, merchantId: number): Promise<OutputOf<typeof accountSecurity>['notice']> {
  const { notice_mail: mail, notice_language: language } = await tx
    .selectFrom('merchant')
    .select(['notice_mail', 'notice_language'])
    .where('merchant_id', '=', BigInt(merchantId))
    .executeTakeFirstOrThrow();
  return mail === null || language === null ? null : { mail, language };
}
