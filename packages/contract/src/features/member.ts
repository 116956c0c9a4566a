import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant, nothing, shownLine } from '../fields.ts';
import { MEMBER_ROLES, MEMBER_STATUSES } from '../member.ts';

/** Within the team of its merchant: 1 is the merchant's own login. */
export const memberId = z.number().int().positive().max(1_000_000).meta({ description: "A member's number within the team", example: 2 });
const role = z.enum(MEMBER_ROLES);

export const LONGEST_LOGIN_NAME = 32;

const member = z.strictObject({
  member_id: memberId,
  username: idText.meta({ description: 'What the member logs in with', example: 'anna@10000001' }),
  name: z.string(),
  role,
  status: z.enum(MEMBER_STATUSES),
  /** False while a one-time link waits to be used, or has to be made anew. */
  is_set_up: z.boolean(),
  /** Until when the one-time link that waits may be used; null where none does. */
  link_expires_at: instant.nullable(),
  /** Where the invitation was sent; null of who was given a link. */
  mail: z.string().nullable(),
  login_time: instant.nullable(),
  login_ip: z.string().nullable(),
  create_time: instant,
  /** The member who asks. */
  is_self: z.boolean(),
});

export const memberList = call({
  path: '/v1/merchant/member/list',
  caller: 'merchant',
  summary: "The members of the merchant's team, those who were invited and have not logged in yet included",
  input: empty,
  output: z.strictObject({ list: z.array(member) }),
});

const manages = { caller: 'merchant', write: true, confirm: 'google_code' } as const;
const link = z.strictObject({
  member_id: memberId,
  username: idText,
  /** Null in the answer to a repeated request, as it was shown once, and where it is sent by mail. */
  link: z.string().nullable(),
  expires_at: instant,
});
const which = z.strictObject({ member_id: memberId });
/** Sends the link there, in the language of the request, and shows it to nobody. */
const mail = z.email().max(254).optional();

export const memberInvite = call({
  ...manages,
  path: '/v1/merchant/member/invite',
  summary:
    'Makes a one-time link by which a new member chooses password and authenticator: mailed, or else in the first answer and never again',
  input: z.strictObject({
    /** Letters of either case; kept in lower case. The login name is this, an @ and the merchant's number. */
    login_name: z
      .string()
      .min(2)
      .max(LONGEST_LOGIN_NAME)
      .regex(/^[a-z0-9][a-z0-9._-]*$/i)
      .meta({ example: 'anna' }),
    name: shownLine.trim().min(1).max(64),
    role,
    mail,
  }),
  output: link,
  errors: ['member_name_taken', 'members_full'],
  fields: { member_name_taken: 'login_name' },
});

export const memberChangeRole = call({
  ...manages,
  path: '/v1/merchant/member/change_role',
  sets: true,
  summary: 'Gives a member another role, which holds from their next request on',
  input: z.strictObject({ member_id: memberId, role }),
  output: nothing,
  errors: ['not_found', 'last_owner'],
  fields: { last_owner: 'role' },
});

export const memberSuspend = call({
  ...manages,
  path: '/v1/merchant/member/suspend',
  sets: true,
  summary: 'Suspends a member: their sessions end at once, and what they asked for is not done any more',
  input: which,
  output: nothing,
  errors: ['not_found', 'member_self', 'last_owner'],
});

export const memberRestore = call({
  ...manages,
  path: '/v1/merchant/member/restore',
  sets: true,
  summary: 'Lets a suspended member log in again',
  input: which,
  output: nothing,
  errors: ['not_found'],
});

export const memberReset = call({
  ...manages,
  path: '/v1/merchant/member/reset',
  summary:
    "Ends another member's sessions, password, authenticator and recovery codes, and makes a one-time link by which they choose anew: mailed, or else in the first answer and never again; also for who let a link's time pass",
  input: z.strictObject({ member_id: memberId, mail }),
  output: link,
  errors: ['not_found', 'member_self', 'member_first', 'last_owner'],
});

export const memberRemove = call({
  ...manages,
  path: '/v1/merchant/member/remove',
  summary:
    'Takes a member off the team: their sessions end at once. The login name stays theirs in the records, and is given to nobody else',
  input: which,
  output: nothing,
  errors: ['not_found', 'member_self', 'member_first', 'last_owner'],
});
