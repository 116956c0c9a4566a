import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant, nothing } from '../fields.ts';
import { openSession } from '../open-session.ts';
import { STAFF_ROLES, STAFF_STATUSES } from '../staff.ts';
import { staffId } from './staff.ts';
import { staffName, staffUsername } from './staff-auth.ts';

const member = z.strictObject({
  staff_id: staffId,
  username: z.string(),
  name: z.string(),
  role: z.enum(STAFF_ROLES),
  status: z.enum(STAFF_STATUSES),
  /** Without an authenticator and without a passkey the member waits for their set-up link to be used. */
  authenticator: z.boolean(),
  passkeys: z.number().int(),
  /** Who made the links by which the member was set up, as long as nobody has confirmed that they are two people. */
  unconfirmed: z.array(staffId),
  login_time: instant.nullable(),
  login_ip: z.string().nullable(),
  create_time: instant,
});

export const staffMemberList = call({
  path: '/v1/operator/staff/list',
  caller: 'staff',
  permission: 'staff.read',
  summary: 'All members of staff, and the one-time links that were not used yet',
  input: empty,
  output: z.strictObject({
    list: z.array(member),
    invitations: z.array(
      z.strictObject({
        invitation_id: idText,
        kind: z.enum(['invitation', 'reset']),
        username: z.string(),
        name: z.string(),
        role: z.enum(STAFF_ROLES),
        made_by: staffId,
        create_time: instant,
        expires_at: instant,
      }),
    ),
  }),
});

const role = z.enum(STAFF_ROLES);
const manages = { caller: 'staff', permission: 'staff.manage', write: true, confirm: 'google_code' } as const;
const link = z.strictObject({
  invitation_id: idText,
  /** Null in the answer to a repeated request, as it was shown once, and where it is sent by mail. */
  link: z.string().nullable(),
  expires_at: instant,
});

export const staffInvite = call({
  ...manages,
  path: '/v1/operator/staff/invite',
  summary:
    'Makes a one-time link by which a new member sets password and second factor: mailed, or else in the first answer and never again',
  input: z.strictObject({
    username: staffUsername,
    name: staffName,
    role,
    /** Sends the link there, in the language of the request, and shows it to nobody. */
    mail: z.email().max(254).optional(),
  }),
  output: link,
  errors: ['staff_username_taken'],
  fields: { staff_username_taken: 'username' },
});

export const staffInvitationWithdraw = call({
  ...manages,
  path: '/v1/operator/staff/invitation/withdraw',
  summary: 'Withdraws a one-time link that was not used',
  input: z.strictObject({ invitation_id: z.uuid() }),
  output: nothing,
  errors: ['not_found'],
});

export const staffChangeRole = call({
  ...manages,
  path: '/v1/operator/staff/change_role',
  sets: true,
  summary: 'Gives a member another role, which holds from their next request on',
  input: z.strictObject({ staff_id: staffId, role }),
  output: nothing,
  errors: ['not_found', 'last_admin'],
  fields: { last_admin: 'role' },
});

export const staffSuspend = call({
  ...manages,
  path: '/v1/operator/staff/suspend',
  sets: true,
  summary: 'Suspends a member: their sessions end at once, and what they asked for is not done any more',
  input: z.strictObject({ staff_id: staffId }),
  output: nothing,
  errors: ['not_found', 'last_admin'],
});

export const staffRestore = call({
  ...manages,
  path: '/v1/operator/staff/restore',
  sets: true,
  summary: 'Lets a suspended member sign in again',
  input: z.strictObject({ staff_id: staffId }),
  output: nothing,
  errors: ['not_found'],
});

export const staffReset = call({
  ...manages,
  path: '/v1/operator/staff/reset',
  summary: "Ends another member's sessions, password and second factors, and makes a one-time link by which they set them anew",
  input: z.strictObject({ staff_id: staffId }),
  output: link,
  errors: ['not_found', 'staff_self'],
});

export const staffConfirm = call({
  ...manages,
  path: '/v1/operator/staff/confirm',
  summary: 'Confirms that a member is another person than whoever made the links by which they were set up',
  input: z.strictObject({ staff_id: staffId }),
  output: nothing,
  errors: ['not_found', 'counts_as_one'],
});

export const staffMemberSessions = call({
  path: '/v1/operator/staff/session/list',
  caller: 'staff',
  permission: 'staff.manage',
  summary: 'The open sessions of a member of staff, the newest first',
  input: z.strictObject({ staff_id: staffId }),
  output: z.strictObject({ list: z.array(openSession) }),
  errors: ['not_found'],
});

export const staffMemberSessionEnd = call({
  ...manages,
  path: '/v1/operator/staff/session/end',
  summary: 'Ends a session of another member of staff at once, or all of theirs',
  input: z.strictObject({
    staff_id: staffId,
    /** All sessions end where none is named. */
    session_id: z.uuid().optional(),
  }),
  output: z.strictObject({ ended: z.number().int() }),
  errors: ['not_found', 'staff_self'],
});
