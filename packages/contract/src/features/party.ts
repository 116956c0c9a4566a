import { z } from 'zod';
import { call } from '../call.ts';
import { tagged } from '../field-kind.ts';
import { idText, instant, market, merchantId, nothing, shownText } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { AUTHENTICATION_STATUSES, PARTY_STATUSES, USER_KINDS } from './account.ts';

/** Of a wallet user as staff see them: who has closed their account is closed for good. */
const WALLET_USER_STATUSES = [...PARTY_STATUSES, 'closed'] as const;
/** Of a merchant, or of a wallet user. */
export type PartyStatus = (typeof WALLET_USER_STATUSES)[number];
export type AuthenticationStatus = (typeof AUTHENTICATION_STATUSES)[number];

const status = z.enum(PARTY_STATUSES);
const userStatus = z.enum(WALLET_USER_STATUSES);
const authenticationStatus = z.enum(AUTHENTICATION_STATUSES);
/** Whether a merchant has chosen password and authenticator, or staff wait for that. */
const setUp = z.enum(['done', 'pending']);
const userNumber = tagged('id', z.number().int().positive().max(Number.MAX_SAFE_INTEGER).meta({ example: 50000001 }));
/** Letters of either case, with accents or without. One or two letters are looked for at the beginning of words. */
const part = z.string().trim().min(1).max(64).optional();

export const partyMerchantQuery = listCall({
  path: '/v1/operator/party/merchant/query',
  caller: 'staff',
  permission: 'party.read',
  summary: 'Merchants, without their secrets',
  row: z.strictObject({
    merchant_id: merchantId,
    name: z.string(),
    username: z.string(),
    status,
    authentication_status: authenticationStatus,
    set_up: setUp,
    markets: z.array(market),
    login_ip: z.string().nullable(),
    login_time: instant.nullable(),
    create_time: instant,
  }),
  sort: ['create_time'],
  filters: {
    merchant_id: merchantId.optional(),
    /** A part of the name, the login name or the number. */
    part,
    username: z.string().max(100).optional(),
    status: status.optional(),
    authentication_status: authenticationStatus.optional(),
    set_up: setUp.optional(),
  },
});

export const partyMerchantExport = exportCall(partyMerchantQuery, 'Merchants');

export const partyUserQuery = listCall({
  path: '/v1/operator/party/user/query',
  caller: 'staff',
  permission: 'party.read',
  summary: 'Wallet users, without their secrets; phone and e-mail are shown in part to roles that only look',
  row: z.strictObject({
    user_id: userNumber,
    nick: z.string(),
    kind: z.enum(USER_KINDS),
    username: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    status: userStatus,
    /** When the user closed the account; null otherwise. */
    close_time: instant.nullable(),
    authentication_status: authenticationStatus,
    markets: z.array(market),
    create_time: instant,
  }),
  sort: ['create_time'],
  filters: {
    user_id: userNumber.optional(),
    /** A part of the name, the login name or the number; of phone and e-mail for roles that see them whole. */
    part,
    username: z.string().max(100).optional(),
    phone: z.string().max(32).optional(),
    email: z.string().max(254).optional(),
    kind: z.enum(USER_KINDS).optional(),
    status: userStatus.optional(),
    authentication_status: authenticationStatus.optional(),
  },
});

export const partyUserExport = exportCall(partyUserQuery, 'Wallet users');

export const partyResetAuthenticator = call({
  path: '/v1/operator/party/reset_authenticator',
  caller: 'staff',
  permission: 'party.change',
  write: true,
  confirm: 'google_code',
  summary:
    "Enters that a merchant's password and authenticator are taken off, for another member to approve; a one-time link then sets them anew",
  input: z.strictObject({ merchant_id: merchantId, reason: shownText.min(1).max(500) }),
  output: z.strictObject({ approval_id: idText, expires_at: instant }),
  errors: ['not_found'],
  fields: { not_found: 'merchant_id' },
});

const reason = shownText.trim().min(1).max(500);

export const partySuspend = call({
  path: '/v1/operator/party/suspend',
  caller: 'staff',
  permission: 'party.change',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Suspends a merchant or a wallet user: sessions and streams end, keys are refused until the party is restored',
  input: z.strictObject({ owner_id: merchantId, reason }),
  output: nothing,
  errors: ['not_found', 'account_closed', 'party_status_same'],
  fields: { not_found: 'owner_id' },
});

export const partyRestore = call({
  path: '/v1/operator/party/restore',
  caller: 'staff',
  permission: 'party.change',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Lets a suspended merchant or wallet user back in; their keys hold again',
  input: z.strictObject({ owner_id: merchantId, reason }),
  output: nothing,
  errors: ['not_found', 'account_closed', 'party_status_same'],
  fields: { not_found: 'owner_id' },
});

export const partyUnlock = call({
  path: '/v1/operator/party/unlock',
  caller: 'staff',
  permission: 'party.change',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Forgets the wrong passwords and codes of a merchant or a wallet user, who then need not wait; a wallet user is told by mail',
  input: z.strictObject({ owner_id: merchantId, reason }),
  output: nothing,
  errors: ['not_found'],
  fields: { not_found: 'owner_id' },
});

export const partyWhiteListClear = call({
  path: '/v1/operator/party/white_list/clear',
  caller: 'staff',
  permission: 'party.change',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary:
    "Clears a merchant's white list of login addresses, for one whom it shuts out: logins from any address are taken again, and the merchant is told by mail",
  input: z.strictObject({ merchant_id: merchantId, reason }),
  output: nothing,
  errors: ['not_found'],
  fields: { not_found: 'merchant_id' },
});

export const partyDecideIdentity = call({
  path: '/v1/operator/party/identity/decide',
  caller: 'staff',
  permission: 'identity.decide',
  write: true,
  confirm: 'google_code',
  summary:
    "Approves or rejects a merchant's identity past what was handed in, or without it; rejecting it ends the merchant's sessions and deletes their access keys",
  input: z.strictObject({
    merchant_id: merchantId,
    /** As it stood when it was looked at: one that somebody has decided since is refused. */
    authentication_status: authenticationStatus,
    decision: z.enum(['approved', 'rejected']),
    reason,
  }),
  output: nothing,
  errors: ['not_found', 'identity_decided'],
  fields: { not_found: 'merchant_id' },
});
