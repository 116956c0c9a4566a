import { postNotice } from '../../domain/notice.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { noteSignInPlace } from '../../platform/security/risk-signs.ts';
import { openSession } from '../../platform/security/sessions.ts';
import { hasSignedIn } from '../../platform/security/sign-in-limits.ts';
import type { SigningIn } from './queries.ts';
import type { From, SignedIn } from './service.ts';

/**
 * Opens a session for who has proved to be this user, and tells them by mail of a place where they have not signed in before. Refuses with payer_suspended
 * who was suspended, or has closed the account, while they proved it, and with wrong_credentials whose password was replaced.
 *
 * @param provenHash what the password was compared with, of who proved it by that
 */
export async function signIn(platform: Platform, user: SigningIn, from: From, provenHash?: string): Promise<SignedIn> {
  const userId = Number(user.user_id);
  const { token, expiresAt } = await platform.db.scoped(userId, async (tx) => {
    const { rows } = await tx.query<{ status: string; password_hash: string }>(
      'select status, password_hash from wallet_user where user_id = $1 for no key update',
      [userId],
    );
    if (rows[0]?.status !== 'normal') throw refuse('payer_suspended');
    if (provenHash !== undefined && rows[0].password_hash !== provenHash) throw refuse('wrong_credentials');
    if (!user.known_address && (await hasSignedIn(tx, userId))) {
      await postNotice(tx, platform, userId, { kind: 'new_sign_in_place', ip: from.ip });
    }
    await noteSignInPlace(tx, userId, from);
    return openSession(tx, 'user', userId, from);
  });
  return { user_id: userId, nick: user.nick, token, expiresAt };
}
