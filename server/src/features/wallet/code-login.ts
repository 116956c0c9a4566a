import { takeCode } from '../../domain/verification-code.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { guessAt, reachedAt } from './address-codes.ts';
import type { AskedAddress } from './asked-address.ts';
import type { Asking } from './code-steps.ts';
import { OwnerCodes } from './owner-codes.ts';
import { findByIdentity, keepLanguage } from './queries.ts';
import type { SignedIn } from './service.ts';
import { signIn } from './sign-in.ts';

/** Signing in by a code that was sent to an address of the account, in place of the password. */
export class CodeLogin extends OwnerCodes {
  constructor(platform: Platform) {
    super(platform, 'login');
  }

  /** Takes the code and opens a session. Refuses with verification_code_wrong, too_many_requests or payer_suspended. */
  async logIn(asked: Omit<AskedAddress, 'next'>, code: string, from: Asking): Promise<SignedIn> {
    await this.refuseDuringMaintenance();
    const { platform } = this;
    const { proof, kind, identity } = reachedAt('login', asked);
    await guessAt(platform, proof, from.ip, () => platform.db.systemTransaction((tx) => takeCode(tx, platform, proof, code)));
    const user = await findByIdentity(platform.db, kind, identity, from.ip);
    if (!user) throw refuse('verification_code_wrong');
    // Suspended since the code was sent.
    if (user.status === 'suspended') throw refuse('payer_suspended');
    const signedIn = await signIn(platform, user, from);
    if (kind === 'email') await this.#keepLanguage(signedIn, from);
    return signedIn;
  }

  /** Of a code that was mailed: who has no more than the phone does not choose what mails are written in. The user is signed in, whatever becomes of it. */
  async #keepLanguage({ user_id }: SignedIn, { language }: Asking): Promise<void> {
    const { db, log } = this.platform;
    try {
      await db.scoped(user_id, (tx) => keepLanguage(tx, user_id, language));
    } catch (error) {
      log.warn({ err: error }, 'the language of a user could not be kept');
    }
  }
}
