import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type {
  accountSecurity,
  newGoogleSecret,
  recoveryCodesMake,
  resetSelfPassword,
  updateGoogleSecret,
} from '@purser/contract/features/account-security';
import { SHORTEST_MERCHANT_PASSWORD } from '@purser/contract/limits';
import { FIRST_MEMBER } from '@purser/contract/member';
import { type EndedLinks, endLinksMadeBy } from '../../domain/member-links.ts';
import { postMerchantNotice } from '../../domain/merchant-notice.ts';
import { offerAuthenticator, provenAuthenticator } from '../../domain/new-authenticator.ts';
import { checkPasswordChange, type PasswordChange } from '../../domain/password-change.ts';
import { isRecoveryCode, makeRecoveryCodes, recoveryCodesLeft, takeCodeOrRecovery } from '../../domain/recovery-code.ts';
import { answerOf, confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { chosenPassword } from '../../platform/security/passwords.ts';
import {
  accountOf,
  actorOf,
  isAllowed,
  loginOf,
  passwordOf,
  replacePassword,
  writeAuthenticator,
} from '../../platform/security/member-login.ts';
import { noteRiskSign } from '../../platform/security/risk-signs.ts';
import { endOtherSessions } from '../../platform/security/sessions.ts';
import { noteWrongPassword } from '../../platform/security/sign-in-failures.ts';
import { PASSWORD_OF_ACT } from '../../platform/security/sign-in-limits.ts';
import { noticeOf } from './queries.ts';

type Codes = OutputOf<typeof recoveryCodesMake>;

export function securityOf({ db }: Platform, context: MerchantContext): Promise<OutputOf<typeof accountSecurity>> {
  const { merchantId, session } = context;
  return db.scoped(merchantId, async (tx) => ({
    recovery_codes: await recoveryCodesLeft(tx, loginOf(context)),
    // Where the merchant is told of its account is the business of who may read of it.
    notice: isAllowed(session.member?.role, 'account.read') ? await noticeOf(tx, merchantId) : null,
  }));
}

/** Of two changes at once the first to have the merchant's row wins: the other's present password is one no more. */
export function changeOwnPassword(
  platform: Platform,
  input: ParsedInputOf<typeof resetSelfPassword>,
  context: MerchantContext,
): Promise<null | Answer<null>> {
  const { merchantId, session, ip } = context;
  const login = loginOf(context);
  let ended: EndedLinks = {};
  return confirmedWrite<null, PasswordChange>(platform, input, context, {
    prepare: () =>
      checkPasswordChange(platform, input, {
        guesses: [[PASSWORD_OF_ACT, accountOf(login)]],
        present: async () => (await passwordOf(platform.db.systemQueries, login))?.password_hash,
        fit: (wanted) => chosenPassword(wanted, SHORTEST_MERCHANT_PASSWORD),
        noteWrong: () => noteWrongPassword(platform, 'merchant', BigInt(merchantId), ip, actorOf(merchantId, session.member)),
      }),
    act: async (tx, change) => {
      if (!(await replacePassword(tx, login, change))) throw refuse('old_password_wrong');
      await noteRiskSign(tx, merchantId, 'password_changed');
      ended = await endWhatOthersHold(tx, context);
      if (login.memberId === FIRST_MEMBER) await postMerchantNotice(tx, platform, merchantId, { kind: 'password_changed' });
      return null;
    },
    audit: () => ({ action: 'password.change', details: { ...ended } }),
  });
}

export async function newAuthenticator(platform: Platform, context: MerchantContext): Promise<OutputOf<typeof newGoogleSecret>> {
  const login = loginOf(context);
  const { username = '' } = (await passwordOf(platform.db.systemQueries, login)) ?? {};
  return offerAuthenticator(platform, accountOf(login), username);
}

export function replaceAuthenticator(
  platform: Platform,
  input: ParsedInputOf<typeof updateGoogleSecret>,
  context: MerchantContext,
): Promise<null | Answer<null>> {
  const login = loginOf(context);
  let ended: EndedLinks = {};
  return keyedWrite<null>(platform, context, {
    act: async (tx) => {
      await tx.selectFrom('merchant').select('merchant_id').where('merchant_id', '=', BigInt(login.merchantId)).forUpdate().execute();
      const proven = provenAuthenticator(platform, accountOf(login), input);
      // The code is of the present authenticator, so it is taken before that is replaced.
      await takeCodeOrRecovery(tx, platform, context, input.google_code);
      await writeAuthenticator(tx, login, proven);
      await noteRiskSign(tx, context.merchantId, 'code_changed');
      ended = await endWhatOthersHold(tx, context);
      if (login.memberId === FIRST_MEMBER) await postMerchantNotice(tx, platform, context.merchantId, { kind: 'authenticator_changed' });
      return null;
    },
    audit: () => ({
      action: 'authenticator.replace',
      details: { by: isRecoveryCode(input.google_code) ? 'recovery_code' : 'code', ...ended },
    }),
  });
}

/** With what was replaced somebody else may have logged in, and made links to come back by. */
async function endWhatOthersHold(tx: Tx, context: MerchantContext): Promise<EndedLinks> {
  await endOtherSessions(tx, context.session);
  return endLinksMadeBy(tx, loginOf(context));
}

/** The codes are in the first answer and nowhere else. */
export async function makeOwnRecoveryCodes(
  platform: Platform,
  input: ParsedInputOf<typeof recoveryCodesMake>,
  context: MerchantContext,
): Promise<Codes | Answer<Codes>> {
  let codes: string[] = [];
  const done = await confirmedWrite<null>(platform, input, context, {
    act: async (tx) => {
      codes = await makeRecoveryCodes(tx, platform.secrets, loginOf(context));
      return null;
    },
    audit: () => ({ action: 'recovery_code.make', details: {} }),
  });
  return answerOf(done, (_, again) => ({ codes: again ? null : codes }));
}
