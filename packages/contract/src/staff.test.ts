import { describe, expect, it } from 'vitest';
import { CALLS } from './calls.ts';
import { isPermitted, type Permission, PERMISSIONS, permissionsOf, STAFF_ROLES } from './staff.ts';

const all = Object.keys(PERMISSIONS) as Permission[];

describe('roles of staff', () => {
  it('admin has every permission', () => {
    expect(permissionsOf('admin')).toEqual(all);
  });

  it('auditor reads everything, and changes nothing but their own account', () => {
    expect(permissionsOf('auditor')).toEqual(all.filter((permission) => permission.endsWith('.read') || permission === 'self.manage'));
  });

  it('support moves no money, changes no price and manages no staff; finance decides on no identity', () => {
    const ofMoney = all.filter((permission) => /^(ledger|bank|market|reward|staff|system)\.(?!read)/.test(permission));
    expect(ofMoney.filter((permission) => isPermitted('support', permission))).toEqual([]);
    expect(isPermitted('support', 'review.decide')).toBe(false);
    expect(isPermitted('finance', 'identity.decide')).toBe(false);
  });

  it('only roles that there are stand in the table', () => {
    for (const permission of all) for (const role of PERMISSIONS[permission]) expect(STAFF_ROLES).toContain(role);
  });
});

describe('calls of staff', () => {
  const ofStaff = CALLS.filter(({ caller }) => caller === 'staff');

  it('name a permission, and no other call does', () => {
    for (const { path, caller, permission } of CALLS) expect(permission !== undefined, path).toBe(caller === 'staff');
    expect(ofStaff.length).toBeGreaterThan(0);
  });

  it('stand below /v1/operator/, and nothing but signing in stands there beside them', () => {
    for (const { path } of ofStaff) expect(path).toMatch(/^\/v1\/operator\//);
    const others = CALLS.filter(({ path, caller }) => path.startsWith('/v1/operator/') && caller !== 'staff');
    for (const { path, caller } of others) expect([caller, path]).toEqual(['public', expect.stringMatching(/^\/v1\/operator\/auth\//)]);
  });

  it('that change something want more than to read', () => {
    for (const { path, write, permission } of ofStaff) if (write) expect(permission, path).not.toMatch(/\.read$/);
  });
});
