import {
  staffAuthenticatorReplace,
  staffAuthenticatorSecret,
  staffLogout,
  staffPasswordChange,
  staffSession,
  staffSessionEnd,
  staffSessionEndOthers,
  staffSessionList,
  staffSignInFailuresSeen,
} from '@purser/contract/features/staff';
import {
  staffPasskeyAdd,
  staffPasskeyConfirmation,
  staffPasskeyCreation,
  staffPasskeyList,
  staffPasskeyRemove,
} from '@purser/contract/features/staff-passkey';
import { asStaff } from '../../platform/commands/staff-acts.ts';
import { staffRoute, type Route } from '../../platform/http/route.ts';
import { clearOperatorCookie } from '../../platform/http/operator-cookie.ts';
import type { Platform } from '../../platform/platform.ts';
import { failuresSeen } from '../../platform/security/sign-in-failures.ts';
import { changeOwnPassword, endOtherOwnSessions, endOwnSession, newAuthenticator, ownSessions, replaceAuthenticator } from './own.ts';
import { addPasskey, confirmationRequest, creationRequest, ownPasskeys, removePasskey } from './passkeys.ts';
import { sessionOf } from './session.ts';

export function staffRoutes(platform: Platform): Route[] {
  return [
    staffRoute(staffSession, (_input, context) => sessionOf(platform, context)),
    staffRoute(staffLogout, async (_input, { session, reply }) => {
      await platform.operator.sessions.end(session);
      clearOperatorCookie(reply, platform.operatorUrl);
      return null;
    }),
    staffRoute(staffSignInFailuresSeen, (_input, context) =>
      asStaff(platform, context, { action: 'sign_in_failures.see', details: {} }, (tx) => failuresSeen(tx, context.staffId)),
    ),
    staffRoute(staffSessionList, (_input, context) => ownSessions(platform, context)),
    staffRoute(staffSessionEnd, (input, context) => endOwnSession(platform, input, context)),
    staffRoute(staffSessionEndOthers, (_input, context) => endOtherOwnSessions(platform, context)),
    staffRoute(staffPasswordChange, (input, context) => changeOwnPassword(platform, input, context)),
    staffRoute(staffAuthenticatorSecret, (_input, context) => newAuthenticator(platform, context)),
    staffRoute(staffAuthenticatorReplace, (input, context) => replaceAuthenticator(platform, input, context)),
    staffRoute(staffPasskeyList, (_input, context) => ownPasskeys(platform, context)),
    staffRoute(staffPasskeyConfirmation, (_input, context) => confirmationRequest(platform, context)),
    staffRoute(staffPasskeyCreation, (_input, context) => creationRequest(platform, context)),
    staffRoute(staffPasskeyAdd, (input, context) => addPasskey(platform, input, context)),
    staffRoute(staffPasskeyRemove, (input, context) => removePasskey(platform, input, context)),
  ];
}
