import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type {
  staffChangeRole,
  staffConfirm,
  staffInvitationWithdraw,
  staffInvite,
  staffMemberList,
  staffReset,
  staffSuspend,
} from '@purser/contract/features/staff-member';
import { SETUP_LINK_VALID_H } from '@purser/contract/message-kinds';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { postMessage } from '../../domain/message.ts';
import { whoMayBe } from '../../domain/one-person.ts';
import { type EndedLinks, endLinksMadeBy, newLinkToken, setUpUrl, voidEntriesOf } from '../../domain/staff-links.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepSignInPolicy } from '../../platform/security/sign-in-policy.ts';

type Link = OutputOf<typeof staffInvite>;
type Done = Promise<null | Answer<null>>;

export function listMembers(platform: Platform): Promise<OutputOf<typeof staffMemberList>> {
  return readAsStaff(platform, async (tx) => {
    const members = await tx
      .selectFrom('staff')
      .select(['staff_id', 'username', 'name', 'role', 'status', 'login_at', 'login_ip', 'created_at'])
      .select(sql<boolean>`totp_secret is not null`.as('authenticator'))
      .select(sql<number>`(select count(*)::int from staff_passkey where staff_passkey.staff_id = staff.staff_id)`.as('passkeys'))
      .select(
        sql<number[]>`array(select made_by::int from staff_unconfirmed u where u.staff_id = staff.staff_id order by made_by)`.as(
          'unconfirmed',
        ),
      )
      .orderBy('staff_id')
      .execute();
    const { rows: invitations } = await tx.query<Waiting>(
      `select i.invitation_id, i.kind, coalesce(s.username, i.username) as username, coalesce(s.name, i.name) as name,
         coalesce(s.role, i.role) as role, i.made_by::int as made_by, i.created_at, i.expires_at
       from staff_invitation i left join staff s using (staff_id)
       where i.kind <> 'first' and i.used_at is null and i.expires_at > now() order by i.created_at`,
    );
    return {
      list: members.map(({ staff_id, login_at, created_at, ...member }) => ({
        ...member,
        staff_id: Number(staff_id),
        login_time: login_at?.toISOString() ?? null,
        create_time: created_at.toISOString(),
      })),
      invitations: invitations.map(({ created_at, expires_at, ...invitation }) => ({
        ...invitation,
        create_time: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
      })),
    };
  });
}

type Invitation = OutputOf<typeof staffMemberList>['invitations'][number];
type Waiting = Omit<Invitation, 'create_time' | 'expires_at'> & { readonly created_at: Date; readonly expires_at: Date };

export async function invite(
  platform: Platform,
  input: ParsedInputOf<typeof staffInvite>,
  context: StaffContext,
): Promise<Link | Answer<Link>> {
  const { username, name, role, mail } = input;
  const { token, hash } = newLinkToken();
  const done = await confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      // One after the other, so that no username is given twice.
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('staff_username', 0))`);
      const { rowCount } = await tx.query(
        `select from staff where username = $1
         union all select from staff_invitation where username = $1 and used_at is null and expires_at > now()`,
        [username],
      );
      if (rowCount !== 0) throw refuse('staff_username_taken');
      const made = await makeLink(tx, { kind: 'invitation', username, name, role, staff_id: null }, hash, context);
      if (mail !== undefined) {
        await postMessage(tx, platform.secrets, {
          ownerId: PROVIDER_OWNER_ID,
          kind: 'staff_invitation',
          channel: 'mail',
          to: mail,
          language: context.language,
          variables: { name, link: setUpUrl(platform.operatorUrl, token), hours: String(SETUP_LINK_VALID_H) },
        });
      }
      return made;
    },
    audit: ({ invitation_id }) => ({
      action: 'staff.invite',
      details: { invitation_id, username, role, ...(mail !== undefined && { mail }) },
    }),
  });
  return mail === undefined ? withLink(platform, done, token) : done;
}

export function withdrawInvitation(platform: Platform, input: ParsedInputOf<typeof staffInvitationWithdraw>, context: StaffContext): Done {
  const { invitation_id } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const gone = await tx
        .deleteFrom('staff_invitation')
        .where('invitation_id', '=', invitation_id)
        .where('used_at', 'is', null)
        .where('kind', '!=', 'first')
        .executeTakeFirst();
      if (gone.numDeletedRows !== 1n) throw refuse('not_found');
      return null;
    },
    audit: () => ({ action: 'staff.invitation.withdraw', details: { invitation_id } }),
  });
}

export function changeRole(platform: Platform, input: ParsedInputOf<typeof staffChangeRole>, context: StaffContext): Done {
  const { staff_id, role } = input;
  let was: string;
  let ended: EndedLinks = {};
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      was = (await lockMember(tx, staff_id)).role;
      await tx.updateTable('staff').set({ role }).where('staff_id', '=', BigInt(staff_id)).execute();
      await refuseWithoutAdmin(tx);
      ended = await endLinksMadeBy(tx, staff_id);
      return null;
    },
    audit: () => ({ action: 'staff.change_role', details: { staff_id, from: was, to: role, ...ended } }),
  });
}

export function suspend(platform: Platform, input: ParsedInputOf<typeof staffSuspend>, context: StaffContext): Done {
  const { staff_id } = input;
  let ended: EndedLinks = {};
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      await lockMember(tx, staff_id);
      await tx.updateTable('staff').set({ status: 'suspended' }).where('staff_id', '=', BigInt(staff_id)).execute();
      await refuseWithoutAdmin(tx);
      ended = await endLinksMadeBy(tx, staff_id);
      await endSessions(tx, staff_id);
      return null;
    },
    audit: () => ({ action: 'staff.suspend', details: { staff_id, ...ended } }),
  });
}

export function restore(platform: Platform, input: ParsedInputOf<typeof staffSuspend>, context: StaffContext): Done {
  const { staff_id } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const restored = await tx.updateTable('staff').set({ status: 'active' }).where('staff_id', '=', BigInt(staff_id)).executeTakeFirst();
      if (restored.numUpdatedRows !== 1n) throw refuse('not_found');
      return null;
    },
    audit: () => ({ action: 'staff.restore', details: { staff_id } }),
  });
}

/** What the member had is void at once: the sessions, the links that wait for them or were made by them, what they entered for a second person, the second factors and with them the password. */
export async function reset(
  platform: Platform,
  input: ParsedInputOf<typeof staffReset>,
  context: StaffContext,
): Promise<Link | Answer<Link>> {
  const { staff_id } = input;
  const { token, hash } = newLinkToken();
  let ended: EndedLinks = {};
  const done = await confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const { role } = await lockMember(tx, staff_id);
      // A database constraint says so as well.
      if (staff_id === context.staffId) throw refuse('staff_self');
      await tx.updateTable('staff').set({ totp_secret: null }).where('staff_id', '=', BigInt(staff_id)).execute();
      await tx.deleteFrom('staff_passkey').where('staff_id', '=', BigInt(staff_id)).execute();
      await tx.deleteFrom('staff_invitation').where('staff_id', '=', BigInt(staff_id)).where('used_at', 'is', null).execute();
      ended = await endLinksMadeBy(tx, staff_id);
      await voidEntriesOf(tx, staff_id);
      await endSessions(tx, staff_id);
      return makeLink(tx, { kind: 'reset', username: null, name: null, role, staff_id: BigInt(staff_id) }, hash, context);
    },
    audit: ({ invitation_id }) => ({ action: 'staff.reset', details: { staff_id, invitation_id, ...ended } }),
  });
  return withLink(platform, done, token);
}

/** The member counts as a person of their own from then on. Whoever may be that member themselves does not confirm it. */
export function confirmPerson(platform: Platform, input: ParsedInputOf<typeof staffConfirm>, context: StaffContext): Done {
  const { staff_id } = input;
  let makers: number[] = [];
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      await lockMember(tx, staff_id);
      if ((await whoMayBe(tx, context.staffId)).has(staff_id)) throw refuse('counts_as_one');
      const confirmed = await tx.deleteFrom('staff_unconfirmed').where('staff_id', '=', BigInt(staff_id)).returning('made_by').execute();
      makers = confirmed.map(({ made_by }) => Number(made_by));
      return null;
    },
    audit: () => ({ action: 'staff.confirm', details: { staff_id, made_by: makers } }),
  });
}

interface NewLink {
  readonly kind: 'invitation' | 'reset';
  readonly username: string | null;
  readonly name: string | null;
  readonly role: ParsedInputOf<typeof staffInvite>['role'];
  readonly staff_id: bigint | null;
}

async function makeLink(tx: Tx, link: NewLink, token_hash: Buffer, { staffId }: StaffContext): Promise<Link> {
  const made = await tx
    .insertInto('staff_invitation')
    .values({
      ...link,
      invitation_id: uuidv7(),
      token_hash,
      made_by: BigInt(staffId),
      expires_at: sql`now() + make_interval(hours => ${SETUP_LINK_VALID_H})`,
    })
    .returning(['invitation_id', 'expires_at'])
    .executeTakeFirstOrThrow();
  return { invitation_id: made.invitation_id, link: null, expires_at: made.expires_at.toISOString() };
}

/** The link is in the first answer only. */
function withLink({ operatorUrl }: Platform, done: Link | Answer<Link>, token: string): Link | Answer<Link> {
  return answerOf(done, (kept, again) => ({ ...kept, link: again ? null : setUpUrl(operatorUrl, token) }));
}

/** A member, who stays as they are until the transaction is over. */
async function lockMember(tx: Tx, staff_id: number) {
  const member = await tx.selectFrom('staff').select('role').where('staff_id', '=', BigInt(staff_id)).forUpdate().executeTakeFirst();
  if (!member) throw refuse('not_found');
  return member;
}

/** After the change: somebody must be left who may undo it, and can sign in by the factors that are asked for. Two such changes come one after the other. */
async function refuseWithoutAdmin(tx: Tx): Promise<void> {
  const { staff_factor } = await keepSignInPolicy(tx);
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('last_admin', 0))`);
  const { rowCount } = await tx.query(
    `select from staff where role = 'admin' and status = 'active'
       and ($1 = 'any' and totp_secret is not null or exists (select from staff_passkey p where p.staff_id = staff.staff_id)) limit 1`,
    [staff_factor],
  );
  if (rowCount === 0) throw refuse('last_admin');
}

async function endSessions(tx: Tx, staffId: number): Promise<void> {
  await tx.deleteFrom('staff_session').where('staff_id', '=', BigInt(staffId)).execute();
}
