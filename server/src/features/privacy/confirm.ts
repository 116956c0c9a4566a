import { LONGEST_PASSWORD } from '@purser/contract/limits';
import { paymentPassword } from '@purser/contract/fields';
import { checkPaymentPassword } from '../../domain/payment-password.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Texts } from '../../platform/http/payer-request.ts';
import type { Platform } from '../../platform/platform.ts';
import { passwordMatches } from '../../platform/security/passwords.ts';
import type { Session } from '../../platform/security/sessions.ts';
import { PASSWORD_OF_ACT } from '../../platform/security/sign-in-limits.ts';

/**
 * Says that it is the owner who asks, and not whoever has found the session open: by the payment password, or by the login password where none is set.
 * Wrong ones are counted as everywhere.
 */
export async function confirmOwner(platform: Platform, session: Session, form: Texts): Promise<void> {
  const { db, throttle } = platform;
  const { ownerId } = session;
  const user = await db.scoped(ownerId, (tx) =>
    tx
      .selectFrom('wallet_user')
      .select(['password_hash', 'payment_password_hash'])
      .where('user_id', '=', BigInt(ownerId))
      .executeTakeFirst(),
  );
  if (!user) throw refuse('unauthenticated');
  if (user.payment_password_hash !== null) {
    const given = paymentPassword.safeParse(form['payment_password']);
    // Nothing was guessed, so no attempt is used up.
    if (!given.success) throw refuse('invalid_input', { field: 'payment_password' });
    return checkPaymentPassword(platform, session, given.data);
  }
  const given = form['login_password'] ?? '';
  if (given === '' || given.length > LONGEST_PASSWORD) throw refuse('invalid_input', { field: 'login_password' });
  const subjects = [[PASSWORD_OF_ACT, `user ${ownerId}`] as const];
  await throttle.attempt(subjects, ['wrong_credentials'], async () => {
    if (!(await passwordMatches(user.password_hash, given))) throw refuse('wrong_credentials');
  });
}
