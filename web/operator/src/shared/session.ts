import { client } from '@purser/console-kit/client';
import { callQuery, queryClient, withoutQueries } from '@purser/console-kit/query';
import { staffLogout, staffSession, staffSignInFailuresSeen } from '@purser/contract/features/staff';
import type { Permission } from '@purser/contract/staff';
import { useQuery } from '@tanstack/react-query';
import { signedIn } from './storage.ts';

/** Who is signed in. Asked again now and then: a role may have been changed, or a session ended, by somebody else. */
export const ownSession = { ...callQuery(staffSession, {}, ['self', 'staff']), refetchInterval: 60_000, refetchOnWindowFocus: true };

/** Whether the signed-in role allows something; false until it is known. */
export function useAllowed(): (permission: Permission) => boolean {
  const { data } = useQuery(ownSession);
  return (permission) => data?.permissions.includes(permission) ?? false;
}

export async function markFailuresSeen(): Promise<void> {
  await client.request(staffSignInFailuresSeen, {}, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: ownSession.queryKey });
}

/**
 * Ends the session here whatever the server says: nobody who logs out stays signed in on this screen. What was asked is forgotten once nothing of
 * it is on show: it would be asked for again.
 */
export async function endSession(leave: () => Promise<void>): Promise<void> {
  await withoutQueries(async () => {
    try {
      await client.request(staffLogout, {}, { quiet: true });
    } finally {
      signedIn.clear();
      await leave().finally(() => queryClient.clear());
    }
  });
}
