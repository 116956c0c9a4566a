import { unkeyed } from '../../../platform/commands/write.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import type { TestUser } from '../../../platform/testing/parties.ts';
import { closeAccount } from '../closing.ts';

/** Closes a wallet user's account as their own page does, the password given. */
export async function closeAs({ platform }: TestApp, { token }: TestUser): Promise<void> {
  const session = await platform.sessions.find('user', token);
  if (!session) throw new Error('the user is not signed in');
  await closeAccount(platform, { ...unkeyed(session, '127.0.0.1'), confirm: async () => {} });
}
