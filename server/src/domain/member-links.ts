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

/**
 * Ends the links that a member made and nobody has used: whoever acts in their name may know them, and would come back by one. Answers, for the audit log,
 * whom links that were still good would have let in; nothing where there were none.
 */
export async function endLinksMadeBy(tx: Tx, { merchantId, memberId }: MerchantLogin): Promise<EndedLinks> {
  const links = await tx
    .deleteFrom('merchant_member_link')
    .where('merchant_id', '=', BigInt(merchantId))
    .where('made_by', '=', memberId)
    .where('used_at', 'is', null)
    .returning(['member_id', 'expires_at'])
    .execute();
  if (links.length === 0) return {};
  const { rows } = await tx.query<{ username: string }>(
    `select username from unnest($2::int[], $3::timestamptz[]) as ended (member_id, until) join merchant_member using (member_id)
     where merchant_id = $1 and until > now() order by 1`,
    [merchantId, links.map(({ member_id }) => member_id), links.map(({ expires_at }) => expires_at)],
  );
  return rows.length === 0 ? {} : { links_ended: rows.map(({ username }) => username) };
}

/** What an act's entry in the audit log says of the links that ended by it. */
export interface EndedLinks {
  readonly links_ended?: readonly string[];
}
