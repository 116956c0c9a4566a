/**
 * Who acts for a merchant: each member of its team has one role. The merchant's own login is the first member, and an owner unless another owner
 * says otherwise: a merchant without a team has no other.
 */
export const MEMBER_ROLES = ['owner', 'finance', 'developer', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const MEMBER_STATUSES = ['normal', 'suspended'] as const;

/** The number of the merchant's own login within its team. */
export const FIRST_MEMBER = 1;
/** Members at a time, invitations that wait included. */
export const MOST_MEMBERS = 50;

const ALL = MEMBER_ROLES;

/**
 * Which roles have which permission; `MERCHANT_CALLS` (merchant-calls.ts) says which one each call of the console wants.
 * - owner: everything.
 * - finance: money: transfers, withdrawals, recharges, adjustments, refunds, decisions, and where money is paid out to.
 * - developer: access keys, webhooks and what else connects the merchant's systems.
 * - viewer: reads everything and changes nothing, but for `self.manage`, the member's own login.
 */
export const MEMBER_PERMISSIONS = {
  'record.read': ALL,
  'money.move': ['owner', 'finance'],
  'order.change': ['owner', 'finance'],
  'order.decide': ['owner', 'finance'],
  'payee.change': ['owner', 'finance'],
  'file.send': ['owner', 'finance'],
  'integration.read': ['owner', 'developer', 'viewer'],
  'integration.change': ['owner', 'developer'],
  'access.read': ['owner', 'viewer'],
  'access.change': ['owner'],
  'account.read': ['owner', 'viewer'],
  'account.change': ['owner'],
  'team.read': ['owner', 'viewer'],
  'team.manage': ['owner'],
  'self.manage': ALL,
} as const satisfies Record<string, readonly MemberRole[]>;

export type MemberPermission = keyof typeof MEMBER_PERMISSIONS;

export function memberMay(role: MemberRole, permission: MemberPermission): boolean {
  return (MEMBER_PERMISSIONS[permission] as readonly MemberRole[]).includes(role);
}

/** A member's login name: what the owner chose, and the merchant's number, so that no two merchants ever want the same one. */
export function memberUsername(loginName: string, merchantId: number): string {
  return `${loginName.toLowerCase()}@${merchantId}`;
}

const MEMBER_USERNAME = /^[^@]+@([1-9]\d{7,14})$/;

/** Whose member a login name may be of; undefined for a name of another form. */
export function merchantOfUsername(username: string): number | undefined {
  const [, merchantId] = MEMBER_USERNAME.exec(username) ?? [];
  return merchantId === undefined ? undefined : Number(merchantId);
}
