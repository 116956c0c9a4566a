import { postNotice } from '../../domain/notice.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { noteSignInPlace } from '../../platform/security/risk-signs.ts';
import { hasSignedIn } from '../../platform/security/sign-in-limits.ts';
import type { SigningIn } from './queries.ts';
import type { From, SignedIn } from './service.ts';

/**
 * Opens a session for who has proved to be this user, and tells them by mail of a place where they have not signed in before. Refuses with payer_suspended
 * who was suspended, or has closed the account, while they proved it.
 */
export async function signIn(platform: Platform, user: SigningIn, from: From): Promise<SignedIn> {
  const userId = Number(user.user_id);
  await platform.db.scoped(userId, async (tx) => {
    const { rows } = await tx.query<{ status: string }>('select status from wallet_user where user_id = $1 for no key update', [userId]);
    if (rows[0]?.status !== 'normal') throw refuse('payer_suspended');
    if (!user.known_address && (await hasSignedIn(tx, userId))) {
      await postNotice(tx, platform, userId, { kind: 'new_sign_in_place', ip: from.ip });
    }
    await noteSignInPlace(tx, userId, from);
  });
  const { token, expiresAt } = await platform.sessions.open('user', userId, from);
  return { user_id: userId, nick: user.nick, token, expiresAt };
}
