/** Who the provider's staff are: each member has one role. */
export const STAFF_ROLES = ['admin', 'finance', 'support', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const STAFF_STATUSES = ['active', 'suspended'] as const;

const ALL = STAFF_ROLES;

/**
 * Which roles have which permission; each call of the operator console names the one that it wants.
 * - admin: everything. That nobody approves what they entered themselves is a rule about persons, not about roles.
 * - finance: money: reviews, rates, bank files, the ledger.
 * - support: parties, identity and content; no money and no secrets.
 * - auditor: reads everything and changes nothing, but for `self.manage`, the member's own account.
 */
export const PERMISSIONS = {
  'overview.read': ALL,
  'party.read': ALL,
  'party.admit': ['admin', 'support'],
  'party.change': ['admin', 'support'],
  'identity.read': ['admin', 'support', 'auditor'],
  'identity.decide': ['admin', 'support'],
  'order.read': ALL,
  'review.read': ALL,
  'review.decide': ['admin', 'finance'],
  'reward.grant': ['admin', 'finance'],
  'ledger.read': ['admin', 'finance', 'auditor'],
  'ledger.post': ['admin', 'finance'],
  'ledger.approve': ['admin', 'finance'],
  'bank.read': ['admin', 'finance', 'auditor'],
  'bank.change': ['admin', 'finance'],
  'market.read': ALL,
  'market.change': ['admin', 'finance'],
  'market.approve': ['admin', 'finance'],
  'content.read': ALL,
  'content.change': ['admin', 'support'],
  'message.read': ['admin', 'support', 'auditor'],
  'message.change': ['admin', 'support'],
  'file.read': ALL,
  'file.change': ['admin', 'finance', 'support'],
  'system.read': ['admin', 'finance', 'auditor'],
  'system.change': ['admin'],
  'staff.read': ['admin', 'auditor'],
  'staff.manage': ['admin'],
  'audit.read': ['admin', 'auditor'],
  'approval.read': ALL,
  'approval.decide': ['admin', 'finance', 'support'],
  'self.manage': ALL,
} as const satisfies Record<string, readonly StaffRole[]>;

export type Permission = keyof typeof PERMISSIONS;

export function isPermitted(role: StaffRole, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly StaffRole[]).includes(role);
}

/** Everything that a role may do: what the console shows entries and buttons by. */
export function permissionsOf(role: StaffRole): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => isPermitted(role, permission));
}
