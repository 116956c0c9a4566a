import type { Tx } from '../platform/database/tx.ts';
import type { MerchantLogin } from '../platform/security/member-login.ts';

/** Ends the one-time links to a merchant's team that nobody has used: those for a member, or those that one made, who may know them. */
export async function dropLinks(tx: Tx, whose: 'member_id' | 'made_by', { merchantId, memberId }: MerchantLogin): Promise<void> {
  await tx
    .deleteFrom('merchant_member_link')
    .where('merchant_id', '=', BigInt(merchantId))
    .where(whose, '=', memberId)
    .where('used_at', 'is', null)
    .execute();
}
