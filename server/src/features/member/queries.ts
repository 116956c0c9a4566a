import { FIRST_MEMBER, MOST_MEMBERS, memberUsername, type MemberRole } from '@purser/contract/member';
import { MEMBER_LINK_VALID_H } from '@purser/contract/message-kinds';
import { sql } from 'kysely';
import { dropLinks } from '../../domain/member-links.ts';
import { newMerchantLink } from '../../domain/merchant-link.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';

export interface MemberRow {
  readonly member_id: number;
  readonly username: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly status: 'normal' | 'suspended';
  readonly is_set_up: boolean;
  readonly link_expires_at: Date | null;
  readonly mail: string | null;
  readonly login_at: Date | null;
  readonly login_ip: string | null;
  readonly created_at: Date;
}

/** The team, the first member first: what that one logs in with stands with the merchant, and all of it where there is no team. */
export async function teamOf(tx: Tx, merchantId: number): Promise<MemberRow[]> {
  const { rows } = await tx.query<MemberRow>(
    `select coalesce(member.member_id, ${FIRST_MEMBER}) as member_id, coalesce(member.username, merchant.username) as username,
       coalesce(member.name, merchant.name) as name, coalesce(member.role, 'owner') as role, coalesce(member.status, 'normal') as status,
       case when own then merchant.set_up_at else member.set_up_at end is not null as is_set_up,
       (select max(expires_at) from merchant_member_link link where link.merchant_id = $1 and link.member_id = member.member_id
          and used_at is null and expires_at > now()) as link_expires_at,
       member.mail,
       case when own then merchant.login_at else member.login_at end as login_at,
       case when own then merchant.login_ip else member.login_ip end as login_ip,
       coalesce(member.created_at, merchant.created_at) as created_at
     from merchant
     left join merchant_member as member on member.merchant_id = $1
     cross join lateral (select coalesce(member.member_id, ${FIRST_MEMBER}) = ${FIRST_MEMBER} as own) as login
     where merchant.merchant_id = $1 and member.removed_at is null
     order by 1`,
    [merchantId],
  );
  return rows;
}

/** Gives the merchant's own login its row in the team, if it has none yet. */
export async function beginTeam(tx: Tx, merchantId: number): Promise<void> {
  await tx.query(
    `insert into merchant_member (merchant_id, member_id, username, name, role, created_at)
     select merchant_id, ${FIRST_MEMBER}, username, name, 'owner', created_at from merchant where merchant_id = $1
     on conflict (merchant_id, member_id) do nothing`,
    [merchantId],
  );
}

interface NewMember {
  readonly login_name: string;
  readonly name: string;
  readonly role: MemberRole;
}

/** Adds a member, who has yet to choose what they log in with. Refuses with member_name_taken and members_full. */
export async function addMember(
  tx: Tx,
  merchantId: number,
  { login_name, name, role }: NewMember,
): Promise<{ readonly member_id: number; readonly username: string; readonly name: string }> {
  const username = memberUsername(login_name, merchantId);
  const { rows } = await tx.query<{ taken: boolean; present: number; next: number }>(
    `select coalesce(bool_or(username = $2), false) as taken, (count(*) filter (where removed_at is null))::int as present, max(member_id) + 1 as next
     from merchant_member where merchant_id = $1`,
    [merchantId, username],
  );
  const [{ taken, present, next }] = rows as [{ taken: boolean; present: number; next: number }];
  if (taken) throw refuse('member_name_taken');
  if (present >= MOST_MEMBERS) throw refuse('members_full', { most: MOST_MEMBERS });
  await tx
    .insertInto('merchant_member')
    .values({ merchant_id: BigInt(merchantId), member_id: next, username, name, role })
    .execute();
  return { member_id: next, username, name };
}

/** A member as they are, who stay so until the transaction is over: the merchant's row is held. Refuses with not_found. */
export async function memberFor(tx: Tx, merchantId: number, memberId: number) {
  const member = await tx
    .selectFrom('merchant_member')
    .select(['member_id', 'username', 'name', 'role', 'status', 'set_up_at', 'login_at'])
    .where('merchant_id', '=', BigInt(merchantId))
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw refuse('not_found');
  return member;
}

export function changeMember(tx: Tx, merchantId: number, memberId: number) {
  return tx.updateTable('merchant_member').where('merchant_id', '=', BigInt(merchantId)).where('member_id', '=', memberId);
}

/** After the change: somebody must be left who may undo it. */
export async function refuseWithoutOwner(tx: Tx, merchantId: number): Promise<void> {
  const left = (await teamOf(tx, merchantId)).some(({ role, status, is_set_up }) => role === 'owner' && status === 'normal' && is_set_up);
  if (!left) throw refuse('last_owner');
}

/** Makes a one-time link for a member; the ones before it end. What the database keeps lets nobody in. */
export async function makeLink(
  tx: Tx,
  { merchantId, memberId, madeBy }: { readonly merchantId: number; readonly memberId: number; readonly madeBy: number },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  await dropLinks(tx, 'member_id', { merchantId, memberId });
  const { token, hash } = newMerchantLink(merchantId);
  const { expires_at } = await tx
    .insertInto('merchant_member_link')
    .values({
      merchant_id: BigInt(merchantId),
      token_hash: hash,
      member_id: memberId,
      made_by: madeBy,
      expires_at: sql`now() + make_interval(hours => ${MEMBER_LINK_VALID_H})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { token, expiresAt: expires_at };
}
