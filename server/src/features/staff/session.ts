import type { OutputOf } from '@purser/contract/call';
import type { staffSession } from '@purser/contract/features/staff';
import { permissionsOf } from '@purser/contract/staff';
import { sql } from 'kysely';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSignInPolicy } from '../../platform/security/sign-in-policy.ts';
import { unseenFailures } from '../../platform/security/sign-in-failures.ts';

/** Who is signed in, and what they may do. */
export function sessionOf(platform: Platform, { staffId, role, session }: StaffContext): Promise<OutputOf<typeof staffSession>> {
  return readAsStaff(platform, async (tx) => {
    const member = await tx
      .selectFrom('staff')
      .select(['username', 'name', 'login_ip', 'login_at'])
      .select(sql<boolean>`totp_secret is not null`.as('authenticator'))
      .select(sql<number>`(select count(*)::int from staff_passkey where staff_passkey.staff_id = staff.staff_id)`.as('passkeys'))
      .where('staff_id', '=', BigInt(staffId))
      .executeTakeFirstOrThrow();
    const { staff_password_minimum, staff_factor } = await readSignInPolicy(tx);
    return {
      staff_id: staffId,
      username: member.username,
      name: member.name,
      role,
      permissions: permissionsOf(role),
      session_id: session.sessionId,
      expires_at: session.expiresAt.toISOString(),
      login_ip: member.login_ip,
      login_time: member.login_at?.toISOString() ?? null,
      authenticator: member.authenticator,
      passkeys: member.passkeys,
      factor: staff_factor,
      password_minimum: staff_password_minimum,
      sign_in_failures: await unseenFailures(tx, staffId),
    };
  });
}
