import type { ParsedInputOf } from '@purser/contract/call';
import type { walletRecover } from '@purser/contract/features/wallet-access';
import { SHORTEST_PASSWORD } from '@purser/contract/limits';
import { postNotice } from '../../domain/notice.ts';
import { takeCode } from '../../domain/verification-code.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from '../../platform/proof/audit.ts';
import { chosenPassword, hashPassword } from '../../platform/security/passwords.ts';
import { noteRiskSign } from '../../platform/security/risk-signs.ts';
import { endSessions } from '../../platform/security/sessions.ts';
import { forgetSlips } from '../../platform/security/sign-in-limits.ts';
import { guessAt, reachedAt, type Reached } from './address-codes.ts';
import type { Asking } from './code-steps.ts';
import { OwnerCodes } from './owner-codes.ts';
import { keepLanguage, storeNewPassword } from './queries.ts';

/** A new login password for who has forgotten theirs: a code proves that they read what is sent to an address of the account. */
export class Recovery extends OwnerCodes {
  constructor(platform: Platform) {
    super(platform, 'recover');
  }

  /** Sets the password, and ends whatever was signed in with the old one. */
  async recover(input: ParsedInputOf<typeof walletRecover>, { ip, language }: Pick<Asking, 'ip' | 'language'>): Promise<null> {
    await this.refuseDuringMaintenance();
    const reached = reachedAt('recover', input);
    const password = chosenPassword(input.password, SHORTEST_PASSWORD);
    if (input.password !== input.password_again) throw refuse('passwords_differ');
    await guessAt(this.platform, reached.proof, ip, async () => {
      const passwordHash = await hashPassword(password);
      await this.platform.db.systemTransaction(async (tx) => {
        await takeCode(tx, this.platform, reached.proof, input.code);
        const userId = await this.#renew(tx, reached, passwordHash, ip);
        // Who has no more than the phone does not choose what mails are written in.
        if (reached.kind === 'email') await keepLanguage(tx, userId, language);
      });
    });
    return null;
  }

  async #renew(tx: Tx, { kind, identity }: Reached, passwordHash: string, ip: string): Promise<number> {
    const userId = await storeNewPassword(tx, kind, identity, passwordHash);
    // Suspended since the code was sent.
    if (userId === undefined) throw refuse('verification_code_wrong');
    await endSessions(tx, userId);
    await noteRiskSign(tx, userId, 'password_changed');
    await forgetSlips(tx, `user ${userId}`);
    await postNotice(tx, this.platform, userId, { kind: 'password_changed' });
    await audit(tx, this.platform.secrets, {
      ownerId: userId,
      actorKind: 'user',
      actor: String(userId),
      action: 'login_password.recover',
      details: { by: kind },
      ip,
    });
    return userId;
  }
}
