import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { memberChangeRole, memberInvite, memberList, memberReset, memberSuspend } from '@purser/contract/features/member';
import { FIRST_MEMBER } from '@purser/contract/member';
import { MEMBER_LINK_VALID_H } from '@purser/contract/message-kinds';
import { dropLinks, type EndedLinks, endLinksMadeBy } from '../../domain/member-links.ts';
import { merchantSetUpUrl } from '../../domain/merchant-link.ts';
import { postMessage } from '../../domain/message.ts';
import { dropRecoveryCodes } from '../../domain/recovery-code.ts';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { loginOf } from '../../platform/security/member-login.ts';
import { endMemberSessions } from '../../platform/security/sessions.ts';
import { sql } from 'kysely';
import { addMember, beginTeam, changeMember, makeLink, memberFor, refuseWithoutOwner, teamOf } from './queries.ts';

type Link = OutputOf<typeof memberInvite>;
type Which = ParsedInputOf<typeof memberSuspend>;
type Done = Promise<null | Answer<null>>;

export function listMembers({ db }: Platform, context: MerchantContext): Promise<OutputOf<typeof memberList>> {
  const { merchantId } = context;
  const { memberId } = loginOf(context);
  return db.scoped(merchantId, async (tx) => ({
    list: (await teamOf(tx, merchantId)).map(({ link_expires_at, login_at, created_at, ...member }) => ({
      ...member,
      link_expires_at: link_expires_at?.toISOString() ?? null,
      login_time: login_at?.toISOString() ?? null,
      create_time: created_at.toISOString(),
      is_self: member.member_id === memberId,
    })),
  }));
}

export async function invite(
  platform: Platform,
  input: ParsedInputOf<typeof memberInvite>,
  context: MerchantContext,
): Promise<Link | Answer<Link>> {
  const { merchantId } = context;
  const shown = new ShownLink(platform);
  const done = await confirmedWrite<Link>(platform, input, context, {
    act: async (tx) => {
      await beginTeam(tx, merchantId);
      return shown.make(tx, context, await addMember(tx, merchantId, input), input.mail);
    },
    audit: ({ username }) => ({ action: 'member.invite', details: { user: username, to: input.role, ...mailIn(input) } }),
    tells: ['team'],
  });
  return shown.in(done);
}

/** Only owners come here, so that nobody ever raises themselves; an owner who steps down leaves another. */
export function changeRole(platform: Platform, input: ParsedInputOf<typeof memberChangeRole>, context: MerchantContext): Done {
  const { merchantId } = context;
  const { member_id, role } = input;
  let user = '';
  let ended: EndedLinks = {};
  return confirmedWrite<null>(platform, input, context, {
    act: async (tx) => {
      await beginTeam(tx, merchantId);
      ({ username: user } = await memberFor(tx, merchantId, member_id));
      await changeMember(tx, merchantId, member_id).set({ role }).execute();
      ended = await endLinksMadeBy(tx, { merchantId, memberId: member_id });
      await refuseWithoutOwner(tx, merchantId);
      return null;
    },
    audit: () => ({ action: 'member.change_role', details: { user, to: role, ...ended } }),
    tells: ['team'],
  });
}

export function suspend(platform: Platform, input: Which & { readonly google_code: string }, context: MerchantContext): Done {
  const { merchantId } = context;
  return changeOther(platform, input, context, 'member.suspend', async (tx, { member_id }) => {
    await changeMember(tx, merchantId, member_id).set({ status: 'suspended' }).execute();
    const ended = await endLinksMadeBy(tx, { merchantId, memberId: member_id });
    await endMemberSessions(tx, merchantId, member_id);
    return ended;
  });
}

export function restore(platform: Platform, input: Which & { readonly google_code: string }, context: MerchantContext): Done {
  const { merchantId } = context;
  const { member_id } = input;
  let user = '';
  return confirmedWrite<null>(platform, input, context, {
    act: async (tx) => {
      ({ username: user } = await memberFor(tx, merchantId, member_id));
      await changeMember(tx, merchantId, member_id).set({ status: 'normal' }).execute();
      // Of a sign-in that the suspension overtook.
      await endMemberSessions(tx, merchantId, member_id);
      return null;
    },
    audit: () => ({ action: 'member.restore', details: { user } }),
    tells: ['team'],
  });
}

/** What the member had is void at once: sessions, password, authenticator, recovery codes, and the links that wait for them or were made by them. */
export async function reset(
  platform: Platform,
  input: ParsedInputOf<typeof memberReset>,
  context: MerchantContext,
): Promise<Link | Answer<Link>> {
  const { merchantId } = context;
  const { member_id } = input;
  const shown = new ShownLink(platform);
  let ended: EndedLinks = {};
  const done = await confirmedWrite<Link>(platform, input, context, {
    act: async (tx) => {
      const member = await otherMember(tx, context, member_id);
      refuseFirst(member_id);
      ended = await takeCredentials(tx, merchantId, member_id, false);
      await refuseWithoutOwner(tx, merchantId);
      return shown.make(tx, context, member, input.mail);
    },
    audit: ({ username }) => ({ action: 'member.reset', details: { user: username, ...mailIn(input), ...ended } }),
    tells: ['team'],
  });
  return shown.in(done);
}

/** Who never logged in is forgotten, and their name is free again; the records go on to name the others. */
export function remove(platform: Platform, input: Which & { readonly google_code: string }, context: MerchantContext): Done {
  const { merchantId } = context;
  return changeOther(platform, input, context, 'member.remove', async (tx, { member_id, login_at }) => {
    refuseFirst(member_id);
    const ended = await takeCredentials(tx, merchantId, member_id, true);
    if (login_at === null)
      await tx.deleteFrom('merchant_member').where('merchant_id', '=', BigInt(merchantId)).where('member_id', '=', member_id).execute();
    return ended;
  });
}

/** An act on another member, after which an owner must be left. */
function changeOther(
  platform: Platform,
  input: Which & { readonly google_code: string },
  context: MerchantContext,
  action: 'member.suspend' | 'member.remove',
  change: (tx: Tx, member: Awaited<ReturnType<typeof memberFor>>) => Promise<EndedLinks>,
): Done {
  let user = '';
  let ended: EndedLinks = {};
  return confirmedWrite<null>(platform, input, context, {
    act: async (tx) => {
      const member = await otherMember(tx, context, input.member_id);
      user = member.username;
      ended = await change(tx, member);
      await refuseWithoutOwner(tx, context.merchantId);
      return null;
    },
    audit: () => ({ action, details: { user, ...ended } }),
    tells: ['team'],
  });
}

async function otherMember(tx: Tx, context: MerchantContext, memberId: number) {
  await beginTeam(tx, context.merchantId);
  const member = await memberFor(tx, context.merchantId, memberId);
  if (memberId === loginOf(context).memberId) throw refuse('member_self');
  return member;
}

/** The merchant's own login is the provider's to take away, by two of its staff. */
function refuseFirst(memberId: number): void {
  if (memberId === FIRST_MEMBER) throw refuse('member_first');
}

/** Takes away what a member logs in with, and what they have open. */
async function takeCredentials(tx: Tx, merchantId: number, memberId: number, isRemoved: boolean): Promise<EndedLinks> {
  await changeMember(tx, merchantId, memberId)
    .set({ password_hash: null, totp_secret: null, set_up_at: null, ...(isRemoved && { removed_at: sql<Date>`now()`, mail: null }) })
    .execute();
  await dropRecoveryCodes(tx, { merchantId, memberId });
  await dropLinks(tx, 'member_id', { merchantId, memberId });
  const ended = await endLinksMadeBy(tx, { merchantId, memberId });
  await endMemberSessions(tx, merchantId, memberId);
  return ended;
}

/** A link that is made within a write. Its token is in the first answer, or in a mail, and kept nowhere. */
class ShownLink {
  readonly #platform: Platform;
  #url: string | null = null;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async make(
    tx: Tx,
    context: MerchantContext,
    { member_id, username, name }: { readonly member_id: number; readonly username: string; readonly name: string },
    mail: string | undefined,
  ): Promise<Link> {
    const { merchantId } = context;
    const { token, expiresAt } = await makeLink(tx, { merchantId, memberId: member_id, madeBy: loginOf(context).memberId });
    const url = merchantSetUpUrl(this.#platform.settings.publicUrl, token);
    this.#url = mail === undefined ? url : null;
    if (mail !== undefined) {
      await changeMember(tx, merchantId, member_id).set({ mail }).execute();
      await postMessage(tx, this.#platform.secrets, {
        ownerId: merchantId,
        kind: 'member_invitation',
        channel: 'mail',
        to: mail,
        language: context.language,
        variables: { name, merchant: await merchantName(tx, merchantId), username, link: url, hours: String(MEMBER_LINK_VALID_H) },
      });
    }
    return { member_id, username, link: null, expires_at: expiresAt.toISOString() };
  }

  in(done: Link | Answer<Link>): Link | Answer<Link> {
    return answerOf(done, (kept, again) => ({ ...kept, link: again ? null : this.#url }));
  }
}

async function merchantName(tx: Tx, merchantId: number): Promise<string> {
  const { name } = await tx.selectFrom('merchant').select('name').where('merchant_id', '=', BigInt(merchantId)).executeTakeFirstOrThrow();
  return name;
}

function mailIn({ mail }: { readonly mail?: string | undefined }): { readonly mail?: string } {
  return mail === undefined ? {} : { mail };
}
