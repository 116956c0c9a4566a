import { client } from '@purser/console-kit/client';
import { callQuery, queryClient } from '@purser/console-kit/query';
import { staffSession, staffSignInFailuresSeen } from '@purser/contract/staff-first-pages';
import type { Permission } from '@purser/contract/staff';
import { useQuery } from '@tanstack/react-query';

/** Who is signed in. Asked again now and then: a role may have been changed, or a session ended, by somebody else. */
export const ownSession = { ...callQuery(staffSession, {}, ['self', 'staff']), refetchInterval: 60_000, refetchOnWindowFocus: true };

/** Whether the signed-in role allows something; false until it is known. */
export function useAllowed(): (permission: Permission) => boolean {
  const { data } = useQuery(ownSession);
  return (permission) => data?.permissions.includes(permission) ?? false;
}

/** Asks anew what the role allows: it may have been changed since. */
export async function askRoleAnew(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ownSession.queryKey });
}

export async function markFailuresSeen(): Promise<void> {
  await client.request(staffSignInFailuresSeen, {}, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: ownSession.queryKey });
}
